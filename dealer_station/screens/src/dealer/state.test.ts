import { expect, test } from "vitest";
import type { Touch } from "../shared/commands.ts";
import type { Facts, View } from "../shared/view.ts";
import { reportFields, withAnswer } from "./irregularity.tsx";
import {
  doubtfulAcceptor,
  inDoubt,
  lastStakes,
  lightOf,
  NO_STAKES,
  namedPlaces,
  primary,
  shoeTrouble,
  stakingAmount,
  undecided,
} from "./state.ts";
import { TABLE } from "./table.test.support.ts";

function view(part: Partial<View>): View {
  return {
    table: TABLE,
    version: 1,
    played_version: 1,
    round: 7,
    step: 0,
    is_open: true,
    phase: "idle",
    stage: part.phase ?? "idle",
    next: { kind: "none" },
    commands: [],
    now: 0,
    ...part,
  };
}

const DECIDING = view({
  phase: "deciding",
  next: { kind: "act", seat: 1, legal: { bet: { min: "20.00", max: "20.00" }, fold: true } },
  acts: { "1": { bet: { min: "20.00", max: "20.00" }, fold: true } },
  status: { "1": "in", "2": "folded", "3": "in" },
  stakes: { "1": { ante: "10.00" }, "2": { ante: "10.00" }, "3": { ante: "10.00" } },
});

const step = (shown: View, marks = {}, touches: Touch[] = []) =>
  primary(shown, marks, "live", touches);
const command = (shown: View): string | null => {
  const { does } = step(shown);
  return does && "order" in does ? does.order.command : null;
};

test("the primary action is the next legal step, as the view names it", () => {
  expect(command(view({ is_open: false, commands: ["open_table"] }))).toBe("open_table");
  expect(step(view({ commands: ["open_betting"] })).label).toBe("Open betting · round 8");
  const stakes = { "1": { ante: "10.00" } };
  const betting = view({ phase: "betting", next: { kind: "bets" } });
  expect(command(betting)).toBe(null);
  expect(command({ ...betting, stakes, commands: ["close_betting"] })).toBe("close_betting");
  const card = { kind: "card", position: "seat 3 card 2" } as const;
  const dealing = step(view({ phase: "dealing", next: card }));
  expect([dealing.label, dealing.does]).toEqual(["Deal: Seat 3 · card 2", null]);
  const locked = view({ phase: "void", deck_locked: true, commands: ["change_deck"] });
  expect(command(locked)).toBe("change_deck");
});

test("payments: pay a win, give back a push, take what is lost, verify first", () => {
  const payout = (hand_back: string, outcome: "win" | "push" | "lose") =>
    view({
      phase: "paying",
      next: { kind: "pay", seat: 3 },
      payouts: [
        {
          seat: 3,
          state: "current",
          hand_back,
          wagers: [{ spot: "ante", stake: "10.00", outcome }],
        },
      ],
    });
  expect(step(payout("1040.00", "win")).label).toBe("Pay seat 3 · 1,040.00");
  expect(step(payout("10.00", "push")).label).toBe("Give back to seat 3 · 10.00");
  expect(step(payout("0.00", "lose")).label).toBe("Take seat 3's stakes");
  // What stood on the screen is what is paid, or the station says no.
  for (const [back, outcome] of [
    ["1040.00", "win"],
    ["0.00", "lose"],
  ] as const) {
    const fields = { seat: 3, hand_back: back };
    expect(step(payout(back, outcome)).does).toMatchObject({ order: { fields } });
  }
  const verify = step({ ...payout("1040.00", "win"), next: { kind: "verify", seat: 3 } });
  expect(verify.does).toMatchObject({ kind: "sign", order: { command: "verify_hand" } });
});

const held = (facts: Facts): View =>
  view({
    phase: "held",
    stage: "dealing",
    next: { kind: "ruling" },
    ruling: {
      number: 4,
      irregularity: "CS-I17",
      title: "doubled card",
      facts,
      proposal: "fouled_deck",
      options: [{ option: "fouled_deck", needs: "manager" }],
      source: "R10",
      reported_by: "table",
    },
  });

test("a ruling asks the person whom its proposal needs", () => {
  expect(step(held({})).does).toMatchObject({
    kind: "sign",
    role: "manager",
    order: { command: "apply_ruling", fields: { number: 4, option: "fouled_deck" } },
  });
});

test("a card that could not be read is first drawn again", () => {
  const unread = held({ card: "??" });
  const ruling = unread.ruling && { ...unread.ruling, reread: true };
  expect(step({ ...unread, ruling }).hint).toContain("stays unreadable");
  expect(step(unread).hint).not.toContain("unreadable");
});

test.each<[Facts, string[]]>([
  [{ seat: "3" }, ["3"]],
  [{ card: "??", position: "seat 2 card 4" }, ["2"]],
  [{ position: "dealer card 2" }, ["dealer"]],
  [{ seat: "3", position: "seat 3 card 6" }, ["3"]],
  [{ position: "" }, []],
  [{ card: "Ah", note: "seat 3 saw it", count: "3" }, []],
])("a ruling names the hands that its facts speak of: %o", (facts, places) => {
  expect([...namedPlaces(held(facts))]).toEqual(places);
  expect(namedPlaces(view({})).size).toBe(0);
});

test("nothing is offered while the picture is stale or the step is on its way", () => {
  const ready = view({ commands: ["open_betting"] });
  expect(primary(ready, {}, "stale", []).does).toBe(null);
  const touch = { id: "x", command: "open_betting", fields: {}, version: null };
  expect(step(ready, {}, [touch]).does).toBe(null);
});

test("seats without a decision are counted with their marks; unmarked ones bet", () => {
  expect(undecided(DECIDING)).toEqual([1, 3]);
  expect(step(DECIDING).label).toBe("Confirm: all bet");
  expect(step(DECIDING, { 3: "fold" }).label).toBe("Confirm: 1 bet · 1 fold");
  expect(step(DECIDING, { 1: "fold", 3: "fold" }).label).toBe("Confirm: all fold");
  const clock = { remaining_ms: 5000, running: true };
  expect(step({ ...DECIDING, clock }).label).toBe("All others bet · seats 1, 3");
});

test("a bet's amount is shown only where the view states it", () => {
  expect(stakingAmount(DECIDING, 1)).toBe("20.00");
  expect(stakingAmount(DECIDING, 3)).toBe(null);
});

test("the stakes to offer again are those that stood when betting closed", () => {
  const stakes = { "1": { ante: "10.00", progressive: "1.00" } };
  let kept = lastStakes(NO_STAKES, view({ phase: "betting", stakes }));
  kept = lastStakes(kept, view({ phase: "paying", stakes: {} }));
  kept = lastStakes(kept, view({ phase: "betting", round: 8, stakes: {} }));
  expect(kept.before).toEqual(stakes);
});

test("a shoe that cannot read cards is told, a ready one is not", () => {
  const shoe = { id: "shoe-1", kind: "card_shoe", state: "ready" } as const;
  expect(shoeTrouble(view({ devices: [shoe] }))).toBe(null);
  expect(shoeTrouble(view({ devices: [{ ...shoe, state: "lost" }] }))).toMatchObject({
    state: "lost",
  });
  expect(shoeTrouble(view({ devices: [] }))).toBe("missing");
});

test("a shoe that is plugged out is no trouble while another one reads", () => {
  const lost = { id: "shoe-1", kind: "card_shoe", state: "lost" } as const;
  const spare = { id: "shoe-2", kind: "card_shoe", state: "ready" } as const;
  const doubtful = { ...spare, state: "degraded", faults: ["packet_lost"] } as const;
  expect(shoeTrouble(view({ devices: [lost, spare] }))).toBe(null);
  expect(shoeTrouble(view({ devices: [lost, doubtful] }))).toMatchObject({ id: "shoe-2" });
  expect(shoeTrouble(view({ devices: [spare, { ...doubtful, id: "shoe-3" }] }))).toMatchObject({
    id: "shoe-3",
  });
});

test("an acceptor that leaves tokens in doubt is told, seat by seat", () => {
  const acceptor = (seat: number, faults: string[]) => ({
    id: `acceptor-${seat}`,
    kind: "bet_acceptor",
    state: "degraded" as const,
    faults,
  });
  const at = (device: string) => ({
    device,
    open: false,
    lit: false,
    window_at: 1,
    lamp_at: 1,
    excused: false,
  });
  const told = (...devices: ReturnType<typeof acceptor>[]) =>
    doubtfulAcceptor(
      view({
        devices,
        acceptors: { "1": at("acceptor-1"), "3": at("acceptor-3") },
      }),
    );
  expect(told(acceptor(1, []), acceptor(3, []))).toBe(null);
  expect(told(acceptor(3, ["device_reset"]), acceptor(1, []))).toMatchObject({ seat: 3 });
  expect(told(acceptor(3, ["device_reset"]), acceptor(1, ["token_kept"]))).toMatchObject({
    seat: 1,
  });
  // One that stands at no seat of the table is the console's business.
  expect(told(acceptor(2, ["device_reset"]))).toBe(null);
  expect(inDoubt(acceptor(1, ["token_kept"]))).toEqual({
    device: "Seat acceptor",
    faults: "a token was kept and not counted",
  });
});

test("a report carries only the facts that its kind asks for, in the command's own types", () => {
  const asked = ["position", "count", "seat"] as const;
  const answers = withAnswer({}, "position", "seat 2 card 5", asked);
  expect(answers).toEqual({ position: "seat 2 card 5", seat: "2" });
  expect(withAnswer({}, "position", "seat 2 card 5", ["position"])).toEqual({
    position: "seat 2 card 5",
  });
  expect(reportFields("CS-I01", { ...answers, count: "4", note: " " })).toEqual({
    irregularity: "CS-I01",
    position: "seat 2 card 5",
    seat: 2,
    count: 4,
  });
  expect(reportFields("CS-I13", { amount: "15.", cards: "Ah Td" })).toEqual({
    irregularity: "CS-I13",
    amount: "15",
    cards: ["Ah", "Td"],
  });
  expect(reportFields("BA-I08", { seat: "1", amount: "40", round_paid: "7" })).toEqual({
    irregularity: "BA-I08",
    seat: 1,
    amount: "40",
    round_paid: 7,
  });
});

test("a light is lit when its acceptor says so, and out of order when its device is", () => {
  const acceptor = { device: "a-1", open: false, window_at: 1, lamp_at: 1, excused: false };
  const at = (lit: boolean | null, state: "ready" | "lost", isStaked: boolean) =>
    lightOf(
      view({
        acceptors: { "1": { ...acceptor, lit } },
        devices: [{ id: "a-1", kind: "bet_acceptor", state }],
      }),
      1,
      isStaked,
    );
  expect(at(true, "ready", true)).toBe("lit");
  expect(at(null, "ready", false)).toBe("dark");
  expect(at(false, "ready", true)).toBe("waiting");
  expect(at(true, "ready", false)).toBe("waiting");
  expect(at(true, "lost", true)).toBe("out");
  expect(lightOf(view({}), 1, true)).toBe("lit");
});

test("while the progressive is suspended there is no light but that of a stake that stands", () => {
  expect(lightOf(view({ suspended: ["progressive"] }), 1, false)).toBe("out");
  expect(lightOf(view({ suspended: ["progressive"] }), 1, true)).toBe("lit");
  expect(lightOf(view({ suspended: [] }), 1, false)).toBe("dark");
});

test("while the acceptors shut, nothing is to be done, and the seats are named", () => {
  const closing = step(view({ phase: "closing", next: { kind: "acceptors", seats: [2, 5] } }));
  expect(closing.does).toBe(null);
  expect(closing.hint).toContain("2, 5");
  const silent = {
    number: 1,
    irregularity: "CS-I24",
    title: "",
    facts: { seats: "2 5" },
    proposal: "play_on",
    options: [],
    source: "",
    reported_by: "table",
  } as const;
  expect([...namedPlaces(view({ ruling: silent }))]).toEqual(["2", "5"]);
});
