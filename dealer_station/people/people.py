"""Everything about people in one bundle, as bootstrap builds it and the API uses it."""

from dataclasses import dataclass

from sqlalchemy import Engine

from dealer_station.clock import Clock
from dealer_station.people.accounts import Accounts
from dealer_station.people.approvals import Approvals
from dealer_station.people.journal import SecurityEvent, SecurityJournal
from dealer_station.people.passwords import Passwords
from dealer_station.people.sessions import Session, Sessions
from dealer_station.people.sign_in import SignIn
from dealer_station.people.storage import migrate, open_engine, writing
from dealer_station.settings import SignInSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Accounts, sign-in, sessions, approvals and the security journal of one database."""

    engine: Engine
    accounts: Accounts
    sign_in: SignIn
    sessions: Sessions
    approvals: Approvals
    journal: SecurityJournal

    def note_refused_right(self, session: Session, right: str, act: str) -> None:
        """Write down that somebody tried what his role may not do."""
        with writing(self.engine) as connection:
            self.journal.write(
                connection,
                SecurityEvent.RIGHT_REFUSED,
                session.person_id,
                terminal=session.terminal,
                role=session.role.value,
                right=right,
                act=act,
            )

    def note_history(
        self, session: Session, table_id: str, seat: int, numbers: tuple[int, int]
    ) -> None:
        """Write down that somebody has read a player's hands, with the cards that were his."""
        with writing(self.engine) as connection:
            self.journal.write(
                connection,
                SecurityEvent.HISTORY_GIVEN,
                session.person_id,
                terminal=session.terminal,
                role=session.role.value,
                table=table_id,
                seat=str(seat),
                first=str(numbers[0]),
                last=str(numbers[1]),
            )

    def close(self) -> None:
        """Close every connection to the database."""
        self.engine.dispose()


def open_people(database_url: str, clock: Clock, settings: SignInSettings) -> People:
    """Open the database, bring its tables up to date and join the parts. Close it after use."""
    engine = open_engine(database_url)
    migrate(engine)
    journal = SecurityJournal(engine, clock)
    passwords = Passwords(settings.password_length_min)
    accounts = Accounts(engine, clock, journal, passwords)
    return People(
        engine=engine,
        accounts=accounts,
        sign_in=SignIn(engine, clock, settings, journal, accounts, passwords),
        sessions=Sessions(engine, clock, settings, journal),
        approvals=Approvals(engine, clock, settings, journal),
        journal=journal,
    )
