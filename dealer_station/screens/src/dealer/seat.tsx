// One seat on the felt: its head (number and state in a word), its cards, its spots, and while
// decisions are open its two large buttons.
import { cents, sum } from "../shared/amount.ts";
import { Hand } from "../shared/card.tsx";
import { ChipStack } from "../shared/chips.tsx";
import { handsAt, worthText } from "../shared/hands.ts";
import { Icon, type IconName } from "../shared/icons.tsx";
import { cardsOf } from "../shared/suits.ts";
import { coded, gameText, money, text } from "../shared/texts/texts.ts";
import type { Spot, View } from "../shared/view.ts";
import type { SeatPlace } from "./felt.tsx";
import { NetResult } from "./net_result.tsx";
import type { DealerScreen } from "./screen.ts";
import { SeatNote } from "./seat_note.tsx";
import {
  baseSpot,
  baseSpots,
  chipSpots,
  decisionSpot,
  drawnPhase,
  hasBase,
  isAutoFolded,
  isPending,
  lightOf,
  type Mark,
  namedPlaces,
  netOf,
  nextPlace,
  pendingOn,
  pendingSum,
  pricedSpots,
  shortName,
  stakesOf,
  stakingAction,
  stakingAmount,
  statusOf,
  undecided,
} from "./state.ts";
import type { FeltScreen } from "./watched.ts";

interface Props {
  readonly screen: FeltScreen;
  readonly seat: number;
  readonly place: SeatPlace;
  readonly compact: boolean;
}

const CARD_HEIGHT = 97;
/** Five fanned cards fill the width of a seat. */
const CARD_STEP = 18.5;

interface Word {
  readonly icon: IconName | null;
  readonly word: string;
  readonly tone: string;
}

/** The seat's state as a word and an icon. */
export function stateOf(view: View, seat: number, mark?: Mark): Word {
  const phase = drawnPhase(view);
  const stakes = stakesOf(view, seat);
  const given = statusOf(view, seat);
  const status = phase === "void" && given === "in" ? "void" : given;
  const decided = decisionSpot(view)?.name ?? "";
  if (status && status !== "in" && status !== "out") {
    const icon = status === "dead" ? "stop" : "cross";
    return { icon, word: coded("status", status), tone: status };
  }
  if (phase === "settled" || phase === "paying") {
    const net = netOf(view, seat);
    if (net !== null) {
      return net > 0
        ? { icon: "up", word: text("outcome.win"), tone: "win" }
        : net < 0
          ? { icon: "down", word: text("outcome.lose"), tone: "lose" }
          : { icon: "equal", word: text("outcome.push"), tone: "push" };
    }
  }
  if (hasBase(view, seat) || status === "in") {
    if (phase !== "deciding") return { icon: "check", word: text("seat.staked"), tone: "in" };
    if (mark === "fold") return { icon: "cross", word: text("decide.will_fold"), tone: "open" };
    if (mark === "bet") {
      return { icon: "check", word: coded("decide", `will_${decided}`), tone: "open" };
    }
    return decided in stakes
      ? { icon: "check", word: coded("spot", decided), tone: "bet" }
      : { icon: "hourglass", word: text("seat.undecided"), tone: "open" };
  }
  if (Object.keys(stakes).length > 0) {
    return { icon: "warning", word: gameText(view.table.game, "seat.stake_waits"), tone: "open" };
  }
  return { icon: null, word: text("seat.empty"), tone: "empty" };
}

/** What the dealer has marked at a seat; a screen that watches marks nothing. */
const markAt = (screen: FeltScreen, seat: number): Mark | undefined =>
  screen.isWatching ? undefined : screen.marks.value[seat];

export function Head({ screen, seat, view }: { screen: FeltScreen; seat: number; view: View }) {
  const { icon, word, tone } = stateOf(view, seat, markAt(screen, seat));
  const inside = (
    <>
      <b>{seat}</b>
      {icon && <Icon name={icon} size={18} />}
      <span>{word}</span>
    </>
  );
  const still = (
    <div class="seat-head" data-tone={tone} data-testid={`seat-${seat}`} data-state={tone}>
      {inside}
    </div>
  );
  if (screen.isWatching || view.phase !== "betting") return still;
  const bases = baseSpots(view);
  const before = sum(bases.map(({ name }) => screen.last.value.before[String(seat)]?.[name]));
  // Where a seat has a choice of base spots, an empty one is staked on the spot itself.
  if (tone === "empty" && before === 0 && bases.length > 1) return still;
  const label =
    tone === "empty"
      ? before
        ? text("seat.put_on", { seat, amount: money(before, true) })
        : text("place.seat", { seat })
      : text("seat.take_off", { seat });
  return (
    <button
      type="button"
      class="seat-head"
      data-tone={tone}
      data-state={tone}
      data-testid={`seat-${seat}`}
      aria-label={label}
      aria-pressed={tone !== "empty"}
      onClick={() => void screen.touchSeat(seat)}
    >
      {inside}
    </button>
  );
}

/** The ante's circle while betting is open. */
function BaseSpot({
  screen,
  seat,
  view,
  spot,
}: {
  screen: DealerScreen;
  seat: number;
  view: View;
  spot: Spot;
}) {
  const stake = stakesOf(view, seat)[spot.name];
  const touches = pendingOn(screen.pending.value, seat, spot.name);
  const added = pendingSum(touches.filter(({ command }) => command === "place_wager"));
  const isTaking = isPending(touches, "withdraw_wager");
  const chip = screen.chip.value;
  const label =
    chip === "take_back"
      ? text("seat.take_back_spot", { seat, spot: coded("spot", spot.name) })
      : text("seat.add_ante", { seat, amount: chip });
  return (
    <button
      type="button"
      class="base-spot"
      data-testid={`seat-${seat}-${spot.name}`}
      data-amount={stake ?? ""}
      data-pending={touches.length > 0}
      aria-label={`${label}${stake ? ` (${money(stake, true)})` : ""}`}
      aria-busy={touches.length > 0}
      onClick={() => screen.touchSpot(seat, spot.name)}
    >
      {stake ? (
        <>
          <ChipStack amount={cents(stake)} size={38} />
          <strong class="spot-amount">{money(stake, true)}</strong>
        </>
      ) : (
        <>
          <Icon name="plus" size={28} />
          <span class="spot-name">{coded("spot", spot.name)}</span>
        </>
      )}
      {touches.length > 0 && (
        <span class="pending-mark">
          <Icon name="hourglass" size={16} />
          {isTaking
            ? `−${stake ? money(stake, true) : ""}`
            : added > 0
              ? `+${money(added, true)}`
              : ""}
        </span>
      )}
    </button>
  );
}

/** A side stake of any amount: a touch puts the chosen chip on it. */
function ChipSpot({
  screen,
  seat,
  view,
  spot,
}: {
  screen: DealerScreen;
  seat: number;
  view: View;
  spot: Spot;
}) {
  const stake = stakesOf(view, seat)[spot.name];
  const touches = pendingOn(screen.pending.value, seat, spot.name);
  const name = coded("spot", spot.name);
  return (
    <button
      type="button"
      class="priced-spot chip-spot"
      aria-label={`${text("place.seat", { seat })}: ${name}${stake ? ` (${money(stake, true)})` : ""}`}
      aria-busy={touches.length > 0}
      data-amount={stake ?? ""}
      data-pending={touches.length > 0}
      data-testid={`seat-${seat}-${spot.name}`}
      onClick={() => screen.touchSpot(seat, spot.name)}
    >
      {stake ? <ChipStack amount={cents(stake)} size={24} /> : <Icon name="plus" size={20} />}
      <span class="priced-name">{shortName(spot.name)}</span>
      {stake && <b>{money(stake, true)}</b>}
      {touches.length > 0 && (
        <span class="pending-mark">
          <Icon name="hourglass" size={16} />
        </span>
      )}
    </button>
  );
}

/** A lamp with a word: lit while the fixed-price stake stands. With an acceptor it is the light that
 * the player sees, and only his token places the stake. */
function PricedSpot({
  screen,
  seat,
  view,
  spot,
}: {
  screen: DealerScreen;
  seat: number;
  view: View;
  spot: Spot;
}) {
  const isOn = spot.name in stakesOf(view, seat);
  const light = lightOf(view, seat, isOn);
  const byToken = view.acceptors?.[String(seat)] !== undefined;
  const touches = pendingOn(screen.pending.value, seat, spot.name);
  const price = money(spot.price ?? "0", true);
  const label = byToken && !isOn ? "seat.token_progressive" : "seat.toggle_progressive";
  const mark = touches.length > 0 || light === "waiting" ? "hourglass" : null;
  return (
    <button
      type="button"
      class="priced-spot"
      role="switch"
      aria-checked={isOn}
      aria-label={text(label, { seat, price })}
      aria-busy={touches.length > 0}
      aria-disabled={byToken && !isOn}
      data-on={isOn}
      data-light={light}
      data-pending={touches.length > 0}
      data-testid={`seat-${seat}-${spot.name}`}
      onClick={() => screen.touchPriced(seat, spot.name)}
    >
      <span class="lamp" data-on={light === "lit"} data-light={light} />
      <span class="priced-name">
        {light === "out" ? text("seat.acceptor_out") : coded("spot", spot.name)}
      </span>
      <b>{price}</b>
      {mark && (
        <span class="pending-mark">
          <Icon name={mark} size={16} />
        </span>
      )}
    </button>
  );
}

/** What lies on the printed spots while cards come: nothing to touch. */
function StakesOnFelt({ seat, view }: { seat: number; view: View }) {
  const stakes = stakesOf(view, seat);
  const priced = pricedSpots(view).filter(({ name }) => name in stakes);
  const staked = Object.entries(stakes).filter(
    ([spot]) => !priced.some(({ name }) => name === spot),
  );
  return (
    <div class="on-felt" data-testid={`seat-${seat}-stakes`}>
      {staked.map(([spot, amount]) => (
        <span
          key={spot}
          class="ring"
          data-testid={`stake-${seat}-${spot}`}
          data-amount={amount}
          data-many={staked.length > 1}
        >
          <ChipStack amount={cents(amount)} size={staked.length > 1 ? 24 : 32} />
          <b>{money(amount, true)}</b>
          <small>{shortName(spot)}</small>
        </span>
      ))}
      {priced.map(({ name }) => (
        <span
          key={name}
          class="lit"
          data-testid={`stake-${seat}-${name}`}
          data-amount={stakes[name]}
        >
          <span class="lamp" data-on />
          {coded("spot", name)} <b>{money(stakes[name] ?? "0", true)}</b>
        </span>
      ))}
    </div>
  );
}

/** The printed ring of a seat that does not play. */
function EmptyRing({ view }: { view: View }) {
  const base = baseSpot(view);
  return (
    <span class="ring ring-empty">
      <small>{base ? coded("spot", base.name) : ""}</small>
    </span>
  );
}

/** Stakes in one line where room is short. */
function StakeLine({ seat, view }: { seat: number; view: View }) {
  const stakes = stakesOf(view, seat);
  const priced = new Set(pricedSpots(view).map((spot) => spot.name));
  const entries = Object.entries(stakes);
  if (entries.length === 0) return null;
  return (
    <div class="stake-line" data-testid={`seat-${seat}-stakes`} data-many={entries.length > 1}>
      {entries.map(([spot, amount]) =>
        priced.has(spot) ? (
          <span
            key={spot}
            class="stake stake-priced"
            data-testid={`stake-${seat}-${spot}`}
            data-amount={amount}
            title={coded("spot", spot)}
          >
            <span class="lamp" data-on />
            {money(amount, true)}
          </span>
        ) : (
          <span
            key={spot}
            class="stake"
            data-spot={spot}
            data-testid={`stake-${seat}-${spot}`}
            data-amount={amount}
          >
            <small>{shortName(spot)}</small>
            <b>{money(amount, true)}</b>
          </span>
        ),
      )}
    </div>
  );
}

function Decision({ screen, seat, view }: { screen: DealerScreen; seat: number; view: View }) {
  const mark = screen.marks.value[seat];
  const amount = stakingAmount(view, seat);
  const touches = screen.pending.value.filter(
    ({ command, fields }) => command === "act" && fields.seat === seat,
  );
  const isBusy = touches.length > 0;
  return (
    <div class="decision" data-mark={mark ?? ""} data-pending={isBusy}>
      <button
        type="button"
        class="decide decide-bet"
        data-testid={`seat-${seat}-bet`}
        aria-pressed={mark === "bet"}
        disabled={isBusy}
        onClick={() => screen.mark(seat, "bet")}
      >
        <Icon name={mark === "bet" ? "check" : "up"} size={22} />
        {coded("spot", stakingAction(view))}
        {amount && ` ${money(amount, true)}`}
      </button>
      <button
        type="button"
        class="decide decide-fold"
        data-testid={`seat-${seat}-fold`}
        aria-pressed={mark === "fold"}
        disabled={isBusy}
        onClick={() => screen.mark(seat, "fold")}
      >
        <Icon name={mark === "fold" ? "check" : "cross"} size={22} />
        {text("decide.fold")}
      </button>
      {isBusy && (
        <span class="pending-mark">
          <Icon name="hourglass" size={16} />
        </span>
      )}
    </div>
  );
}

/** Everything below the head once betting is closed. */
function Below({ screen, seat, view, compact }: Omit<Props, "place"> & { readonly view: View }) {
  const phase = drawnPhase(view);
  const cards = cardsOf(view.cards?.[String(seat)]);
  const isNext = view.next.kind === "card" && nextPlace(view)?.place === String(seat);
  const hand = view.hands?.[String(seat)];
  const owes = view.phase === "deciding" && undecided(view).includes(seat);
  const inOneLine = compact || phase === "deciding";
  const isSettled = phase === "settled" && netOf(view, seat) !== null;
  const hasCards = cards.length > 0 || isNext;
  if (!hasCards && !isSettled && Object.keys(stakesOf(view, seat)).length === 0) {
    return <EmptyRing view={view} />;
  }
  return (
    <>
      {handsAt(view).atSeats && (
        <div class="seat-cards" data-testid={`seat-${seat}-cards`} data-cards={cards.join(" ")}>
          {hasCards ? (
            <Hand cards={cards} height={CARD_HEIGHT} step={CARD_STEP} next={isNext} />
          ) : (
            <span class="seat-outline" />
          )}
        </div>
      )}
      {hand && !compact && phase !== "dealing" && !isAutoFolded(view, seat) && (
        <span class="seat-hand" data-testid={`seat-${seat}-hand`}>
          {worthText(hand)}
        </span>
      )}
      <SeatNote seat={seat} view={view} />
      {inOneLine ? <StakeLine seat={seat} view={view} /> : <StakesOnFelt seat={seat} view={view} />}
      {isSettled && <NetResult seat={seat} view={view} />}
      {owes && !screen.isWatching && <Decision screen={screen} seat={seat} view={view} />}
    </>
  );
}

export function SeatBox({ screen, seat, place, compact }: Props) {
  const view = screen.view.value;
  if (!view) return null;
  const isNextCard = view.next.kind === "card" && nextPlace(view)?.place === String(seat);
  const owes = view.phase === "deciding" && undecided(view).includes(seat);
  const isAsked = view.next.kind === "act" && view.next.seat === seat;
  const base = baseSpot(view);
  return (
    <div
      class="seat"
      style={{ left: `${place.left}px`, top: `${place.top}px` }}
      data-tone={stateOf(view, seat).tone}
      data-mark={owes ? (markAt(screen, seat) ?? "") : ""}
      data-asked={isAsked || isNextCard}
      data-named={namedPlaces(view).has(String(seat))}
    >
      <Head screen={screen} seat={seat} view={view} />
      {view.phase === "betting" && base && !screen.isWatching ? (
        <>
          <BaseSpot screen={screen} seat={seat} view={view} spot={base} />
          {pricedSpots(view).map((spot) => (
            <PricedSpot key={spot.name} screen={screen} seat={seat} view={view} spot={spot} />
          ))}
          {chipSpots(view).map((spot) => (
            <ChipSpot key={spot.name} screen={screen} seat={seat} view={view} spot={spot} />
          ))}
        </>
      ) : (
        <Below screen={screen} seat={seat} view={view} compact={compact} />
      )}
    </div>
  );
}
