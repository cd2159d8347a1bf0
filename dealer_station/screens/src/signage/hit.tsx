// A hit takes the screen: WIN, the amount, where, the hand, and what the others play for now
// (DSP-06, DSP-07). It stands as long as the station says so.
import { Card } from "../shared/card.tsx";
import { coded, money, text } from "../shared/texts/texts.ts";
import { Frame } from "./frame.tsx";
import type { Hit } from "./meter.ts";
import { Odometer } from "./odometer.tsx";
import type { SignScreen } from "./screen.ts";

const CARD_HEIGHT = 200;
const SPARKS = 12;

function seatWords(seats: readonly number[]): string {
  if (seats.length === 1) return text("sign.seat", { seat: seats[0] ?? "" });
  return text("sign.seats", { seats: seats.join(" · ") });
}

function Gold({ words }: { words: string }) {
  return (
    <span class="gold" data-words={words}>
      {words}
    </span>
  );
}

export function HitScene({ hit, screen }: { hit: Hit; screen: SignScreen }) {
  const amount = money(hit.amount_minor);
  return (
    <div class="hit" data-testid="hit" data-number={hit.number} data-cards={hit.hand.length}>
      <div class="hit-rays" aria-hidden="true" />
      <Frame />
      {Array.from({ length: SPARKS }, (_, spark) => (
        <i key={spark} class={`spark spark-${spark}`} aria-hidden="true" />
      ))}
      <div class="hit-page">
        <p class="hit-win" data-testid="hit-win">
          <Gold words={text("sign.win")} />
        </p>
        <p class="hit-amount" data-testid="hit-amount" data-long={amount.length > 9}>
          <Gold words={amount} />
          <small>{hit.currency ?? screen.ownCurrency.value}</small>
        </p>
        {hit.hand.length > 0 && (
          <div class="hit-hand" data-testid="hit-hand">
            {hit.hand.map((card) => (
              <span key={card} class="hit-card">
                <Card card={card} height={CARD_HEIGHT} />
              </span>
            ))}
          </div>
        )}
        <p class="hit-where" data-testid="hit-where">
          <b>{coded("hand", hit.category)}</b>
          {screen.others.value.length > 0 && (
            <span data-testid="hit-level">{coded("level", hit.level)}</span>
          )}
          <span>{hit.table}</span>
          <span>{seatWords(hit.seats)}</span>
        </p>
        <div class="hit-next">
          <p>{text("sign.next")}</p>
          <Odometer roller={screen.nextRoller} isBlank={false} name="next-meter" />
        </div>
      </div>
    </div>
  );
}
