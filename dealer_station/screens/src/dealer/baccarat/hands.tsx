// The two hands of baccarat with their totals, the place of the next card, and the coup in words.
import {
  type Coup,
  coupOf,
  type HandsShown,
  SIDES,
  type Side,
  totalOf,
} from "../../shared/baccarat.ts";
import { Hand } from "../../shared/card.tsx";
import { Mark } from "../../shared/mark.tsx";
import { SideBadge } from "../../shared/roads.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { placeName, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import { drawnPhase, namedPlaces, nextPlace } from "../state.ts";

/** A hand has at most so many cards: the room for them is kept, so that none moves. */
const PLACES = 3;

const OVER: ReadonlySet<string> = new Set(["paying", "settled"]);

/** The coup, once no card comes any more: the station has gone on to the payments. */
export const finishedCoup = (view: View): Coup | null =>
  OVER.has(drawnPhase(view)) ? coupOf(view) : null;

interface SideProps {
  readonly shown: HandsShown;
  readonly side: Side;
  readonly height: number;
  readonly isNext?: boolean;
  readonly isWinner?: boolean;
  readonly isNamed?: boolean;
}

/** One side: its name, its total as large as it can be, its cards. */
export function SideHand({ shown, side, height, isNext, isWinner, isNamed }: SideProps) {
  const total = totalOf(shown, side);
  const cards = cardsOf(shown.cards?.[side]);
  return (
    <section
      class={`side side-${side}`}
      data-testid={`hand-${side}`}
      data-cards={cards.join(" ")}
      data-winner={isWinner ?? false}
      data-named={isNamed ?? false}
      data-next={isNext ?? false}
    >
      <header class="side-head">
        <SideBadge side={side} />
        <h3>{placeName(side)}</h3>
        <strong class="side-total" data-testid={`total-${side}`} data-total={total ?? ""}>
          {total ?? "–"}
        </strong>
      </header>
      <Hand
        cards={cards}
        height={height}
        step={height * 0.7 + 8}
        places={PLACES}
        next={isNext ?? false}
      />
    </section>
  );
}

/** Who won, by what, and what was special about it. */
export function CoupWords({ coup }: { coup: Coup }) {
  return (
    <div
      class={`coup side-${coup.winner}`}
      data-testid="coup"
      data-winner={coup.winner}
      data-event={coup.event ?? ""}
      data-natural={coup.natural ?? ""}
    >
      <strong>{text(`coup.${coup.winner}`)}</strong>
      <span class="coup-score">
        {text("coup.score", { player: coup.totals.player, banker: coup.totals.banker })}
      </span>
      {coup.event && <b class="coup-tag">{text(`coup.${coup.event}`)}</b>}
      {coup.natural !== null && (
        <b class="coup-tag coup-natural">{text("coup.natural", { total: coup.natural })}</b>
      )}
    </div>
  );
}

/** The house's mark, printed between the hands. */
const HouseMark = () => (
  <span class="between-mark">
    <Mark size={54} />
  </span>
);

/** Both hands, Player on the left as on every display, and between them how it ended. */
export function BothHands({ view, height }: { view: View; height: number }) {
  const coup = finishedCoup(view);
  const next = view.next.kind === "card" ? nextPlace(view)?.place : undefined;
  const named = namedPlaces(view);
  const aside = cardsOf(view.cards?.aside);
  const [first, second] = SIDES.map((side) => (
    <SideHand
      key={side}
      shown={view}
      side={side}
      height={height}
      isNext={next === side}
      isWinner={coup?.winner === side}
      isNamed={named.has(side)}
    />
  ));
  return (
    <div class="both-hands">
      {first}
      <div class="between">
        {coup ? <CoupWords coup={coup} /> : <HouseMark />}
        {aside.length > 0 && (
          <div class="set-aside" data-testid="aside">
            <Hand cards={aside} height={64} step={20} />
            <span>{placeName("aside")}</span>
          </div>
        )}
      </div>
      {second}
    </div>
  );
}

/** The head of the payments: both hands small, and how it ended. */
export function PayoutHands({ view }: { view: View }) {
  return (
    <div class="payout-hands">
      <BothHands view={view} height={84} />
    </div>
  );
}
