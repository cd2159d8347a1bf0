// The hands of Casino Hold'em that belong to no seat: the dealer's two cards, the board, and where one
// hand is dealt for all bettors, the player's.
import { Hand } from "../../shared/card.tsx";
import { worthText } from "../../shared/hands.ts";
import { cardsOf } from "../../shared/suits.ts";
import { type TextKey, text } from "../../shared/texts/texts.ts";
import type { Place, View } from "../../shared/view.ts";
import { namedPlaces, nextPlace } from "../state.ts";

interface Laid {
  readonly place: Place;
  readonly label: TextKey;
  /** Room for the whole hand, so that its cards never move once they lie. */
  readonly places: number;
}

const DEALER: Laid = { place: "dealer", label: "place.dealer", places: 2 };
const BOARD: Laid = { place: "board", label: "place.board", places: 5 };
const PLAYER: Laid = { place: "player", label: "place.player", places: 2 };

const isNext = (view: View, place: Place): boolean =>
  view.next.kind === "card" && nextPlace(view)?.place === place;

/** A hand for all bettors lies there only where the rule set deals one. */
const laid = (view: View): readonly Laid[] =>
  view.cards?.player || isNext(view, "player") ? [DEALER, BOARD, PLAYER] : [DEALER, BOARD];

export function TableHands({ view, height }: { view: View; height: number }) {
  const step = height * 0.7 + 6;
  return (
    <div class="table-hands" data-testid="table-hands">
      {laid(view).map(({ place, label, places }) => (
        <div
          key={place}
          class="table-hand"
          data-testid={`${place}-hand`}
          data-named={namedPlaces(view).has(place)}
        >
          <Hand
            cards={cardsOf(view.cards?.[place])}
            height={height}
            step={step}
            places={places}
            next={isNext(view, place)}
          />
          <span class="dealer-label">
            <b>{text(label)}</b>
            {view.hands?.[place] && (
              <span data-testid={`${place}-hand-name`}>{worthText(view.hands[place])}</span>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The hands above the payments. */
export const HoldemPayoutHead = ({ view }: { view: View }) => (
  <div class="payout-table-hands">
    <TableHands view={view} height={84} />
  </div>
);
