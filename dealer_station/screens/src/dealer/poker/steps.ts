// What the dealer's screen makes of a snapshot of a table at which players play against each other:
// the buttons of the acting seat and the next step. It knows no rule: what is legal stands in the view.
import { type Cents, cents, decimal, sum } from "../../shared/amount.ts";
import type { Order, Touch } from "../../shared/commands.ts";
import type { Link } from "../../shared/connection.ts";
import { cardsOf } from "../../shared/suits.ts";
import { coded, isTextKey, money, text } from "../../shared/texts/texts.ts";
import type { Legal, Range, View } from "../../shared/view.ts";
import {
  newDeckStep,
  nextPlaceStep,
  ordering,
  type Primary,
  rulingStep,
  settledStep,
  waiting,
  waitingFor,
} from "../state.ts";

/** One button for the seat whose turn it is. */
export interface Offer {
  readonly key: string;
  readonly label: string;
  readonly under: string;
  readonly tone: "fold" | "plain" | "main";
  /** Null: nothing that may be sent as it is now. */
  readonly order: Order | null;
  /** Its hand has cards that nobody has read: they are named first. */
  readonly names?: number;
}

const UNREAD = "??";

export const isActing = ({ next, phase }: Pick<View, "next" | "phase">): boolean =>
  next.kind === "act" && (phase === "acting" || phase === "showdown");

export const stackOf = (view: View, seat: number): Cents =>
  cents(view.stacks?.[String(seat)] ?? "0");
export const betOf = (view: View, seat: number): Cents => cents(view.bets?.[String(seat)] ?? "0");

/** What the number pad writes, as an amount; null while it is none. */
export function amountOf(entered: string): Cents | null {
  const words = entered.replace(/\.$/, "");
  return /^\d+(\.\d{1,2})?$/.test(words) ? cents(words) : null;
}

/** The sizes that the view leaves open for a bet or raise; null where each one is fixed. */
export function openRange(legal: Legal): (Range & { readonly action: string }) | null {
  for (const action of ["bet", "raise"]) {
    const offered = legal[action];
    if (typeof offered === "object" && "min" in offered && offered.min !== offered.max) {
      return { action, ...offered };
    }
  }
  return null;
}

/** Whether the view allows an amount: within the range, of whole chips or the whole of it. */
export function isAllowed(value: Cents | null, { min, max }: Range, chip: Cents): boolean {
  if (value === null || value < cents(min) || value > cents(max)) return false;
  return value === cents(max) || value === cents(min) || chip <= 0 || value % chip === 0;
}

const order = (seat: number, action: string, amount?: string): Order => ({
  command: "act",
  fields: amount === undefined ? { seat, action } : { seat, action, amount },
});

const ORDER = [
  "fold",
  "muck",
  "check",
  "call",
  "bring_in",
  "all_in",
  "show",
  "complete",
  "bet",
  "raise",
  "all_in_raise",
];
const PASSIVE: ReadonlySet<string> = new Set(["check", "call", "bring_in", "all_in", "show"]);
const LEAVING: ReadonlySet<string> = new Set(["fold", "muck"]);

const toneOf = (action: string): Offer["tone"] =>
  LEAVING.has(action) ? "fold" : PASSIVE.has(action) ? "plain" : "main";

const place = (action: string): number => {
  const at = ORDER.indexOf(action);
  return at < 0 ? ORDER.length : at;
};

/** Whether a total of the round takes all that the seat has. */
const isWhole = (view: View, seat: number, total: string): boolean =>
  cents(total) === stackOf(view, seat) + betOf(view, seat);

function sized(view: View, seat: number, action: string, total: string, key: string): Offer {
  const under = isWhole(view, seat, total) ? text("act.whole_stack") : "";
  const label = coded("act", action, "", { amount: money(total, true) });
  return { key, label, under, tone: "main", order: order(seat, action, total) };
}

/** A wager of any size: the smallest, the one on the number pad, and the whole stack. */
function ranged(view: View, seat: number, action: string, range: Range, entered: string): Offer[] {
  const { min, max } = range;
  const smallest = sized(view, seat, action, min, `act-${action}`);
  if (min === max) return [smallest];
  const chip = cents(view.table.chip ?? "0");
  const value = amountOf(entered);
  const isOffered = isAllowed(value, range, chip);
  const own: Offer = {
    key: `act-${action}-own`,
    label:
      value === null
        ? text("act.own_amount")
        : coded("act", action, "", { amount: money(value, true) }),
    under: isOffered
      ? isWhole(view, seat, decimal(value ?? 0))
        ? text("act.whole_stack")
        : ""
      : text("act.range", { min: money(min, true), max: money(max, true) }),
    tone: "main",
    order: isOffered ? order(seat, action, decimal(value ?? 0)) : null,
  };
  const largest = sized(view, seat, action, max, `act-${action}-max`);
  return [{ ...smallest, under: smallest.under || text("act.smallest") }, own, largest];
}

function offersOf(view: View, seat: number, action: string, entered: string): readonly Offer[] {
  const offered = view.next.legal?.[action];
  const key = `act-${action}`;
  if (offered === undefined) return [];
  if (typeof offered === "object") {
    return "sizes" in offered
      ? offered.sizes.map((size) => sized(view, seat, action, size, `${key}-${size}`))
      : ranged(view, seat, action, offered, entered);
  }
  const plain: Offer = {
    key,
    // Where no chips are followed, an all-in has to say whether anybody must answer it.
    label: action === "all_in" ? text("act.all_in_answers") : coded("act", action),
    under: "",
    tone: toneOf(action),
    order: order(seat, action),
  };
  if (action === "show") {
    const unread = cardsOf(view.cards?.[String(seat)]).filter((card) => card === UNREAD).length;
    const isFirst = !("muck" in (view.next.legal ?? {}));
    const under = isFirst ? text("act.must_show") : "";
    return [{ ...plain, under, tone: "main", ...(unread > 0 ? { names: unread } : {}) }];
  }
  if (typeof offered !== "string") return [plain];
  const takes = action === "call" ? cents(offered) : cents(offered) - betOf(view, seat);
  const under = takes === stackOf(view, seat) ? text("act.whole_stack") : "";
  return [{ ...plain, label: coded("act", action, "", { amount: money(offered, true) }), under }];
}

/** A seat that may be all-in for the pots as they are, with chips in front of it. */
const byChoice = (seat: number): Offer => ({
  key: "act-all_in",
  label: text("act.all_in"),
  under: "",
  tone: "main",
  order: order(seat, "all_in"),
});

/** The buttons for the seat whose turn it is, from the one that gives up to the one that puts in most. */
export function offers(view: View, entered: string): readonly Offer[] {
  const { seat, legal } = view.next;
  if (!isActing(view) || typeof seat !== "number") return [];
  const offered = Object.keys(legal ?? {})
    .sort((a, b) => place(a) - place(b))
    .flatMap((action) => offersOf(view, seat, action, entered));
  const isOffered = view.all_in_offers?.includes(seat) && !legal?.all_in;
  return isOffered ? [...offered, byChoice(seat)] : offered;
}

/** Changes with every turn: a touch meant for the turn before must not hit the next one. */
export const turnOf = (view: View): string =>
  JSON.stringify([view.round, view.street, view.next, view.pots, view.bets]);

/** All that is pushed to players. */
export const pushed = (view: View): Cents =>
  sum((view.awards ?? []).flatMap(({ shares }) => shares.map(({ amount }) => amount)));

const rakeOf = (view: View): Cents => sum((view.awards ?? []).map(({ rake }) => rake));

/** Where the next card goes, where that is a pile and not a hand. */
function pileStep(view: View): Primary | null {
  if (view.next.position === "burn") return waiting("primary.burn_one");
  return view.next.position === "aside" ? waiting("primary.deal_aside") : null;
}

/** Whether the table follows chips; if not, cards and order only. */
export const tracksStakes = (view: Pick<View, "table">): boolean =>
  view.table.tracks_stakes !== false;

function payStep(view: View): Primary {
  if (!tracksStakes(view)) return ordering("primary.end_hand", { command: "push_pots" });
  const rake = rakeOf(view);
  const hint = rake > 0 ? text("primary.push_hint", { amount: money(rake, true) }) : "";
  const params = { amount: money(pushed(view), true) };
  return ordering("primary.push_pots", { command: "push_pots" }, params, hint);
}

function nextStep(view: View): Primary {
  const can = (command: string): boolean => view.commands.includes(command);
  if (view.phase === "held" || view.next.kind === "ruling") return rulingStep(view);
  if (can("open_table")) return ordering("primary.open_table", { command: "open_table" });
  if (view.deck_locked) return newDeckStep(view);
  if (can("start_hand")) {
    return ordering("primary.start_hand", { command: "start_hand" }, { round: view.round + 1 });
  }
  if (view.next.kind === "card") return pileStep(view) ?? nextPlaceStep(view);
  if (view.next.kind === "act") return waiting("primary.seat_acts", { seat: view.next.seat ?? "" });
  if (view.next.kind === "pay") return payStep(view);
  const fault = `start_fault.${view.start_fault ?? ""}`;
  return isTextKey(fault) ? waitingFor(text(fault)) : waiting("primary.wait");
}

/** The one next step of the table where it is not a choice of the acting seat. */
export const potPrimary = (view: View, link: Link, touches: readonly Touch[]): Primary =>
  link === "stale" ? waiting("primary.stale") : settledStep(nextStep(view), touches);
