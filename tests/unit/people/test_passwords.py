import pytest

from dealer_station.people.passwords import PasswordRefusedError, Passwords


@pytest.fixture(scope="module")
def passwords() -> Passwords:
    return Passwords(length_min=12)


def refusal(passwords: Passwords, password: str) -> str:
    with pytest.raises(PasswordRefusedError) as refused:
        passwords.check_new(password, person_id="D-104", name="Dana Wilk")
    return refused.value.reason


def test_a_hash_fits_its_password_only(passwords: Passwords) -> None:
    stored = passwords.hash("seven tall green lamps")
    assert passwords.verify(stored, "seven tall green lamps")
    assert not passwords.verify(stored, "seven tall green lamp")
    assert not passwords.verify(stored, "")


def test_equal_passwords_have_different_hashes(passwords: Passwords) -> None:
    assert passwords.hash("seven tall green lamps") != passwords.hash("seven tall green lamps")


def test_hashes_use_the_chosen_parameters(passwords: Passwords) -> None:
    stored = passwords.hash("seven tall green lamps")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert not passwords.needs_rehash(stored)
    assert passwords.needs_rehash(stored.replace("t=2", "t=1"))


@pytest.mark.parametrize("password", ["nobody has this password", "", "anything"])
def test_nobody_has_no_password(passwords: Passwords, password: str) -> None:
    assert not passwords.verify(None, password)


def test_a_broken_hash_lets_nobody_in(passwords: Passwords) -> None:
    assert not passwords.verify("not a hash", "anything")


def test_one_password_typed_on_two_keyboards_is_one_password(passwords: Passwords) -> None:
    stored = passwords.hash("cafe\u0301 seven green lamps")
    assert passwords.verify(stored, "caf\u00e9 seven green lamps")


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short lamps", "too_short"),
        ("x" * 129, "too_long"),
        ("aaaaaaaaaaaa", "too_common"),
        ("password1234", "too_common"),
        ("2026Password", "too_common"),
        ("my id is D-104 ok", "about_owner"),
        ("green wilk lamps", "about_owner"),
    ],
)
def test_a_weak_password_is_refused_with_its_reason(
    passwords: Passwords, password: str, reason: str
) -> None:
    assert refusal(passwords, password) == reason


def test_a_sentence_is_accepted_even_with_a_common_word(passwords: Passwords) -> None:
    passwords.check_new("the old casino by the sea", person_id="D-104", name="Dana Wilk")
