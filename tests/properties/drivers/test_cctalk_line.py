"""Random lives of a line: tokens, wishes, noise, kills, power cuts; the devices' books agree after.

Every token that a device counted is a fact exactly once, or a fault says how many are missing or
that nobody can know; what a device never counted is never a fact; a window that is wished shut is
shut, and a lamp is what it is wished to be.
"""

from dataclasses import dataclass, field
from itertools import pairwise

from acceptor_line import TOKENS, VirtualLine, names
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_station.messages.bet_acceptor import LampMoved, TokenTaken, WindowMoved
from dealer_station.messages.device import FaultClass, Life
from drivers.bet_acceptor.fault_script import FaultScript
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.steps import SHUTTING
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel

SEATS = 2
DEVICES = names(SEATS)
devices = st.sampled_from(DEVICES)
acts = st.one_of(
    st.tuples(st.just("wait"), st.integers(1, 700)),
    st.tuples(st.just("token"), devices),
    st.tuples(st.just("burst"), devices),
    st.tuples(st.just("error"), devices),
    st.tuples(st.just("open"), st.booleans()),
    st.tuples(st.just("shut"), st.booleans()),
    st.tuples(st.just("lamp"), st.booleans()),
    st.tuples(st.just("kill"), st.integers(0, 12)),
    st.tuples(st.just("unplug"), st.integers(1, 400)),
    st.tuples(st.just("mute"), devices),
    st.tuples(st.just("reset"), devices),
    st.tuples(st.just("away"), st.booleans()),
    st.tuples(st.just("clear"), devices),
)


@dataclass
class RandomLife:
    """One line and what the devices' own books say."""

    line: VirtualLine
    order: int = 0
    wished_open: bool = False
    wished_lit: bool | None = None
    counted: dict[str, list[int]] = field(default_factory=lambda: {d: [] for d in DEVICES})
    resets: int = 0
    is_away: bool = False

    def settle(self):
        for device in DEVICES:
            for settled in self.line.acceptor(device).take_settled():
                if settled.what == "accepted":
                    self.counted[device].append(settled.counter)

    def run(self, duration_ms):
        for _ in range(0, duration_ms, 20):
            self.line.run(20)
            self.settle()

    def heal(self):
        """Bring driver, cable and station back."""
        line = self.line
        if line.dies_after is not None:
            line.kill_driver()
            line.start_driver()
            line.connect()
            self.repeat_wishes()
        elif not line.is_open:
            line.open()
        if self.is_away:
            self.is_away = False
            line.connect()
            self.repeat_wishes()

    def repeat_wishes(self):
        """The broker brings retained wishes again."""
        if self.order:
            (self.line.wish_open if self.wished_open else self.line.wish_shut)(self.order)
        if self.wished_lit is not None:
            (self.line.wish_lit if self.wished_lit else self.line.wish_dark)()

    def act(self, what, how):
        getattr(self, f"do_{what}")(how)
        self.settle()

    def do_wait(self, duration_ms):
        self.run(duration_ms)

    def do_token(self, device):
        self.line.insert(device)

    def do_burst(self, device):
        for _ in range(7):
            self.line.insert(device)

    def do_error(self, device):
        self.line.acceptor(device).report_error(1)

    def do_open(self, is_another):
        self.heal()
        self.order += is_another or not self.order
        self.wished_open = True
        self.repeat_wishes()

    def do_shut(self, is_another):
        self.heal()
        self.order += is_another or not self.order
        self.wished_open = False
        self.repeat_wishes()

    def do_lamp(self, is_lit):
        self.heal()
        self.wished_lit = is_lit
        self.repeat_wishes()

    def do_kill(self, steps):
        self.heal()
        self.line.dies_after = steps

    def do_unplug(self, duration_ms):
        self.heal()
        self.line.lose()
        self.run(duration_ms)
        self.line.open()

    def do_mute(self, device):
        self.line.acceptor(device).mute(self.line.now_ms, 400)

    def do_reset(self, device):
        self.resets += 1
        self.line.acceptor(device).reset(self.line.now_ms)

    def do_away(self, _):
        self.heal()
        self.is_away = True
        self.line.connect(is_connected=False)

    def do_clear(self, device):
        self.heal()
        self.line.clear(device, *self.line.words[device].faults)


def check_tokens(life: RandomLife, device: str) -> None:
    events = life.line.events(device)
    taken = [event.device_counter for event in events if isinstance(event, TokenTaken)]
    counted = life.counted[device]
    lost = [
        event for event in life.line.faults(device) if event.fault_class is FaultClass.FACTS_LOST
    ]
    unknown = any(event.lost_count is None for event in lost)
    said = sum(event.lost_count or 0 for event in lost)
    # In order, each at most once: what was taken is what was counted, less what was said lost.
    rest = iter(counted)
    assert all(counter in rest for counter in taken), (taken, counted)
    missing = len(counted) - len(taken)
    assert missing == 0 or unknown or missing <= said, (taken, counted, lost)
    if not life.resets:
        assert not unknown


def check_chain(life: RandomLife, device: str) -> None:
    """Facts come in one chain, and no window or lamp is reported twice the same."""
    events = life.line.events(device)
    for before, event in pairwise(events):
        assert event.previous == before.position
    windows = [(e.is_open, e.order) for e in events if isinstance(e, WindowMoved)]
    assert all(a != b for a, b in pairwise(windows))
    lamps = [event.is_lit for event in events if isinstance(event, LampMoved)]
    assert all(a != b for a, b in pairwise(lamps))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(acts, max_size=25),
    st.sampled_from(Checksum),
    st.booleans(),
    st.sampled_from([0.0, 0.0, 0.1]),
    st.integers(0, 2**16),
)
def test_every_token_counts_once_or_a_fault_says_otherwise(
    script, checksum, has_echo, fault_rate, seed
):
    faults = FaultScript(rate=fault_rate, seed=seed)
    life = RandomLife(
        VirtualLine(
            SEATS,
            profile=LineProfile(tokens=TOKENS, poll_ms=100),
            checksum=checksum,
            model=AcceptorModel(travel_ms=40),
            faults=faults,
            has_echo=has_echo,
        )
    )
    life.line.connect()
    for what, how in script:
        life.act(what, how)
    life.heal()
    faults._rate = 0.0
    life.run(8_000)
    for device in DEVICES:
        check_tokens(life, device)
        check_chain(life, device)
        acceptor = life.line.acceptor(device)
        doubts = {code for code, _ in life.line.logic.memory(device).doubts}
        assert life.line.life(device) is (Life.DEGRADED if doubts else Life.READY)
        assert set(life.line.words[device].faults) == doubts
        memory = life.line.logic.memory(device)
        is_open = life.wished_open and not memory.is_spent and not doubts & SHUTTING
        assert acceptor.is_accepting is is_open
        if life.wished_lit is not None:
            assert acceptor.is_lit is life.wished_lit is memory.is_lit
        if life.order:
            assert life.line.newest_move(device) == (is_open, life.order)
