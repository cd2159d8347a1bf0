// The cards that lie for everybody at a table without roads, and what its spots pay.
import { Card, CardSlot } from "../../shared/card.tsx";
import { handsLaid, worthText } from "../../shared/hands.ts";
import { cardsOf } from "../../shared/suits.ts";
import { coded, gameText, placeName } from "../../shared/texts/texts.ts";
import type { Place } from "../../shared/view.ts";
import type { SpotFacts, TableFacts } from "./facts.ts";

const BOARD = "board";
const BOARD_PLACES = 5;
const CARD_HEIGHT = 180;

/** A poker table: the common cards. What players hold is nobody's business here. */
export function Board({ facts }: { facts: TableFacts }) {
  const cards = cardsOf(facts.cards?.[BOARD]);
  return (
    <main class="sign-board" data-testid="sign-board" data-cards={cards.join(" ")}>
      <Places cards={cards} atLeast={BOARD_PLACES} />
    </main>
  );
}

/** A house game without a history: the hands of the table; the seats' cards are not shown. */
export function LaidHands({ facts }: { facts: TableFacts }) {
  const { table } = handsLaid(facts.game, facts.cards);
  return (
    <main class="laid-hands" data-testid="laid-hands">
      {table.map((place) => (
        <LaidHand key={place} facts={facts} place={place} />
      ))}
      <Pays spots={facts.spots} />
    </main>
  );
}

function LaidHand({ facts, place }: { facts: TableFacts; place: Place }) {
  const cards = cardsOf(facts.cards?.[place]);
  const worth = facts.hands?.[place];
  return (
    <section
      class={`laid-hand place-${place}`}
      data-testid={`hand-${place}`}
      data-cards={cards.join(" ")}
    >
      <header>
        <h2>{placeName(place)}</h2>
        {worth !== undefined && <strong data-testid={`worth-${place}`}>{worthText(worth)}</strong>}
      </header>
      <div class="laid-cards">
        <Places cards={cards} atLeast={place === BOARD ? BOARD_PLACES : 1} />
      </div>
    </section>
  );
}

/** Cards, and free places up to so many. */
function Places({ cards, atLeast }: { cards: readonly string[]; atLeast: number }) {
  return (
    <>
      {cards.map((card, place) => (
        <Card key={place} card={card} height={CARD_HEIGHT} />
      ))}
      {Array.from({ length: Math.max(0, atLeast - cards.length) }, (_, place) => (
        <span key={`free${place}`} class="sign-free">
          <CardSlot height={CARD_HEIGHT} />
        </span>
      ))}
    </>
  );
}

/** What a spot pays to one, where that is one figure. */
export function Pays({ spots }: { spots: readonly SpotFacts[] }) {
  const paid = spots.filter(({ pays }) => pays);
  if (paid.length === 0) return null;
  return (
    <table class="pays" data-testid="pays">
      <tbody>
        {paid.map(({ name, pays }) => (
          <tr key={name} class={`spot-${name}`}>
            <th scope="row">{coded("spot", name)}</th>
            <td>{gameText(name, "road.pays_to_one", { odds: pays ?? "" })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
