"""Ed25519 key files: the private part in PEM with mode 0600, the public part beside it.

Knows files and keys, not what is signed. One pair a station and purpose (design: seal, meter).
The key id is the first 16 hexadecimal digits of the SHA-256 of the raw public key, so whoever
holds a public key can tell which signatures it is for.
"""

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from dealer_station.messages.meter_signature import public_key_id

PRIVATE_SUFFIX: Final = ".key"
PUBLIC_SUFFIX: Final = ".pub"
_PUBLIC_MODE: Final = 0o644


class KeyFileError(Exception):
    """A key file that cannot be trusted or read; says which and why."""


def key_id_of(public_key: Ed25519PublicKey) -> str:
    """The id that goes with every signature."""
    return public_key_id(public_key.public_bytes_raw())


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and its id."""

    key_id: str
    private_key: Ed25519PrivateKey

    @classmethod
    def of(cls, private_key: Ed25519PrivateKey) -> Self:
        """With the id that follows from it."""
        return cls(key_id_of(private_key.public_key()), private_key)

    def sign(self, content: bytes) -> bytes:
        """The 64 bytes of the signature."""
        return self.private_key.sign(content)


def load_or_create(folder: Path, purpose: str) -> SigningKey:
    """The pair `<purpose>.key` and `<purpose>.pub`, generated when there is none.

    Raises KeyFileError when others than the owner can read the private part, or when it is no
    Ed25519 key. The folder is made, with mode 0700, when it is absent.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{purpose}{PRIVATE_SUFFIX}"
    if not path.exists():
        with suppress(FileExistsError):  # another process was quicker: its key counts
            _create(path)
    key = SigningKey.of(_load_private(path))
    _publish(folder / f"{purpose}{PUBLIC_SUFFIX}", key)
    return key


def _publish(public: Path, key: SigningKey) -> None:
    """Put the public part beside its private one; that of an earlier key stays under its id.

    Signatures of the earlier key are still to be checked, and nobody may be given a public key
    that the station does not sign with any more.
    """
    if public.exists():
        earlier = key_id_of(_load_public(public))
        if earlier == key.key_id:
            return
        public.rename(public.with_name(f"{public.stem}.{earlier}{PUBLIC_SUFFIX}"))
    with _draft(public, _public_pem(key.private_key)) as draft:
        draft.chmod(_PUBLIC_MODE)
        draft.replace(public)


def public_keys(path: Path) -> Mapping[str, Ed25519PublicKey]:
    """Public keys by id, from one `.pub` file or all of a folder. Raises KeyFileError."""
    files = sorted(path.glob(f"*{PUBLIC_SUFFIX}")) if path.is_dir() else [path]
    keys = [_load_public(file) for file in files]
    return {key_id_of(key): key for key in keys}


def public_keys_by_purpose(folder: Path) -> Mapping[str, Ed25519PublicKey]:
    """A station's own public keys, by what they are for; none where it has never run.

    Earlier ones, which stand beside them under their ids, are left out.

    Raises KeyFileError.
    """
    files = sorted(folder.glob(f"*{PUBLIC_SUFFIX}"))
    return {file.stem: _load_public(file) for file in files if "." not in file.stem}


def _create(path: Path) -> None:
    """Put a new key there; FileExistsError when another process has done so meanwhile."""
    content = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with _draft(path, content) as draft:
        os.link(draft, path)


def _public_pem(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


@contextmanager
def _draft(path: Path, content: bytes) -> Iterator[Path]:
    """A whole and durable file beside `path`, mode 0600, to be given its name in one step."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _load_private(path: Path) -> Ed25519PrivateKey:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise KeyFileError(f"{path} has mode {mode:04o}: others may read it; set it to 0600")
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyFileError(f"{path} holds no private key: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path} holds no Ed25519 key")
    return key


def _load_public(path: Path) -> Ed25519PublicKey:
    try:
        key = serialization.load_pem_public_key(path.read_bytes())
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise KeyFileError(f"{path} holds no public key: {error}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{path} holds no Ed25519 key")
    return key
