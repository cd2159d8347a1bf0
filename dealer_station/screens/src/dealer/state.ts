// What the dealer's screen makes of a snapshot: pure functions from the view (and the touches made
// on this screen) to what is shown and what the one primary action does. It knows no rule of any
// game: what is legal stands in the view.
import { type Cents, cents, sum } from "../shared/amount.ts";
import type { Order, Touch } from "../shared/commands.ts";
import type { Link } from "../shared/connection.ts";
import { faultWords } from "../shared/faults.ts";
import {
  BOOK,
  coded,
  counted,
  gameText,
  money,
  optionName,
  type Params,
  placeName,
  position,
  roleName,
  seatText,
  type TextKey,
  text,
} from "../shared/texts/texts.ts";
import type { Book, Device, Payout, Phase, Role, SeatStatus, Spot, View } from "../shared/view.ts";

export type Mark = "bet" | "fold";
export type Marks = Readonly<Record<number, Mark>>;

/** Seat -> spot -> amount as text. */
export type Stakes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Primary {
  readonly label: string;
  readonly hint: string;
  /** What a touch does; null: nothing now, the label says what is waited for. */
  readonly does:
    | null
    | { readonly kind: "order"; readonly order: Order }
    | { readonly kind: "sign"; readonly order: Order; readonly role: Role; readonly title: string }
    /** A ruling that picks a card, which is asked first. */
    | { readonly kind: "card"; readonly option: string; readonly role: Role }
    | { readonly kind: "decide" };
  /** Changes when the action does; a touch meant for the one before must not hit the next. */
  readonly identity: string;
}

/** The phase to draw: beneath a hold the stage goes on being shown. */
export const drawnPhase = (view: View): Phase => (view.phase === "held" ? view.stage : view.phase);

/** The spots of which a seat must have one before any other. */
export const baseSpots = (view: View): readonly Spot[] =>
  view.table.spots.filter((spot) => spot.base);
/** The first of them, which in most games is the only one. */
export const baseSpot = (view: View): Spot | undefined => baseSpots(view)[0];
export const decisionSpot = (view: View): Spot | undefined =>
  view.table.spots.find((spot) => spot.decision);
/** Side stakes of a fixed price. */
export const pricedSpots = (view: View): readonly Spot[] =>
  view.table.spots.filter((spot) => spot.price);

/** Side stakes of any amount, put on the felt in chips. */
export const chipSpots = (view: View): readonly Spot[] =>
  view.table.spots.filter((spot) => !spot.base && !spot.decision && !spot.price);

/** A spot's name where there is little room. */
export const shortName = (spot: string): string => coded("spot_short", spot, coded("spot", spot));

export const statusOf = (view: View, seat: number): SeatStatus | undefined =>
  view.status?.[String(seat)];
export const stakesOf = (view: View, seat: number): Readonly<Record<string, string>> =>
  view.stakes?.[String(seat)] ?? {};

/** Whether a seat has a stake on a base spot. */
export const hasBase = (view: View, seat: number): boolean =>
  baseSpots(view).some(({ name }) => name in stakesOf(view, seat));

/** Whether the bettors are in a book that a platform fills: such a table has no seats. */
export const isByBook = ({ table }: Pick<View, "table">): boolean => table.seats.length === 0;

/** All that lies in the book, or lay there before it was settled. */
export const stakedInAll = ({ spots }: Book): Cents => sum(spots.map(({ staked }) => staked));

export const hasStakes = (view: View): boolean =>
  (view.book?.bettors ?? 0) > 0 ||
  view.table.seats.some((seat) => Object.keys(stakesOf(view, seat)).length > 0);

/** Seats that still owe a decision: in the round, nothing on the decision spot, not folded. */
export function undecided(view: View): readonly number[] {
  const spot = decisionSpot(view);
  if (drawnPhase(view) !== "deciding" || !spot) return [];
  return view.table.seats.filter(
    (seat) => statusOf(view, seat) === "in" && !(spot.name in stakesOf(view, seat)),
  );
}

/** The action that goes on playing (bet), as the view names it; the other one is fold. */
export const stakingAction = (view: View): string =>
  Object.keys(view.next.legal ?? {}).find((action) => action !== "fold") ?? "bet";

/** What that action stakes at a seat, where the view says so. */
export function stakingAmount(view: View, seat: number): string | null {
  const legal = view.acts?.[String(seat)]?.[stakingAction(view)];
  if (typeof legal === "string") return legal;
  return typeof legal === "object" && "min" in legal && legal.min === legal.max ? legal.min : null;
}

export const isAutoFolded = (view: Pick<View, "auto_folded">, seat: number): boolean =>
  view.auto_folded?.includes(seat) ?? false;

/** What a seat that is not in the round any more is, in words. */
export const statusText = (
  view: Pick<View, "auto_folded">,
  seat: number,
  status: SeatStatus,
): string => (isAutoFolded(view, seat) ? text("seat.auto_folded") : coded("status", status));

/** While a clock runs a decision counts at the touch; otherwise it is marked and then confirmed. */
export const decidesAtOnce = (view: View): boolean => Boolean(view.clock);

/** The stakes a seat is offered again: those it had in the round before. */
export function lastStakes(kept: LastStakes, view: View | null): LastStakes {
  if (!view) return kept;
  const stakes = view.stakes ?? {};
  if (view.round !== kept.round) {
    return { round: view.round, before: kept.current, current: stakes };
  }
  // Payments clear stakes away later: what stood at "no more bets" is what is kept.
  const isOpen = view.phase === "betting" || Object.keys(kept.current).length === 0;
  return isOpen ? { ...kept, current: stakes } : kept;
}

export interface LastStakes {
  readonly round: number;
  readonly before: Stakes;
  readonly current: Stakes;
}

export const NO_STAKES: LastStakes = { round: -1, before: {}, current: {} };

/** Amounts of touches that no snapshot contains yet. */
export function pendingOn(touches: readonly Touch[], seat: number, spot: string): readonly Touch[] {
  return touches.filter(({ fields }) => fields.seat === seat && fields.spot === spot);
}

export const pendingSum = (touches: readonly Touch[]): Cents =>
  sum(touches.map(({ fields }) => (typeof fields.amount === "string" ? fields.amount : undefined)));

export const isPending = (touches: readonly Touch[], ...commands: readonly string[]): boolean =>
  touches.some(({ command }) => commands.includes(command));

/** Net over all stakes of a seat; null while nothing is settled there. */
export function netOf(view: View, seat: number): Cents | null {
  const net = view.net?.[String(seat)];
  return net ? sum(Object.values(net)) : null;
}

export function currentPayout(view: View): Payout | undefined {
  return view.payouts?.find((payout) => payout.state === "current");
}

/** A push or a void only gives stakes back; a win pays. */
export const isWin = (payout: Payout): boolean =>
  payout.wagers.some((wager) => wager.outcome === "win");

const NOT_DONE: Pick<Primary, "does"> = { does: null };

export function waitingFor(label: string, hint = ""): Primary {
  return { label, hint, ...NOT_DONE, identity: label };
}

export const waiting = (key: TextKey, params: Params = {}, hint = ""): Primary =>
  waitingFor(text(key, params), hint);

export function ordering(key: TextKey, order: Order, params: Params = {}, hint = ""): Primary {
  return {
    label: text(key, params),
    hint,
    does: { kind: "order", order },
    identity: `${order.command} ${JSON.stringify(order.fields ?? {})}`,
  };
}

/** Where the next card goes, in words. */
export function nextPlace(view: View): { readonly place: string; readonly card: number } | null {
  return view.next.position ? position(view.next.position) : null;
}

/** A card that is burned from a new shoe, before any round. */
export const isBurning = (view: View): boolean =>
  view.next.kind === "card" && view.shoe?.is_burn_due === true;

/** A card that a round burns before it goes on. */
export const isBurnNext = (view: View): boolean =>
  view.next.kind === "card" && view.next.position === "burn" && !isBurning(view);

/** Whether the shoe has served its last round, so that only a new one can go on. */
export const isShoeSpent = (view: View): boolean =>
  view.shoe?.rounds_left === 0 &&
  view.commands.includes("change_deck") &&
  !view.commands.includes("open_betting");

/** What is signed for when other cards come into use: a shoe, or a single deck. */
export const deckTitle = (view: View): string =>
  text(view.shoe ? "approval.new_shoe" : "approval.change_deck");

/** Whose hands the open ruling is about: seats by number, "dealer", "player" or "banker". */
export function namedPlaces(view: View): ReadonlySet<string> {
  const { seat, seats, position: where } = view.ruling?.facts ?? {};
  const hand = position(where ?? "")?.place;
  const named = [seat, hand, ...(seats ?? "").split(" ")];
  return new Set(named.filter((place) => place !== undefined).filter(Boolean));
}

/** Nobody at the table decides for a bettor: the last of them does, or the time runs out. */
function bettorsStep(view: View): Primary {
  const count = counted(view.next.undecided ?? 0);
  return waiting("primary.bettors_decide", { count }, text("primary.bettors_decide_hint"));
}

function decisionStep(view: View, marks: Marks): Primary {
  if (isByBook(view)) return bettorsStep(view);
  const seats = undecided(view);
  if (seats.length === 0) return waiting("primary.wait", {}, text("next.all_decided"));
  const folds = seats.filter((seat) => marks[seat] === "fold").length;
  const bets = seats.length - folds;
  const label = decidesAtOnce(view)
    ? gameText(view.table.game, "primary.all_others_bet", { seats: seats.join(", ") })
    : folds === 0
      ? gameText(view.table.game, "primary.confirm_all_bet")
      : bets === 0
        ? text("primary.confirm_all_fold")
        : gameText(view.table.game, "primary.confirm", { bets, folds });
  return { label, hint: "", does: { kind: "decide" }, identity: `decide ${view.round}` };
}

function paymentStep(view: View): Primary {
  const payout = currentPayout(view);
  const seat = view.next.seat ?? payout?.seat;
  if (seat === undefined) return waiting("primary.wait");
  const order: Order = { command: "pay_seat", fields: { seat } };
  if (seat === BOOK) {
    const params = { count: counted(view.book?.bettors ?? 0) };
    return ordering("primary.settle_book", order, params, text("primary.settle_book_hint"));
  }
  if (payout?.seat !== seat) return ordering("primary.take", order, { seat });
  // A meter may move while the chips are counted out: the station pays what stood here, or nothing.
  const back = payout.hand_back;
  const paying: Order = { command: "pay_seat", fields: { seat, hand_back: back } };
  if (cents(back) === 0) return ordering("primary.take", paying, { seat });
  const params = { seat, amount: money(back) };
  return ordering(isWin(payout) ? "primary.pay" : "primary.return", paying, params);
}

/** Other cards are in use: somebody who has checked them signs. */
export function newDeckStep(view: View): Primary {
  return {
    label: text(view.shoe ? "primary.new_shoe" : "primary.change_deck"),
    hint: text("primary.verify_hint", { role: roleName("supervisor") }),
    does: {
      kind: "sign",
      order: { command: "change_deck" },
      role: "supervisor",
      title: deckTitle(view),
    },
    identity: "change_deck",
  };
}

const closingStep = (view: View): Primary =>
  ordering(
    "primary.close_betting",
    { command: "close_betting" },
    {},
    hasStakes(view) ? "" : text("primary.no_stakes_hint"),
  );

/** The burn of a new shoe: the first card says how many more, then those. */
function burnStep({ shoe }: View): Primary {
  const count = shoe?.burn_left ?? null;
  return count === null ? waiting("primary.burn_first") : waiting("primary.burn_more", { count });
}

export function rulingStep(view: View): Primary {
  const ruling = view.ruling;
  if (!ruling) return waiting("primary.wait");
  const proposed = ruling.options.find(({ option }) => option === ruling.proposal);
  const role = proposed?.needs ?? "supervisor";
  const sign = proposed?.card
    ? ({ kind: "card", option: ruling.proposal, role } as const)
    : signForRuling(view, ruling.proposal, role);
  return {
    label: text("primary.rule", { option: optionName(ruling.proposal) }),
    hint: text(ruling.reread ? "primary.reread_hint" : "primary.rule_hint", {
      role: roleName(role),
    }),
    does: sign,
    identity: `ruling ${ruling.number} ${ruling.proposal}`,
  };
}

export function signForRuling(view: View, option: string, role: Role) {
  const order: Order = {
    command: "apply_ruling",
    fields: { number: view.ruling?.number ?? 0, option },
  };
  const title = text("approval.for_ruling", { role: roleName(role), option: optionName(option) });
  return { kind: "sign", order, role, title } as const;
}

/** The one next legal step of the table, as the view states it. */
export function primary(view: View, marks: Marks, link: Link, touches: readonly Touch[]): Primary {
  if (link === "stale") return waiting("primary.stale");
  return settledStep(nextStep(view, marks), touches);
}

/** A step as it stands while a touch of it may be on its way. */
export function settledStep(step: Primary, touches: readonly Touch[]): Primary {
  const sent = step.does?.kind === "order" ? [step.does.order.command] : [];
  if (step.does?.kind === "decide") sent.push("act");
  if (step.does?.kind === "sign") sent.push(step.does.order.command);
  if (isPending(touches, ...sent)) {
    return { ...waiting("primary.sending"), identity: step.identity };
  }
  return step;
}

/** The hand that the next card goes to. */
export function nextPlaceStep(view: View): Primary {
  const at = nextPlace(view);
  return at
    ? waiting("primary.deal", { place: placeName(at.place), card: at.card })
    : waiting("primary.wait");
}

function nextStep(view: View, marks: Marks): Primary {
  const can = (command: string): boolean => view.commands.includes(command);
  if (view.phase === "held" || view.next.kind === "ruling") return rulingStep(view);
  if (can("open_table")) return ordering("primary.open_table", { command: "open_table" });
  if (view.deck_locked) {
    const locked = gameText(view.table.game, "primary.deck_locked");
    return can("change_deck") ? newDeckStep(view) : waitingFor(locked);
  }
  if (can("open_betting")) {
    return ordering("primary.open_betting", { command: "open_betting" }, { round: view.round + 1 });
  }
  if (isShoeSpent(view)) return newDeckStep(view);
  if (view.phase === "betting") {
    // A round without any wager is closed only where the station offers it (BA-D13).
    if (can("close_betting")) return closingStep(view);
    if (isByBook(view)) return waiting("primary.await_book");
    return waitingFor(gameText(view.table.game, "primary.await_stakes"));
  }
  if (view.next.kind === "acceptors") {
    const seats = (view.next.seats ?? []).join(", ");
    return waiting("primary.closing", {}, text("primary.closing_hint", { seats }));
  }
  if (isBurning(view)) return burnStep(view);
  if (isBurnNext(view)) return waiting("primary.burn_one");
  if (view.next.kind === "card") return nextPlaceStep(view);
  if (view.next.kind === "act") return decisionStep(view, marks);
  if (view.next.kind === "verify" && typeof view.next.seat === "number") {
    const seat = view.next.seat;
    const order: Order = { command: "verify_hand", fields: { seat } };
    const title = seatText("approval.for_verify", seat);
    return {
      label: seatText("primary.verify", seat),
      hint: text("primary.verify_hint", { role: roleName("supervisor") }),
      does: { kind: "sign", order, role: "supervisor", title },
      identity: `verify ${view.round} ${seat}`,
    };
  }
  if (view.next.kind === "pay") return paymentStep(view);
  return waiting("primary.wait");
}

/** A device and what its faults left in doubt, in words. */
export const inDoubt = (device: Device): Params => ({
  device: coded("device", device.kind, device.id),
  faults: faultWords(device.kind, device.faults),
});

/** How a seat's light stands to its stake: as it should be, on its way, or not to be had. */
export type Light = "lit" | "dark" | "waiting" | "out";

const WORKING: ReadonlySet<string> = new Set(["ready", "degraded"]);

/** The light as its acceptor tells it; without an acceptor it is what the stake says. None is to be
 * had while the progressive is suspended. */
export function lightOf(view: View, seat: number, isStaked: boolean): Light {
  if (!isStaked && view.suspended?.length) return "out";
  const acceptor = view.acceptors?.[String(seat)];
  if (!acceptor) return isStaked ? "lit" : "dark";
  const device = view.devices?.find(({ id }) => id === acceptor.device);
  if (!device || !WORKING.has(device.state)) return "out";
  if (isStaked !== (acceptor.lit === true)) return "waiting";
  return isStaked ? "lit" : "dark";
}

export interface DoubtfulAcceptor {
  readonly seat: number;
  readonly device: Device;
}

/** The first seat whose acceptor has faults that a supervisor has to look after. */
export function doubtfulAcceptor(view: View): DoubtfulAcceptor | null {
  if (!view.is_open) return null;
  for (const seat of view.table.seats) {
    const id = view.acceptors?.[String(seat)]?.device;
    const device = view.devices?.find((each) => each.id === id);
    if (device?.faults?.length) return { seat, device };
  }
  return null;
}

/** The shoe, when it cannot be trusted to read cards now; null while it is ready or not needed. */
export function shoeTrouble(view: View): Device | "missing" | null {
  if (!view.is_open) return null;
  const shoes = (view.devices ?? []).filter((device) => device.kind === "card_shoe");
  if (shoes.length === 0) return "missing";
  const inFault = shoes.find((device) => device.state === "degraded");
  // A spare that is plugged out matters to nobody while another shoe reads.
  if (inFault || shoes.some((device) => device.state === "ready")) return inFault ?? null;
  return shoes[0] ?? null;
}
