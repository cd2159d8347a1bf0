"""One valid message of every class, for tests of the contract and of delivery."""

from typing import Any

from dealer_station.messages.bet_acceptor import (
    LAMP,
    WINDOW,
    Lamp,
    LampMoved,
    TokenTaken,
    Window,
    WindowMoved,
)
from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import (
    Acknowledged,
    Assurance,
    Birth,
    Command,
    DeviceFault,
    DeviceState,
    DriverLife,
    DriverState,
    FaultClass,
    Head,
    Life,
    LinkReport,
    OwnedDevice,
    Replayed,
    Reply,
    ReplyResult,
)
from dealer_station.messages.envelope import Message, Position
from dealer_station.messages.meter_display import (
    SHOWN,
    Hit,
    LevelAmount,
    LevelAmountV1,
    LevelCap,
    Meter,
    MeterState,
    MeterV1,
    OverflowTo,
    Shown,
)
from dealer_station.messages.table import Alive, TableView
from dealer_station.messages.topics import (
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    EventKind,
    Topics,
)

SITE = "gardens"
TABLE = "CS-2"
DRIVER = "shoe-driver"
PROGRESSIVE = "main"
SHOE = DeviceAddress(TABLE, DeviceKind.CARD_SHOE, "shoe-1")
ACCEPTOR = DeviceAddress(TABLE, DeviceKind.BET_ACCEPTOR, "acceptor-4")
SIGN = DeviceAddress(TABLE, DeviceKind.METER_DISPLAY, "sign-1")
TOPICS = Topics(SITE)
NOW = 1_796_000_000_000


def card_drawn(session: int = 1, sequence: int = 1, card: str = "As", **changes: Any) -> CardDrawn:
    """A card whose predecessor is the event before it in its session, or none."""
    previous = Position(session, sequence - 1) if sequence > 1 else None
    fields: dict[str, Any] = {
        "device": SHOE.device,
        "session": session,
        "sequence": sequence,
        "previous": previous,
        "device_time": NOW + sequence % 1_000_000,
        "card": card,
        "symbology": 0x03,
        "symbol": f"CARD-{card}",
        "retransmitted": False,
        "assurance": Assurance.ACKNOWLEDGED,
    }
    return CardDrawn(**(fields | changes))


def samples() -> dict[str, Message]:
    """Topic -> a message that belongs there; every class of the contract at least once."""
    own = {"device": SHOE.device, "session": 3}
    seat = {"device": ACCEPTOR.device, "session": 3}
    return {
        TOPICS.driver_state(TABLE, DRIVER): DriverState(
            driver=DRIVER,
            session=3,
            state=DriverLife.READY,
            since=NOW,
            devices=(OwnedDevice(kind=SHOE.kind, device=SHOE.device),),
        ),
        TOPICS.device_state(SHOE): DeviceState(**own, state=Life.READY, since=NOW),
        TOPICS.birth(SHOE): Birth(
            **own,
            kind=SHOE.kind,
            protocol="ssi",
            model_profile="generic-ssi",
            serial_number="0042",
            firmware=None,
            driver_version="0.1.0",
            capabilities=("replay",),
            assurance=Assurance.ACKNOWLEDGED,
        ),
        TOPICS.head(SHOE): Head(**own, sequence=5, previous=Position(2, 9), device_time=NOW),
        TOPICS.acknowledged(SHOE): Acknowledged(epoch=1, device=SHOE.device, session=3, sequence=4),
        TOPICS.reply(SHOE): Reply(
            **own,
            command_id="c-1",
            result=ReplyResult.DONE,
            replayed=Replayed(first=Position(3, 1), count=4),
        ),
        TOPICS.command(SHOE, CommandVerb.REPLAY): Command(
            epoch=1,
            device=SHOE.device,
            command_id="c-1",
            verb=CommandVerb.REPLAY,
            sent_at=NOW,
            expires_at=NOW + 2_000,
            replay_after=Position(3, 0),
        ),
        TOPICS.event(SHOE, EventKind.CARD): card_drawn(3, 2),
        TOPICS.event(SHOE, EventKind.FAULT): DeviceFault(
            **own,
            sequence=1,
            previous=Position(2, 9),
            device_time=NOW,
            code="scanner_gave_up",
            fault_class=FaultClass.FACTS_LOST,
            lost_count=1,
        ),
        TOPICS.event(ACCEPTOR, EventKind.CREDIT): TokenTaken(
            **seat,
            sequence=1,
            previous=None,
            device_time=NOW,
            token=3,
            coin_id="US100A",
            value_minor=100,
            path=2,
            device_counter=1,
            assurance=Assurance.IDENTIFIED,
        ),
        TOPICS.event(ACCEPTOR, EventKind.WINDOW): WindowMoved(
            **seat,
            sequence=2,
            previous=Position(3, 1),
            device_time=NOW,
            is_open=False,
            order=812,
            device_counter=1,
        ),
        TOPICS.event(ACCEPTOR, EventKind.LAMP): LampMoved(
            **seat, sequence=3, previous=Position(3, 2), device_time=NOW, is_lit=True
        ),
        TOPICS.desired(ACCEPTOR, WINDOW): Window(
            epoch=1, device=ACCEPTOR.device, sequence=5, is_open=False, order=812
        ),
        TOPICS.desired(ACCEPTOR, LAMP): Lamp(
            epoch=1, device=ACCEPTOR.device, sequence=6, is_lit=True
        ),
        TOPICS.reported(SIGN, SHOWN): Shown(
            device=SIGN.device,
            session=3,
            progressive=PROGRESSIVE,
            level="main",
            what="amount",
            amount_minor=5_431_207,
            text="54,312.07",
            is_read_back=True,
            epoch=1,
            sequence=9,
            shown_at=NOW,
        ),
        TOPICS.reported(SHOE, "link"): LinkReport(
            **own,
            since=NOW,
            frames_good=10,
            frames_bad=0,
            frames_repeated=1,
            frames_refused=0,
            reconnects=2,
        ),
        TOPICS.view(TABLE): TableView(
            epoch=1, table=TABLE, version=17, view={"phase": "betting", "cards": {"dealer": ["??"]}}
        ),
        TOPICS.alive(TABLE): Alive(epoch=1, table=TABLE, sequence=7, sent_at=NOW),
        TOPICS.meter(PROGRESSIVE): Meter(
            epoch=1,
            progressive=PROGRESSIVE,
            sequence=9,
            sent_at=NOW,
            currency="EUR",
            levels=(
                LevelAmount(
                    level="main",
                    amount_minor=5_431_207,
                    state=MeterState.LIVE,
                    cap=LevelCap(
                        cap_minor=25_000_000, is_reached=False, overflow_to=OverflowTo.RESERVE
                    ),
                ),
            ),
            hit=Hit(
                number=3,
                level="main",
                table="Caribbean Stud 1",
                seats=(4,),
                amount_minor=603_467,
                category="straight_flush",
                hand=("5h", "6h", "7h", "8h", "9h"),
                hit_at=NOW,
            ),
            key_id="meter-1",
            signature="0" * 128,
        ),
    }


def meter_v1() -> MeterV1:
    """A meter in the form that stations no longer send."""
    return MeterV1(
        epoch=1,
        progressive=PROGRESSIVE,
        sequence=9,
        sent_at=NOW,
        currency="EUR",
        levels=(LevelAmountV1(level="main", amount_minor=5_431_207, state=MeterState.LIVE),),
        hit=None,
        key_id="meter-1",
        signature="0" * 128,
    )
