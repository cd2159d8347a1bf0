// A poker table as a list, for glass too narrow for the felt: the board, the pots, each taken seat.
import { Card } from "../../shared/card.tsx";
import { worthText } from "../../shared/hands.ts";
import { Icon } from "../../shared/icons.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { money, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import { saidAt, standingOf } from "./standing.ts";

function Cards({ words }: { words: string | undefined }) {
  const cards = cardsOf(words);
  if (cards.length === 0) return null;
  return (
    <span class="row-cards">
      {cards.map((card, at) => (
        <Card key={at} card={card} height={72} />
      ))}
    </span>
  );
}

function Row({ view, seat }: { view: View; seat: number }) {
  const key = String(seat);
  const { icon, word, tone } = standingOf(view, seat);
  const bet = view.bets?.[key];
  const worth = view.hands?.[key];
  return (
    <li class="row-seat" data-tone={tone} data-testid={`row-seat-${seat}`}>
      <p class="row-head">
        <b>{text("place.seat", { seat })}</b>
        <span class="row-state" data-tone={tone}>
          {icon && <Icon name={icon} size={16} />}
          {word}
        </span>
        {view.stacks?.[key] && <strong>{money(view.stacks[key] ?? "0")}</strong>}
      </p>
      <Cards words={view.cards?.[key]} />
      <p class="row-stakes">
        {view.button === seat && <span>{text("seat.button")}</span>}
        {worth !== undefined && <span>{worthText(worth)}</span>}
        {bet && (
          <span>
            {saidAt(view, seat)} <b>{money(bet, true)}</b>
          </span>
        )}
      </p>
    </li>
  );
}

export function PotSeatList({ view }: { view: View }) {
  const seats = view.table.seats.filter((seat) => view.players?.[String(seat)]);
  const pots = view.pots ?? [];
  return (
    <section class="seat-list" data-testid="seat-list">
      {view.cards?.board && (
        <div class="row-seat row-dealer" data-testid="row-board">
          <p class="row-head">
            <b>{text("place.board")}</b>
          </p>
          <Cards words={view.cards.board} />
        </div>
      )}
      {pots.length > 0 && (
        <p class="row-stakes" data-testid="row-pots">
          {pots.map((pot, at) => (
            <span key={at}>
              {text(at === 0 ? "pot.main" : "pot.side", { number: at })}{" "}
              <b>{money(pot.amount, true)}</b>
            </span>
          ))}
        </p>
      )}
      <ul>
        {seats.map((seat) => (
          <Row key={seat} view={view} seat={seat} />
        ))}
      </ul>
    </section>
  );
}
