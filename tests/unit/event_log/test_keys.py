import stat
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from dealer_station.event_log.keys import (
    KeyFileError,
    SigningKey,
    key_id_of,
    load_or_create,
    public_keys,
    public_keys_by_purpose,
)


def test_a_key_is_made_once_readable_by_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    key = load_or_create(folder, "seal")

    assert stat.S_IMODE((folder / "seal.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert load_or_create(folder, "seal").key_id == key.key_id
    assert sorted(path.name for path in folder.iterdir()) == ["seal.key", "seal.pub"]


def test_the_public_part_checks_what_the_private_part_signed(tmp_path: Path) -> None:
    key = load_or_create(tmp_path, "seal")
    other = load_or_create(tmp_path, "meter")

    keys = public_keys(tmp_path)

    assert keys.keys() == {key.key_id, other.key_id}
    keys[key.key_id].verify(key.sign(b"content"), b"content")
    assert public_keys(tmp_path / "meter.pub").keys() == {other.key_id}
    assert len(key.key_id) == 16


def test_a_private_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    load_or_create(tmp_path, "seal")
    (tmp_path / "seal.key").chmod(0o640)

    with pytest.raises(KeyFileError, match="mode 0640"):
        load_or_create(tmp_path, "seal")


def test_many_who_start_together_get_one_key(tmp_path: Path) -> None:
    found: list[str] = []
    start = threading.Barrier(6)

    def make() -> None:
        start.wait()
        found.append(load_or_create(tmp_path, "seal").key_id)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 6
    assert len(set(found)) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["seal.key", "seal.pub"]


@pytest.mark.parametrize("content", [b"", b"not a key", b"\xff"])
def test_what_is_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    for name in ("seal.key", "seal.pub"):
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o600)

    with pytest.raises(KeyFileError, match="no private key"):
        load_or_create(tmp_path, "seal")
    with pytest.raises(KeyFileError, match="no public key"):
        public_keys(tmp_path)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    key = X25519PrivateKey.generate()
    (tmp_path / "seal.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    (tmp_path / "seal.key").chmod(0o600)
    (tmp_path / "seal.pub").write_bytes(
        key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    )

    with pytest.raises(KeyFileError, match="no Ed25519 key"):
        load_or_create(tmp_path, "seal")
    with pytest.raises(KeyFileError, match="no Ed25519 key"):
        public_keys(tmp_path)


def test_a_missing_public_key_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match=r"none\.pub"):
        public_keys(tmp_path / "none.pub")


def test_the_key_id_follows_from_the_public_key() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))

    assert SigningKey.of(private).key_id == "139e3940e64b5491"


def test_a_new_key_is_published_and_the_earlier_one_kept_under_its_id(tmp_path: Path) -> None:
    earlier = load_or_create(tmp_path, "meter")
    (tmp_path / "meter.key").unlink()
    newer = load_or_create(tmp_path, "meter")
    assert newer.key_id != earlier.key_id
    by_purpose = public_keys_by_purpose(tmp_path)
    assert {name: key_id_of(key) for name, key in by_purpose.items()} == {"meter": newer.key_id}
    assert set(public_keys(tmp_path)) == {earlier.key_id, newer.key_id}
    assert (tmp_path / f"meter.{earlier.key_id}.pub").is_file()
