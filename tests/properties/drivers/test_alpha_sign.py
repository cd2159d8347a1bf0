"""A sign and its driver through random lives: no number stands that no station vouched for, and
whatever happened, dashes come when meters stop and the amount when they come.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from sign_bench import SignBench, Signer, a_hit

from dealer_station.messages.device import Life
from dealer_station.messages.meter_display import METER_LATE_MS
from drivers.meter_display.simulated_sign import Make
from drivers.meter_display.wording import AmountStyle, amount_text

DASHES = "-------"
STYLE = AmountStyle()
FORGED = 66_666_666
OLD = 77_777_777
RETAINED = 88_888_888
FAULTS = st.sampled_from(
    ["drop", "corrupt", "truncate", "lie", "noise=40", "delay=300", "delay=900", "silent=700"]
)
ACTIONS = st.one_of(
    st.tuples(st.just("meter"), st.integers(0, 10**7)),
    st.tuples(st.just("meter"), st.integers(0, 10**7)),
    st.tuples(st.just("hit"), st.integers(1, 10**6)),
    st.tuples(st.sampled_from(["forged", "old", "retained", "kill", "unplug", "plug"]), st.none()),
    st.tuples(st.just("fault"), FAULTS),
    st.tuples(st.just("power_cut"), st.integers(0, 2_000)),
    # Never back before the driver asks: a loss that is over while the sign is deaf from the clear
    # cannot be told from the clear (said in `memory`).
    st.tuples(st.just("power_loss"), st.integers(150, 2_000)),
)
LIVES = st.lists(st.tuples(ACTIONS, st.integers(0, 1_500)), max_size=25)


class SignLife:
    """One random life; every step checks what stands on the glass."""

    def __init__(self, read_back_every):
        self.bench = SignBench(
            make=Make(reset_ms=300, page_ms=400), read_back_every=read_back_every, register_ms=5_000
        )
        self.stranger = Signer(seed=9)
        self.vouched = {DASHES, "", "self test", "sign-1", "Caribbean", "Stud 1"}
        step = self.bench.step

        def checked():
            step()
            assert self.bench.visible in self.vouched, self.bench.visible

        self.bench.step = checked

    def say(self, amount_minor, **fields):
        self.vouched.add(amount_text(amount_minor, STYLE))
        self.bench.meter(amount_minor, **fields)

    def hit(self, amount_minor):
        self.vouched.add(f"WIN {amount_text(amount_minor, STYLE)}")
        self.say(1_000, hit=a_hit(amount_minor))

    def forge(self):
        self.stranger.sequence = self.bench.signer.sequence + 1
        self.bench.take(self.stranger.meter(FORGED))

    def act(self, action, what):
        bench = self.bench
        {
            "meter": lambda: self.say(what),
            "hit": lambda: self.hit(what),
            "forged": self.forge,
            # Older than anything that was ever said: epoch 0.
            "old": lambda: bench.take(bench.signer.meter(OLD, epoch=0)),
            "retained": lambda: bench.meter(RETAINED, is_fresh=False),
            "kill": bench.kill_driver,
            "unplug": bench.unplug,
            "plug": bench.plug,
            "fault": lambda: bench.fault(what),
            "power_cut": lambda: bench.lose_power(what, keeps_memory=True),
            "power_loss": lambda: bench.lose_power(what, keeps_memory=False),
        }[action]()

    def live(self, actions):
        self.say(100)  # so that an older epoch is an older one
        for (action, what), wait_ms in actions:
            self.act(action, what)
            self.bench.run(wait_ms)


@given(LIVES)
@settings(max_examples=40, deadline=None)
def test_no_number_stands_that_nobody_vouched_for_and_all_comes_right(actions):
    life = SignLife(read_back_every=1)
    bench = life.bench
    life.live(actions)
    bench.plug()
    bench.run(25_000)
    assert bench.visible == DASHES
    assert (bench.newest.what, bench.newest.is_read_back) == ("blank", True)
    amount = 5_431_207
    for _ in range(12):
        life.say(amount)
        bench.run(500)
    assert bench.visible == "54,312.07"
    assert (bench.newest.text, bench.newest.is_read_back) == ("54,312.07", True)
    assert bench.life is Life.READY
    start_ms = bench.now_ms
    bench.run_until(lambda: bench.visible == DASHES)
    assert bench.now_ms - start_ms <= METER_LATE_MS + 1_500


@given(st.lists(st.tuples(ACTIONS, st.integers(0, 1_500)), max_size=15))
@settings(max_examples=15, deadline=None)
def test_unseen_sign_shows_nothing_else_either(actions):
    """A sign that cannot be asked: nothing false is ever written, and lost frames are made good."""
    life = SignLife(read_back_every=0)
    life.live(actions)
    life.bench.plug()
    life.bench.run(3_000 + 3_000 * len(actions))
    # Dark is a sign that lost its memory: that is made good much later.
    assert life.bench.visible in (DASHES, "")
