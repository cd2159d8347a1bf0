"""The act that an approval was given for; approvals from before have none and serve none."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; an approval lasts a minute, so there is nothing to fill in."""
    op.add_column("people_approval", sa.Column("act", sa.Text))
