// The table as a list, for glass too narrow for the felt: the table's hands and each seat that plays.
import { BookFigures, BookTable } from "../dealer/book.tsx";
import { stateOf } from "../dealer/seat.tsx";
import { SeatNote } from "../dealer/seat_note.tsx";
import { netOf, stakesOf } from "../dealer/state.ts";
import { Card } from "../shared/card.tsx";
import { handsOf, worthText } from "../shared/hands.ts";
import { Icon } from "../shared/icons.tsx";
import { cardsOf } from "../shared/suits.ts";
import { coded, money, placeName, text } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";

const CARD_HEIGHT = 72;

function Cards({ words }: { words: string | undefined }) {
  const cards = cardsOf(words);
  if (cards.length === 0) return null;
  return (
    <span class="row-cards">
      {cards.map((card, at) => (
        <Card key={at} card={card} height={CARD_HEIGHT} />
      ))}
    </span>
  );
}

function Seat({ view, seat }: { view: View; seat: number }) {
  const { icon, word, tone } = stateOf(view, seat);
  const net = netOf(view, seat);
  const hand = view.hands?.[String(seat)];
  return (
    <li class="row-seat" data-tone={tone} data-testid={`row-seat-${seat}`}>
      <p class="row-head">
        <b>{text("place.seat", { seat })}</b>
        <span class="row-state" data-tone={tone}>
          {icon && <Icon name={icon} size={16} />}
          {word}
        </span>
        {net !== null && (
          <strong data-tone={net > 0 ? "win" : net < 0 ? "lose" : "push"}>
            {net > 0 ? "+" : ""}
            {money(net)}
          </strong>
        )}
      </p>
      <SeatNote seat={seat} view={view} />
      <Cards words={view.cards?.[String(seat)]} />
      <p class="row-stakes">
        {hand !== undefined && <span>{worthText(hand)}</span>}
        {Object.entries(stakesOf(view, seat)).map(([spot, amount]) => (
          <span key={spot}>
            {coded("spot", spot)} <b>{money(amount, true)}</b>
          </span>
        ))}
      </p>
    </li>
  );
}

/** A hand that belongs to no seat: the dealer's, the Player's or the Banker's. */
function TableHand({ view, place }: { view: View; place: string }) {
  const cards = view.cards?.[place];
  const worth = view.hands?.[place];
  if (!cards) return null;
  return (
    <div class="row-seat row-dealer" data-testid={`row-${place}`}>
      <p class="row-head">
        <b>{placeName(place)}</b>
        {worth !== undefined && <span>{worthText(worth)}</span>}
      </p>
      <Cards words={cards} />
    </div>
  );
}

export function SeatList({ view }: { view: View }) {
  const seats = view.table.seats.filter(
    (seat) => view.cards?.[String(seat)] || Object.keys(stakesOf(view, seat)).length > 0,
  );
  return (
    <section class="seat-list" data-testid="seat-list">
      {handsOf(view.table.game).table.map((place) => (
        <TableHand key={place} view={view} place={place} />
      ))}
      {view.book && (
        <div data-testid="row-book">
          <BookFigures book={view.book} />
          <BookTable book={view.book} />
        </div>
      )}
      <ul>
        {seats.map((seat) => (
          <Seat key={seat} view={view} seat={seat} />
        ))}
      </ul>
      {seats.length === 0 && !view.book && <p class="row-nothing">{text("table.no_stakes")}</p>}
    </section>
  );
}
