"""Bettors over HTTP: batches in both forms, an answer for each entry, the book, one's own row."""

import uuid
from typing import Any

import httpx
import pytest
from api_builders import code_of, must, sign_in
from book_station import URL, BookStation
from people_builders import STAFF

from dealer_station.api.bettors.schemas import batch_schema
from dealer_station.bettors.batches import decision_batch, wager_batch
from dealer_station.bettors.encoding import encode_batch
from dealer_station.people.people import People
from dealer_station.people.rights import RIGHTS, Right
from dealer_station.table.roles import Role

BYTES = {"Content-Type": "application/octet-stream"}
ACCOUNTS = tuple(STAFF)


def body_of(kind: str, *entries: dict[str, Any], batch_id: str = "") -> dict[str, Any]:
    return {"kind": kind, "batch_id": batch_id or str(uuid.uuid4()), "entries": list(entries)}


def wager(bettor: int, spot: str = "ante", amount: str = "10.00") -> dict[str, Any]:
    return {"bettor": bettor, "spot": spot, "amount": amount}


def post(client: httpx.Client, body: Any, number: int = 1) -> httpx.Response:
    if isinstance(body, bytes):
        return client.post(f"{URL}/batches?round={number}", content=body, headers=BYTES)
    return client.post(f"{URL}/batches?round={number}", json=body)


def test_a_round_over_http(book: BookStation, platform: httpx.Client) -> None:
    book.play.run("open_betting")
    sent = body_of("wagers", wager(1), wager(1, "bonus", "5.00"), wager(2), wager(3, amount="1.00"))
    answer = must(post(platform, sent))
    assert answer == {
        "batch_id": sent["batch_id"],
        "version": book.play.state.version,
        "repeat": False,
        "entries": 4,
        "accepted": 3,
        "refused": [{"entry": 3, "code": "below_min"}],
    }
    taken_back = body_of(
        "withdrawals", {"bettor": 2, "spot": "ante"}, {"bettor": 9, "spot": "ante"}
    )
    assert must(post(platform, taken_back))["refused"] == [{"entry": 1, "code": "no_such_stake"}]
    must(post(platform, body_of("wagers", wager(2**64 - 1, amount="7.50"))))
    assert must(platform.get(f"{URL}/bettors"))["bettors"] == 2
    book.play.deal()
    assert must(platform.get(f"{URL}/bettors/1"))["call_to_collect"] is True
    decided = body_of(
        "decisions",
        {"bettor": 1, "action": "call", "amount": "20.00"},
        {"bettor": 2**64 - 1, "action": "call", "amount": "20.00"},
        {"bettor": 2**64 - 1, "action": "fold", "amount": "0.001"},
    )
    assert must(post(platform, decided))["refused"] == [
        {"entry": 1, "code": "wrong_amount"},
        {"entry": 2, "code": "wrong_amount"},
    ]
    book.play.time_out()
    book.play.run("shoe: 2c 2h")
    view = must(platform.get(URL))["view"]
    assert view["next"] == {"kind": "pay", "seat": 0}
    pay = {"command_id": str(uuid.uuid4()), "command": "pay_seat", "seat": 0}
    pay |= {"round": 1, "version": view["version"]}
    assert code_of(platform.post(f"{URL}/commands", json=pay)) == "right_missing"
    with book.station.screen() as dealer:
        sign_in(dealer, Role.DEALER)
        must(dealer.post(f"{URL}/commands", json=pay))
    shown = must(platform.get(f"{URL}/bettors"))
    assert (shown["stage"], shown["house"]) == ("closed", "-57.50")
    assert [(one["bettor"], one["result"], one["auto_folded"]) for one in shown["shown"]] == [
        (1, "65.00", False),
        (2**64 - 1, "-7.50", True),
    ]
    assert must(platform.get(f"{URL}/bettors/{2**64 - 1}")) == shown["shown"][1]


def test_the_packed_form_is_the_same_batch(book: BookStation, platform: httpx.Client) -> None:
    book.play.run("open_betting")
    sent = body_of("wagers", wager(1), wager(2, amount="2.00"))
    packed = encode_batch(wager_batch(sent["batch_id"], [(1, "ante", 1000), (2, "ante", 200)]))
    first = must(post(platform, packed))
    assert (first["accepted"], first["repeat"]) == (1, False)
    again = must(post(platform, sent))
    assert again == first | {"repeat": True}
    assert book.play.sums.batches == 1


def test_a_batch_sent_again_in_a_later_round_gets_its_first_answers(
    book: BookStation, platform: httpx.Client
) -> None:
    book.play.run("open_betting")
    sent = body_of("wagers", wager(1), wager(2, amount="2.00"))
    first = must(post(platform, sent))
    book.play.deal().decide((1, "fold")).finish()
    book.play.run("open_betting")
    assert must(post(platform, sent, 1)) == first | {"repeat": True}
    assert code_of(post(platform, body_of("wagers", wager(1)), 1)) == "stale_round"


def test_an_id_with_other_content_is_a_conflict(book: BookStation, platform: httpx.Client) -> None:
    book.play.run("open_betting")
    sent = body_of("wagers", wager(1))
    must(post(platform, sent))
    answer = post(platform, sent | {"entries": [wager(1, amount="20.00")]})
    assert (answer.status_code, code_of(answer)) == (409, "batch_conflict")
    assert book.play.sums.staked_minor == {"ante": 1000}


def test_a_whole_batch_is_refused_with_the_tables_reason(
    book: BookStation, platform: httpx.Client
) -> None:
    answer = post(platform, body_of("wagers", wager(1)), 0)
    assert (answer.status_code, code_of(answer)) == (409, "not_open")
    answer = platform.post("/api/tables/CS-2/batches?round=0", json=body_of("wagers", wager(1)))
    assert code_of(answer) == "not_open"
    assert platform.post("/api/tables/x/batches?round=0", json={}).status_code == 404


def test_an_amount_that_is_not_in_whole_cents_is_refused_alone(
    book: BookStation, platform: httpx.Client
) -> None:
    book.play.run("open_betting")
    sent = body_of("wagers", wager(1, amount="10.005"), wager(1))
    assert must(post(platform, sent))["refused"] == [{"entry": 0, "code": "bad_amount"}]


CAPITALS = "6F1B7C52-2C0E-4E0A-9D0B-5A3C8F7E1D24"
"""An id is written in small letters: each has one form."""


NO_BATCHES: tuple[tuple[Any, str], ...] = (
    ({"kind": "wagers", "batch_id": "x", "entries": [wager(1)]}, "wagers.batch_id"),
    (body_of("wagers"), "wagers.entries"),
    (body_of("tips", wager(1)), ""),
    (body_of("wagers", wager(-1)), "wagers.entries.0.bettor"),
    (body_of("wagers", wager(2**64)), "wagers.entries.0.bettor"),
    (body_of("wagers", wager(1) | {"amount": 10}), "wagers.entries.0.amount"),
    (body_of("wagers", wager(1) | {"amount": "-1"}), "wagers.entries.0.amount"),
    (body_of("wagers", wager(1) | {"more": 1}), "wagers.entries.0.more"),
    (body_of("wagers", *[wager(1)] * 65), "body.entries"),
    (b"DSBB", "body"),
    (b"", "body"),
    (encode_batch(wager_batch("b1", [(1, "ante", 1)])), "body"),
    (encode_batch(decision_batch(CAPITALS, [(1, "call", None)])), "body"),
)


def test_what_is_no_batch_is_refused_whole_with_its_place(
    book: BookStation, platform: httpx.Client, subtests: pytest.Subtests
) -> None:
    book.play.run("open_betting")
    for body, place in NO_BATCHES:
        with subtests.test(place, body=str(body)[:80]):
            answer = post(platform, body)
            assert (answer.status_code, code_of(answer)) == (422, "bad_input")
            assert place in answer.json()["facts"]
            assert book.play.sums.batches == 0


def test_other_content_types_and_broken_json_are_refused(platform: httpx.Client) -> None:
    url = f"{URL}/batches?round=0"
    plain = platform.post(url, content=b"x", headers={"Content-Type": "text/plain"})
    assert (plain.status_code, list(plain.json()["facts"])) == (422, ["content-type"])
    broken = platform.post(url, content=b"{", headers={"Content-Type": "application/json"})
    assert (broken.status_code, code_of(broken)) == (400, "malformed")
    assert platform.post(f"{URL}/batches", json=body_of("wagers", wager(1))).status_code == 422


def test_a_batch_may_be_larger_than_a_command_and_not_larger_than_that(
    book: BookStation, platform: httpx.Client
) -> None:
    book.play.run("open_betting")
    rows = [(bettor, "ante", 1000) for bettor in range(1, 2_001)]
    packed = encode_batch(wager_batch(str(uuid.uuid4()), rows))
    assert 2_048 < len(packed) < 65_536
    assert must(post(platform, packed))["accepted"] == 2_000
    assert code_of(post(platform, b"x" * 65_537)) == "too_large"


@pytest.mark.parametrize("role", ACCOUNTS)
def test_who_may_send_and_who_may_look(
    book: BookStation, screen: httpx.Client, people: People, role: Role
) -> None:
    book.play.bet((1, "ante", 1000))
    sign_in(screen, role)
    answers = {
        Right.SEND_BATCHES: [post(screen, body_of("wagers", wager(2)))],
        Right.VIEW_BETTORS: [screen.get(f"{URL}/bettors"), screen.get(f"{URL}/bettors/1")],
    }
    for right, sent in answers.items():
        for answer in sent:
            if role in RIGHTS[right]:
                assert answer.status_code == 200
            else:
                assert (answer.status_code, code_of(answer)) == (403, "right_missing")
                assert answer.json()["facts"]["right"] == right.value
                assert people.journal.read(limit=1)[0].kind.value == "right_refused"


def test_nobody_looks_or_sends_without_a_session(book: BookStation, screen: httpx.Client) -> None:
    book.play.bet((1, "ante", 1000))
    for answer in (
        post(screen, body_of("wagers", wager(2))),
        screen.get(f"{URL}/bettors"),
        screen.get(f"{URL}/bettors/1"),
    ):
        assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_what_is_not_there_is_not_found(book: BookStation, platform: httpx.Client) -> None:
    assert platform.get(f"{URL}/bettors").status_code == 404
    assert platform.get("/api/tables/CS-2/bettors").status_code == 404
    book.play.bet((1, "ante", 1000))
    assert platform.get(f"{URL}/bettors/2").status_code == 404
    assert platform.get(f"{URL}/bettors/x").status_code == 422


def test_the_document_has_every_form_of_a_batch(platform: httpx.Client) -> None:
    document = platform.get("/api/openapi.json").json()
    content = document["paths"]["/api/tables/{table_id}/batches"]["post"]["requestBody"]["content"]
    assert set(content) == {"application/json", "application/octet-stream"}
    assert set(content["application/json"]["schema"]["discriminator"]["mapping"]) == {
        "wagers", "withdrawals", "decisions",
    }  # fmt: skip
    assert batch_schema()[1].keys() <= document["components"]["schemas"].keys()
