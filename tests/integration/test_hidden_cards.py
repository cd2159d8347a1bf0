"""No hidden card on any topic that a device may read, nor in any log, at any moment of a round.

A whole house runs. Everybody with a login at the broker listens to everything that is given to
him, and asks for everything that is not. The round stands still at moments at which cards lie face
down, and all that was heard and written so far is searched for them (design: who may see which
card). The screens' side of it is tested beside the API.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from brokers import Peer, eventually
from paho.mqtt.client import topic_matches_sub
from running_house import RunningHouse, running_house

from dealer_station.cards.deck import standard_deck
from dealer_station.demo.house import PROGRESSIVE, SITE, TABLE, DemoHouse
from dealer_station.demo.staff import Staff, View
from dealer_station.demo.token_control import TokenControl
from dealer_station.messages.topics import CommandVerb, EventKind, Topics
from dealer_station.mqtt.session_events import Incoming, SubscriptionRefused
from dealer_station.table.roles import Role

TOPICS = Topics(SITE)
SEATS = (1, 4)
CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][cdhs])(?![0-9A-Za-z])")
LOGS = ("*.log", "broker/*.log")


def every_topic(house: DemoHouse) -> tuple[str, ...]:
    """Every topic and filter by which somebody could ask for cards: one device of each line."""
    topics = [TOPICS.view(TABLE), f"ds/v1/{SITE}/#", f"ds/v1/{SITE}/table/+/+/+/event/+", "#"]
    topics.append(TOPICS.meter(PROGRESSIVE))
    for address in (line.addresses(TABLE)[0] for line in house.lines):
        topics += [TOPICS.event(address, kind) for kind in EventKind]
        topics += [TOPICS.command(address, verb) for verb in CommandVerb]
        topics += [
            TOPICS.head(address),
            TOPICS.birth(address),
            TOPICS.device_state(address),
            TOPICS.reply(address),
            TOPICS.acknowledged(address),
            TOPICS.reported(address, "link"),
            TOPICS.desired(address, "window"),
            TOPICS.desired(address, "lamp"),
        ]
    return tuple(topics)


class Ears:
    """All that the drivers' logins can hear: one connection a topic, so that each is judged."""

    def __init__(self, house: RunningHouse, stack: ExitStack) -> None:
        self.peers: dict[tuple[str, str], Peer] = {}
        for line in house.house.lines:
            url = house.programs.broker.driver_url(TABLE, line.driver)
            for number, topic in enumerate(every_topic(house.house)):
                peer = Peer(url, f"ear-{line.driver}-{number}", topic)
                self.peers[(line.driver, topic)] = stack.enter_context(peer)

    def wait_until_judged(self) -> None:
        """Wait until the broker has granted or refused every topic."""
        for peer in self.peers.values():
            eventually(lambda p=peer: p.session._is_subscribed or p.of(SubscriptionRefused))

    def granted(self) -> set[tuple[str, str]]:
        return {who for who, peer in self.peers.items() if not peer.of(SubscriptionRefused)}

    def heard(self) -> dict[tuple[str, str], str]:
        """Topics and payloads by who heard them."""
        return {
            who: "\n".join(
                f"{one.topic} {one.payload.decode(errors='replace')}" for one in peer.of(Incoming)
            )
            for who, peer in self.peers.items()
        }


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


def logs_of(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(errors="replace")
        for pattern in LOGS
        for path in folder.glob(pattern)
    }


@contextmanager
def dealt_round(house: RunningHouse, dealer: Staff) -> Iterator[dict[str, list[str]]]:
    """Deal a round to two seats; yields the cards by hand, as only the shoe's ledger tells them."""
    dealer.do("open", "open_table")
    dealer.do("round", "open_betting")
    house.shoe.shuffle(1)
    tokens = TokenControl(house.house.acceptors.control)
    for seat in SEATS:
        dealer.do(f"ante {seat}", "place_wager", round=1, seat=seat, spot="ante", amount="10.00")
        dealer.wait_for("a window", lambda view, s=str(seat): view["acceptors"][s]["open"])
        assert tokens.drop(f"acceptor-{seat}")
        dealer.wait_for("a light", lambda view, s=str(seat): view["acceptors"][s]["lit"])
    dealer.do("no more bets", "close_betting", round=1)
    hands: dict[str, list[str]] = {}
    for number in range(1, 5 * (len(SEATS) + 1) + 1):
        view = dealer.wait_for("a card that is due", lambda view: view["next"]["kind"] == "card")
        hand = view["next"]["position"].partition(" card ")[0]
        hands.setdefault(hand, []).append(house.shoe.next_card())
        dealer.wait_for(f"card {number}", lambda view, n=number: view["draws"] >= n)
    yield hands


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_no_device_and_no_log_shows_a_card_that_lies_face_down(tmp_path):
    deck = {str(card) for card in standard_deck()}
    with running_house(tmp_path / "house", is_full=True) as house, ExitStack() as stack:
        ears = Ears(house, stack)
        ears.wait_until_judged()
        cards = f"ds/v1/{SITE}/table/+/+/+/event/card"
        station = stack.enter_context(Peer(house.programs.broker.station_url(), "witness", cards))
        station.wait_ready()
        dealer = stack.enter_context(house.signed_in(Role.DEALER))
        with dealt_round(house, dealer) as hands:
            shown = {card for card in seen(dealer.view(), "dealer") if card != "##"}
            assert len(shown) == 1, "one card of the dealer lies face up"
            assert_nothing_of(deck - shown, ears, house)
            dealt = {card for cards in hands.values() for card in cards}
            heard = "".join(payload.decode() for payload in station.payloads())
            assert cards_in(heard) == dealt, "the station hears every card, or nothing is proved"
            dealer.do("fold", "act", round=1, seat=SEATS[0], action="fold")
            dealer.do("bet", "act", round=1, seat=SEATS[1], action="bet")
            view = dealer.wait_for("payment", lambda view: view["next"]["kind"] == "pay")
            turned = {*hands["dealer"], *hands[f"seat {SEATS[1]}"]}
            assert set(seen(view, "dealer")) == set(hands["dealer"])
            while view["next"]["kind"] == "pay":
                dealer.do_on_sight(
                    f"pay {view['next']['seat']}", "pay_seat", round=1, seat=view["next"]["seat"]
                )
                view = dealer.view()
            # The folded hand is never turned, and what was not dealt is in the shoe.
            assert_nothing_of(deck - turned, ears, house)
        assert ears.granted() == given(house.house)


def given(house: DemoHouse) -> set[tuple[str, str]]:
    """What the contract lets each driver read, of all that was asked for."""
    found = set()
    for line in house.lines:
        rights = TOPICS.driver_rights(TABLE, line.driver, line.addresses(TABLE))
        for topic in every_topic(house):
            if any(topic_matches_sub(right, topic) for right in rights.subscribe):
                found.add((line.driver, topic))
    return found


def seen(view: View, hand: str) -> list[str]:
    """The cards of a hand as a view shows them."""
    cards: list[str] = view["cards"].get(hand, "").split()
    return cards


def assert_nothing_of(hidden: set[str], ears: Ears, house: RunningHouse) -> None:
    """Look through everything that was heard and written so far."""
    for who, text in ears.heard().items():
        assert not cards_in(text) & hidden, f"{who} heard a card that lies face down"
    logs = logs_of(house.house.directory)
    assert {"station.log", *(f"{line.driver}.log" for line in house.house.lines)} <= set(logs)
    for name, text in logs.items():
        found = cards_in(text) & hidden
        assert not found, f"{name} holds a card that lies face down"
