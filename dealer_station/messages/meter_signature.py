"""The signature of a meter: made by a station, checked by whoever shows the meter.

Knows Ed25519 and key ids. A checker holds public keys that were given to it by configuration,
never over MQTT (design: keys). Reads no file.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from dealer_station.messages.meter_display import AnyMeter


def public_key_id(raw: bytes) -> str:
    """Return the id that goes with every signature of a key, from its raw public part."""
    return sha256(raw).hexdigest()[:16]


def keys_by_id(texts: Iterable[str]) -> dict[str, bytes]:
    """Return raw public keys by id from hexadecimal text, as configuration files hold them.

    Raises ValueError for a text that is no Ed25519 public key.
    """
    keys = [bytes.fromhex(text) for text in texts]
    for key in keys:
        Ed25519PublicKey.from_public_bytes(key)
    return {public_key_id(key): key for key in keys}


class UntrustedMeter(ValueError):  # noqa: N818 - it names the meter, not the error
    """A meter that must not be shown: no key for it, or its signature does not hold."""


def is_trusted(meter: AnyMeter, keys: Mapping[str, bytes]) -> bool:
    """Whether a meter was signed with one of `keys`: raw public keys by key id."""
    try:
        check(meter, keys)
    except UntrustedMeter:
        return False
    return True


def check(meter: AnyMeter, keys: Mapping[str, bytes]) -> None:
    """Return if a meter was signed with one of `keys`. Raises UntrustedMeter with the reason."""
    key = keys.get(meter.key_id)
    if key is None:
        raise UntrustedMeter(f"no public key is configured for {meter.key_id}")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(
            bytes.fromhex(meter.signature), meter.signed_bytes()
        )
    except (InvalidSignature, ValueError):
        raise UntrustedMeter(f"the signature of {meter.key_id} does not hold") from None
