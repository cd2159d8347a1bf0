"""Meter messages: what is signed, and that a real signature holds over it."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from message_samples import PROGRESSIVE, TOPICS, samples

from dealer_station.messages.meter_display import Meter


def test_signature_covers_everything_before_it():
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    unsigned = samples()[TOPICS.meter(PROGRESSIVE)]
    assert isinstance(unsigned, Meter)
    meter = unsigned.model_copy(update={"signature": key.sign(unsigned.signed_bytes()).hex()})
    again = Meter.from_bytes(meter.to_bytes())
    key.public_key().verify(bytes.fromhex(again.signature), again.signed_bytes())
    forged = again.model_copy(update={"sequence": again.sequence + 1})
    with pytest.raises(InvalidSignature):
        key.public_key().verify(bytes.fromhex(forged.signature), forged.signed_bytes())


def test_a_reader_without_this_code_finds_the_signed_bytes():
    meter = samples()[TOPICS.meter(PROGRESSIVE)]
    assert isinstance(meter, Meter)
    members = json.loads(meter.to_bytes())
    assert list(members)[-1] == "signature"
    del members["signature"]
    assert json.dumps(members, separators=(",", ":")).encode() == meter.signed_bytes()
