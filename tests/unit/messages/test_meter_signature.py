"""The meter's signature: who may be believed, and what is said of anything else."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from message_samples import PROGRESSIVE, TOPICS, samples

from dealer_station.event_log.keys import key_id_of
from dealer_station.messages.meter_display import Meter
from dealer_station.messages.meter_signature import (
    UntrustedMeter,
    check,
    is_trusted,
    keys_by_id,
    public_key_id,
)

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RAW = KEY.public_key().public_bytes_raw()


def signed(**changes: object) -> Meter:
    sample = samples()[TOPICS.meter(PROGRESSIVE)]
    assert isinstance(sample, Meter)
    meter = sample.model_copy(update={"key_id": public_key_id(RAW), **changes})
    return meter.model_copy(update={"signature": KEY.sign(meter.signed_bytes()).hex()})


def test_a_meter_of_a_known_key_is_trusted():
    keys = keys_by_id([RAW.hex()])
    check(signed(), keys)
    assert is_trusted(Meter.from_bytes(signed().to_bytes()), keys)


def test_one_changed_field_breaks_the_signature():
    forged = signed().model_copy(update={"sequence": 10})
    with pytest.raises(UntrustedMeter, match="does not hold"):
        check(forged, keys_by_id([RAW.hex()]))


def test_a_key_that_is_not_configured_is_named():
    with pytest.raises(UntrustedMeter, match=public_key_id(RAW)):
        check(signed(), {})


def test_another_key_under_the_same_id_is_not_believed():
    other = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))).public_key()
    assert not is_trusted(signed(), {public_key_id(RAW): other.public_bytes_raw()})


@pytest.mark.parametrize("text", ["", "zz" * 32, "00" * 31])
def test_what_is_no_public_key_is_refused(text):
    with pytest.raises(ValueError, match=r"32 bytes|hexadecimal"):
        keys_by_id([text])


def test_key_files_use_the_same_id():
    assert key_id_of(KEY.public_key()) == public_key_id(RAW)
