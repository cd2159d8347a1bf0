// What a baccarat table's snapshots mean for the dealer, phase by phase.
import { expect, test } from "vitest";
import type { Shoe, View } from "../../shared/view.ts";
import { stateOf } from "../seat.tsx";
import { cutWords } from "../shoe.tsx";
import { hasBase, isBurning, isShoeSpent, namedPlaces, primary } from "../state.ts";
import { finishedCoup } from "./hands.tsx";
import { printedSpots } from "./seat.tsx";

const SHOE: Shoe = {
  cards_out: 64,
  cards: 416,
  burn_left: 0,
  is_burn_due: false,
  is_cut_out: false,
  rounds_left: null,
};

const TABLE: View["table"] = {
  id: "BA-1",
  name: "Baccarat 1",
  game: "baccarat",
  rules: "gardens",
  currency: "USD",
  seats: [1, 2, 3],
  limits: { min: "5.00", max: "500.00" },
  player_cards_public: true,
  spots: [
    { name: "player", base: true, min: "5.00", max: "500.00", pays: "1" },
    { name: "banker", base: true, min: "5.00", max: "500.00", pays: "1" },
    { name: "dragon7", min: "5.00", max: "500.00", pays: "40" },
    { name: "tiger8", min: "5.00", max: "500.00", pays: "25" },
    { name: "tie", min: "5.00", max: "500.00", pays: "8" },
  ],
};

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
    shoe: SHOE,
    now: 0,
    ...part,
  };
}

const step = (shown: View) => primary(shown, {}, "live", []);
const burning = (burn_left: number | null): View =>
  view({
    next: { kind: "card", position: "burn" },
    shoe: { ...SHOE, burn_left, is_burn_due: true },
    commands: ["change_deck", "close_table"],
  });

test("a new shoe is burned: first the card that says how many, then those", () => {
  expect(isBurning(burning(null))).toBe(true);
  expect([step(burning(null)).label, step(burning(null)).does]).toEqual([
    "Burn the first card, face up",
    null,
  ]);
  expect(step(burning(7)).label).toBe("Burn 7 more, face down");
  expect(isBurning(view({ commands: ["open_betting"] }))).toBe(false);
});

test("wagers may be closed without any where the station offers it, and that is said", () => {
  const betting = view({ phase: "betting", next: { kind: "bets" }, commands: ["close_betting"] });
  expect(step(betting)).toMatchObject({ label: "No more bets", hint: "No wager on the layout" });
  const staked = { ...betting, stakes: { "2": { banker: "10.00" } } };
  expect(step(staked)).toMatchObject({ label: "No more bets", hint: "" });
  expect(step({ ...betting, commands: [] }).label).toBe("Place the wagers");
});

test("the next card is named by its hand", () => {
  const card = (position: string) => ({ kind: "card", position }) as const;
  expect(step(view({ phase: "dealing", next: card("player card 1") })).label).toBe(
    "Deal: Player · card 1",
  );
  expect(step(view({ phase: "drawing", next: card("banker card 3") })).label).toBe(
    "Deal: Banker · card 3",
  );
  expect(step(view({ phase: "dealing", next: card("burn card 1") })).label).toBe(
    "Deal: Burn · card 1",
  );
});

test("a shoe that has served its last round asks for a new one, which a supervisor signs for", () => {
  const spent = view({
    phase: "settled",
    shoe: { ...SHOE, is_cut_out: true, rounds_left: 0 },
    commands: ["change_deck", "close_table"],
  });
  expect(isShoeSpent(spent)).toBe(true);
  expect(step(spent)).toMatchObject({
    label: "A new, checked shoe is in use",
    does: { kind: "sign", role: "supervisor", order: { command: "change_deck" } },
  });
  const last = view({ phase: "betting", shoe: { ...SHOE, is_cut_out: true, rounds_left: 0 } });
  expect(isShoeSpent(last)).toBe(false);
  expect(isShoeSpent({ ...spent, commands: ["open_betting", "change_deck"] })).toBe(false);
});

test("the cut card says how many rounds are left", () => {
  const words = (phase: View["phase"], rounds_left: number | null) =>
    cutWords(view({ phase }), { ...SHOE, rounds_left });
  expect(words("dealing", null)).toBe(null);
  expect(words("dealing", 1)).toBe("Rounds after this one: 1");
  expect(words("dealing", 0)).toBe("Last round of this shoe");
  expect(words("settled", 1)).toBe("Rounds still to play: 1");
  expect(words("settled", 0)).toBe("No further round");
});

test("a wager on either side is a base wager", () => {
  const staked = view({
    phase: "betting",
    stakes: { "1": { player: "10.00" }, "2": { banker: "10.00", tie: "5.00" } },
  });
  expect([1, 2, 3].map((seat) => hasBase(staked, seat))).toEqual([true, true, false]);
  expect([1, 2, 3].map((seat) => stateOf(staked, seat).tone)).toEqual(["in", "in", "empty"]);
});

test("a coup is announced when the station has gone on to the payments, not before", () => {
  const hands = {
    cards: { player: "4s 2d", banker: "Kh 3c 4h" },
    hands: { player: 6, banker: 7 },
  };
  expect(finishedCoup(view({ phase: "drawing", ...hands }))).toBe(null);
  expect(finishedCoup(view({ phase: "void", ...hands }))).toBe(null);
  expect(finishedCoup(view({ phase: "paying", ...hands }))).toMatchObject({ event: "dragon7" });
  expect(finishedCoup(view({ phase: "held", stage: "paying", ...hands }))).not.toBe(null);
});

test("a ruling names the side that it is about", () => {
  const ruling = {
    number: 1,
    irregularity: "BA-I03",
    title: "",
    facts: { position: "player card 3" },
    proposal: "reorder",
    options: [],
    source: "",
    reported_by: "dealer",
  } as const;
  expect([...namedPlaces(view({ phase: "held", ruling }))]).toEqual(["player"]);
});

test("spots are drawn as they are printed, whatever the order of the rules", () => {
  expect(printedSpots(view({})).map(({ name }) => name)).toEqual([
    "tie",
    "tiger8",
    "dragon7",
    "banker",
    "player",
  ]);
});
