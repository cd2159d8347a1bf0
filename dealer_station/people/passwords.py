"""Passwords: their hash, their check, and which ones are refused.

argon2id with 19 MiB, two passes, one lane: about 40 ms a check on a small machine. Every call is
work for a thread, never for the event loop. Passwords are compared after Unicode NFKC, so that
the same keys give the same password on every keyboard and browser.
"""

import unicodedata
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

PASSWORD_LENGTH_MAX: Final = 128
_DISTINCT_MIN: Final = 5
_ADDED_MIN: Final = 6

# Words from which the passwords are made that everybody tries first.
_COMMON: Final = (
    "password", "passw0rd", "123456", "12345678", "qwerty", "letmein", "welcome", "admin",
    "iloveyou", "monkey", "dragon", "football", "baseball", "abc123", "111111", "sunshine",
    "princess", "superman", "trustno1", "changeme", "secret", "casino", "jackpot", "dealer",
    "supervisor", "blackjack", "baccarat", "poker", "haslo", "zaq1",
)  # fmt: skip


class PasswordRefusedError(Exception):
    """A new password that must not be used; `reason` is a code, the text says what to do."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Passwords:
    """Hashes and checks passwords. Thread-safe; slow on purpose."""

    def __init__(self, length_min: int) -> None:
        self._length_min = length_min
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1, type=Type.ID)
        # Checked for unknown people, so that their refusal takes as long as anybody's.
        self._nobody = self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """Return the hash to store."""
        return self._hasher.hash(_normal(password))

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether `password` belongs to the hash; None is nobody's hash, and costs the same."""
        try:
            self._hasher.verify(password_hash or self._nobody, _normal(password))
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None

    def needs_rehash(self, password_hash: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(password_hash)

    def check_new(self, password: str, *, person_id: str, name: str) -> None:
        """Raise PasswordRefusedError for a password that is short, common or about its owner."""
        text = _normal(password)
        if len(text) < self._length_min:
            raise PasswordRefusedError(
                "too_short", f"Use at least {self._length_min} characters; a sentence is fine."
            )
        if len(text) > PASSWORD_LENGTH_MAX:
            raise PasswordRefusedError("too_long", f"Use at most {PASSWORD_LENGTH_MAX} characters.")
        lowered = text.lower()
        if _is_common(lowered) or len(set(lowered)) < _DISTINCT_MIN:
            raise PasswordRefusedError(
                "too_common", "This is among the first that anybody would try. Choose another."
            )
        own = [word.lower() for word in (person_id, *name.split()) if len(word) > 2]  # noqa: PLR2004 - initials
        if any(word in lowered for word in own):
            raise PasswordRefusedError(
                "about_owner", "Leave your name and staff number out of the password."
            )


def _is_common(lowered: str) -> bool:
    """Whether the password is a well-known word with little added to it."""
    return any(word in lowered and len(lowered) - len(word) < _ADDED_MIN for word in _COMMON)


def _normal(password: str) -> str:
    """Return the password in the one spelling that is hashed."""
    return unicodedata.normalize("NFKC", password)
