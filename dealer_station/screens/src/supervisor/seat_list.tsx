// The table as a list, for glass too narrow for the felt: the dealer's hand and each seat that plays.
import { stateOf } from "../dealer/seat.tsx";
import { netOf, stakesOf } from "../dealer/state.ts";
import { Card } from "../shared/card.tsx";
import { Icon } from "../shared/icons.tsx";
import { cardsOf } from "../shared/suits.ts";
import { coded, money, text } from "../shared/texts/texts.ts";
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
      <Cards words={view.cards?.[String(seat)]} />
      <p class="row-stakes">
        {hand && <span>{coded("hand", hand)}</span>}
        {Object.entries(stakesOf(view, seat)).map(([spot, amount]) => (
          <span key={spot}>
            {coded("spot", spot)} <b>{money(amount, true)}</b>
          </span>
        ))}
      </p>
    </li>
  );
}

export function SeatList({ view }: { view: View }) {
  const seats = view.table.seats.filter(
    (seat) => view.cards?.[String(seat)] || Object.keys(stakesOf(view, seat)).length > 0,
  );
  const dealer = view.hands?.dealer;
  return (
    <section class="seat-list" data-testid="seat-list">
      {view.cards?.dealer && (
        <div class="row-seat row-dealer">
          <p class="row-head">
            <b>{text("place.dealer")}</b>
            {dealer && <span>{coded("hand", dealer)}</span>}
          </p>
          <Cards words={view.cards.dealer} />
        </div>
      )}
      <ul>
        {seats.map((seat) => (
          <Seat key={seat} view={view} seat={seat} />
        ))}
      </ul>
      {seats.length === 0 && <p class="row-nothing">{text("table.no_stakes")}</p>}
    </section>
  );
}
