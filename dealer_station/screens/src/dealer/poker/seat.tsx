// One seat of a poker table: number and standing, the button or a blind, cards as they are seen here,
// and the stack. What it has bet lies before it on the felt.
import type { ComponentChildren } from "preact";
import { cents } from "../../shared/amount.ts";
import { Hand } from "../../shared/card.tsx";
import { ChipStack } from "../../shared/chips.tsx";
import { worthText } from "../../shared/hands.ts";
import { Icon } from "../../shared/icons.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { money, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import { namedPlaces, nextPlace } from "../state.ts";
import type { FeltScreen } from "../watched.ts";
import type { Place } from "./places.ts";
import { saidAt, standingOf } from "./standing.ts";

interface Props {
  readonly screen: FeltScreen;
  readonly view: View;
  readonly seat: number;
  readonly place: Place;
  readonly width: number;
  readonly height: number;
  readonly compact: boolean;
}

const CARD_HEIGHT = 76;
const CARD_HEIGHT_COMPACT = 62;

function Cards({ view, seat, width, compact }: Omit<Props, "screen" | "place" | "height">) {
  const isNext = view.next.kind === "card" && nextPlace(view)?.place === String(seat);
  const cards = cardsOf(view.cards?.[String(seat)]);
  if (cards.length === 0 && !isNext) {
    const isFree = !view.players?.[String(seat)] && view.commands.includes("take_seat");
    return <div class="pot-cards">{isFree && <Icon name="plus" size={34} />}</div>;
  }
  const height = compact ? CARD_HEIGHT_COMPACT : CARD_HEIGHT;
  const card = height * 0.7;
  const count = cards.length + (isNext ? 1 : 0);
  const room = width - 20 - card;
  const step = count > 1 ? Math.min(card + 6, room / (count - 1)) : card;
  return (
    <div class="pot-cards" data-testid={`seat-${seat}-cards`} data-cards={cards.join(" ")}>
      <Hand cards={cards} height={height} step={step} next={isNext} />
    </div>
  );
}

/** The dealer button, and who posted which blind. */
function Marks({ view, seat }: { view: View; seat: number }) {
  const { small, big } = view.blinds ?? {};
  return (
    <>
      {seat === small && <span class="pot-blind">{text("seat.small")}</span>}
      {seat === big && <span class="pot-blind">{text("seat.big")}</span>}
      {view.button === seat && (
        <span class="pot-button" data-testid={`button-${seat}`}>
          {text("seat.button")}
        </span>
      )}
    </>
  );
}

/** The stack with the marks, and beneath it what was said or what the hand is worth. */
function Foot({ view, seat, compact }: { view: View; seat: number; compact: boolean }) {
  const stack = view.stacks?.[String(seat)];
  const worth = view.hands?.[String(seat)];
  const bet = view.bets?.[String(seat)];
  const said = saidAt(view, seat);
  return (
    <>
      <span class="pot-foot">
        {stack !== undefined && (
          <b class="pot-stack" data-testid={`seat-${seat}-stack`} data-amount={stack}>
            {money(stack, true)}
          </b>
        )}
        <Marks view={view} seat={seat} />
      </span>
      <span class="pot-said" data-testid={`seat-${seat}-said`}>
        {worth !== undefined && !said ? worthText(worth) : said}
        {compact && bet && <i> {money(bet, true)}</i>}
      </span>
    </>
  );
}

export function PotSeat(props: Props) {
  const { screen, view, seat, place, width, height, compact } = props;
  const { icon, word, tone } = standingOf(view, seat);
  const isNextCard = view.next.kind === "card" && nextPlace(view)?.place === String(seat);
  const isAsked = isNextCard || (view.next.kind === "act" && view.next.seat === seat);
  const inside: ComponentChildren = (
    <>
      <span class="pot-head">
        <b class="pot-number">{seat}</b>
        {icon && <Icon name={icon} size={18} />}
        <span class="pot-word">{word}</span>
      </span>
      <Cards view={view} seat={seat} width={width} compact={compact} />
      <Foot view={view} seat={seat} compact={compact} />
    </>
  );
  const shown = {
    class: "seat pot-seat",
    style: {
      left: `${place.left}px`,
      top: `${place.top}px`,
      width: `${width}px`,
      height: `${height}px`,
    },
    "data-testid": `seat-${seat}`,
    "data-tone": tone,
    "data-asked": isAsked,
    "data-named": namedPlaces(view).has(String(seat)),
  };
  if (screen.isWatching) return <div {...shown}>{inside}</div>;
  const isFree = tone === "free";
  return (
    <button
      type="button"
      {...shown}
      aria-label={text(isFree ? "seat.sit" : "seat.manage", { seat })}
      onClick={() => {
        screen.dialog.value = { kind: "seat", seat };
      }}
    >
      {inside}
    </button>
  );
}

/** The chips that a seat has put in on this street. */
export function Bet({ view, seat, place }: { view: View; seat: number; place: Place }) {
  const bet = view.bets?.[String(seat)];
  if (!bet) return null;
  return (
    <span
      class="pot-bet"
      style={{ left: `${place.bet.left}px`, top: `${place.bet.top}px` }}
      data-side={place.side}
      data-testid={`bet-${seat}`}
      data-amount={bet}
    >
      <ChipStack amount={cents(bet)} size={20} />
      <b>{money(bet, true)}</b>
    </span>
  );
}
