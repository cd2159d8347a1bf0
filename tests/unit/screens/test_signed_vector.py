"""The signed meters that the sign's own tests check are those that a station would sign.

python tests/unit/screens/test_signed_vector.py      writes them anew
"""

import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import dealer_station
from dealer_station.event_log.keys import SigningKey
from dealer_station.messages.meter_display import (
    AnyMeter,
    Hit,
    LevelAmount,
    LevelAmountV1,
    LevelCap,
    Meter,
    MeterState,
    MeterV1,
    OverflowTo,
)

VECTOR = Path(dealer_station.__file__).parent / "screens/src/signage/signed.test.json"
KEY = SigningKey.of(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER_KEY = SigningKey.of(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))
NOW = 1_796_000_000_000
# Letters of two and four bytes, and signs that JSON escapes: the signature is over bytes.
TABLE = 'Stół „Zielony” \U0001f0a1 "1" \\ 2'


LEVEL = LevelAmount(level="main", amount_minor=5_431_207, state=MeterState.LIVE)
FULL = LevelCap(cap_minor=5_431_207, is_reached=True, overflow_to=OverflowTo.RESERVE)


def signed(
    key: SigningKey,
    sequence: int,
    hit: Hit | None = None,
    levels: tuple[LevelAmount, ...] = (LEVEL,),
) -> str:
    return signed_text(
        Meter(
            epoch=3,
            progressive="main",
            sequence=sequence,
            sent_at=NOW + sequence,
            currency="USD",
            levels=levels,
            hit=hit,
            key_id=key.key_id,
            signature="0" * 128,
        ),
        key,
    )


def signed_text(meter: AnyMeter, key: SigningKey) -> str:
    signature = key.sign(meter.signed_bytes()).hex()
    return meter.model_copy(update={"signature": signature}).to_bytes().decode()


def version_1(sequence: int) -> str:
    """A meter as an older station signs it."""
    return signed_text(
        MeterV1(
            epoch=3,
            progressive="main",
            sequence=sequence,
            sent_at=NOW + sequence,
            currency="USD",
            levels=(LevelAmountV1(**LEVEL.model_dump(exclude={"cap"})),),
            hit=None,
            key_id=KEY.key_id,
            signature="0" * 128,
        ),
        KEY,
    )


def a_hit() -> Hit:
    return Hit(
        number=1,
        level="main",
        table=TABLE,
        seats=(3,),
        amount_minor=5_431_207,
        category="royal_flush",
        hand=("Th", "Jh", "Qh", "Kh", "Ah"),
        hit_at=NOW,
    )


def vector() -> str:
    content = {
        "key": KEY.private_key.public_key().public_bytes_raw().hex(),
        "key_id": KEY.key_id,
        "table": TABLE,
        "plain": signed(KEY, 1),
        "hit": signed(KEY, 2, a_hit()),
        "of_another_key": signed(OTHER_KEY, 3),
        "capped": signed(
            KEY,
            4,
            levels=(
                LEVEL.model_copy(update={"cap": FULL}),
                LEVEL.model_copy(update={"level": "mini"}),
            ),
        ),
        "version_1": version_1(5),
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def test_the_signed_meters_of_the_signs_tests_are_current():
    assert VECTOR.read_text(encoding="utf-8") == vector(), "run this file"


if __name__ == "__main__":
    VECTOR.write_text(vector(), encoding="utf-8")
