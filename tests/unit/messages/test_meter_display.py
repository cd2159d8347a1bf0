"""Meter messages: what is signed, that a real signature holds over it, and caps."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from message_samples import PROGRESSIVE, TOPICS, samples

from dealer_station.messages.contract import read
from dealer_station.messages.envelope import BadMessage
from dealer_station.messages.meter_display import (
    LevelAmount,
    LevelCap,
    Meter,
    MeterState,
    MeterV1,
    OverflowTo,
    levels_of,
)

TOPIC = TOPICS.meter(PROGRESSIVE)
# A meter as a station of version 1 sends it, to the byte; its signature was made over this form.
V1 = (
    b'{"schema_version":1,"epoch":1,"progressive":"main","sequence":9,"sent_at":1796000000000,'
    b'"currency":"EUR","levels":[{"level":"main","amount_minor":5431207,"state":"live"}],'
    b'"own":[{"currency":"USD","levels":[{"level":"main","amount_minor":5903486,"state":"live"}]}],'
    b'"hit":null,"key_id":"meter-1","signature":"'
)


def test_signature_covers_everything_before_it():
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    unsigned = samples()[TOPIC]
    assert isinstance(unsigned, Meter)
    meter = unsigned.model_copy(update={"signature": key.sign(unsigned.signed_bytes()).hex()})
    again = Meter.from_bytes(meter.to_bytes())
    key.public_key().verify(bytes.fromhex(again.signature), again.signed_bytes())
    forged = again.model_copy(update={"sequence": again.sequence + 1})
    with pytest.raises(InvalidSignature):
        key.public_key().verify(bytes.fromhex(forged.signature), forged.signed_bytes())


def test_a_reader_without_this_code_finds_the_signed_bytes():
    meter = samples()[TOPIC]
    assert isinstance(meter, Meter)
    members = json.loads(meter.to_bytes())
    assert list(members)[-1] == "signature"
    del members["signature"]
    assert json.dumps(members, separators=(",", ":")).encode() == meter.signed_bytes()


def test_a_meter_of_version_1_is_read_and_its_signature_is_over_its_own_form():
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    signed = V1.removesuffix(b',"signature":"') + b"}"
    meter = read(TOPIC, V1 + key.sign(signed).hex().encode() + b'"}').message
    assert isinstance(meter, MeterV1)
    assert meter.signed_bytes() == signed
    key.public_key().verify(bytes.fromhex(meter.signature), meter.signed_bytes())
    (level,) = levels_of(meter, "EUR")
    assert level == LevelAmount(level="main", amount_minor=5_431_207, state=MeterState.LIVE)
    assert [each.amount_minor for each in levels_of(meter, "USD")] == [5_903_486]
    assert levels_of(meter, "GBP") == ()


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (b'"schema_version":1', b'"schema_version":2', ""),
        (b'"schema_version":1', b'"schema_version":3', "schema_version"),
        (b'"schema_version":1', b'"schema_version":"1"', "schema_version"),
        (b'"schema_version":1,', b"", ""),
        (b'"state":"live"}],"own"', b'"state":"live","cap":null}],"own"', "levels.0.cap"),
    ],
)
def test_each_form_of_a_meter_is_read_by_its_own_rules(old, new, where):
    payload = (V1 + b"0" * 128 + b'"}').replace(old, new, 1)
    if where:
        with pytest.raises(BadMessage) as caught:
            read(TOPIC, payload)
        assert caught.value.where == where
    else:
        assert isinstance(read(TOPIC, payload).message, Meter)


def capped(amount: int, cap: int, *, is_reached: bool) -> bytes:
    meter = samples()[TOPIC]
    members = json.loads(meter.to_bytes())
    members["levels"] = [
        {
            "level": "main",
            "amount_minor": amount,
            "state": "live",
            "cap": {"cap_minor": cap, "is_reached": is_reached, "overflow_to": "reserve"},
        }
    ]
    return json.dumps(members).encode()


def test_prg_05_a_meter_says_the_cap_of_each_level():
    for amount, is_reached in ((99, False), (100, False), (100, True)):
        meter = read(TOPIC, capped(amount, 100, is_reached=is_reached)).message
        assert isinstance(meter, Meter)
        cap = LevelCap(cap_minor=100, is_reached=is_reached, overflow_to=OverflowTo.RESERVE)
        assert levels_of(meter, "EUR")[0].cap == cap


@pytest.mark.parametrize(
    ("amount", "is_reached", "what"),
    [(101, False, "above the level's cap"), (101, True, "above"), (99, True, "below a cap")],
)
def test_fc_210_an_amount_that_contradicts_its_cap_is_no_meter(amount, is_reached, what):
    with pytest.raises(BadMessage, match=what) as caught:
        read(TOPIC, capped(amount, 100, is_reached=is_reached))
    assert caught.value.where == "levels.0"
