// A hand of poker recalled: who put what in street by street, what lay where, the pots and who took
// them. It comes by itself, when the first such hand is looked up.
import { standingWord } from "../dealer/poker/standing.ts";
import { cents } from "../shared/amount.ts";
import { Hand } from "../shared/card.tsx";
import { worthText } from "../shared/hands.ts";
import { Icon } from "../shared/icons.tsx";
import type { PotAward } from "../shared/pot_view.ts";
import { cardsOf } from "../shared/suits.ts";
import { coded, money, text } from "../shared/texts/texts.ts";
import type { Maybe } from "../shared/view.ts";
import type { RecordedEvent, RoundRecord } from "./floor.ts";
import "./poker_recall.css";

/** What of an event and of a hand is told here; a player's history has no more of them. */
type ToldEvent = Pick<RecordedEvent, "position" | "type" | "facts">;

interface ToldHand {
  readonly game: string;
  readonly view: Pick<RoundRecord["view"], "cards" | "hands" | "status">;
  readonly hand?: Maybe<Pick<NonNullable<RoundRecord["hand"]>, "won">>;
  readonly events: readonly ToldEvent[];
}

const CARD_HEIGHT = 96;
const STREETS: Readonly<Record<string, readonly string[]>> = {
  "texas-holdem": ["pre_flop", "flop", "turn", "river"],
  "seven-card-stud": [
    "third_street",
    "fourth_street",
    "fifth_street",
    "sixth_street",
    "seventh_street",
  ],
};

interface StreetActs {
  readonly street: string;
  readonly acts: readonly ToldEvent[];
}

/** The acts in their order, street by street. */
export function actsByStreet({ game, events }: Pick<ToldHand, "game" | "events">) {
  const streets: { street: string; acts: ToldEvent[] }[] = [];
  for (const event of events) {
    if (event.type === "betting_round_opened") {
      const name = STREETS[game]?.[Number(event.facts.street)] ?? "";
      streets.push({ street: name, acts: [] });
    }
    if (event.type === "player_acted") streets.at(-1)?.acts.push(event);
  }
  return streets satisfies readonly StreetActs[];
}

/** What became of each pot, as it was pushed. */
export function awardsOf({ events }: Pick<ToldHand, "events">): readonly PotAward[] {
  const pushed = events.find(({ type }) => type === "pots_pushed");
  return Array.isArray(pushed?.facts.awards) ? (pushed.facts.awards as PotAward[]) : [];
}

function Act({ event }: { event: ToldEvent }) {
  const { seat, action, to, put } = event.facts;
  const isPaid = typeof put === "string" && cents(put) > 0;
  return (
    <li data-testid={`recall-act-${event.position}`}>
      <b>{String(seat)}</b> {coded("said", String(action))}
      {isPaid && <strong> {money(String(to), true)}</strong>}
    </li>
  );
}

function Acts({ round }: { round: ToldHand }) {
  return (
    <section class="recall-part" data-testid="recall-acts">
      <h3>{text("recall.acts")}</h3>
      <dl class="recall-streets">
        {actsByStreet(round).map(({ street, acts }, at) => (
          <div key={at}>
            <dt>{coded("street", street)}</dt>
            <dd>
              <ol>
                {acts.map((event) => (
                  <Act key={event.position} event={event} />
                ))}
              </ol>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Pots({ round }: { round: ToldHand }) {
  const awards = awardsOf(round);
  if (awards.length === 0) return null;
  return (
    <section class="recall-part" data-testid="recall-pots">
      <h3>{text("recall.pots")}</h3>
      <ul class="recall-pots">
        {awards.map((award, at) => (
          <li key={at} data-testid={`recall-pot-${at}`} data-amount={award.amount}>
            <span>{text(at === 0 ? "pot.main" : "pot.side", { number: at })}</span>
            <b>{money(award.amount)}</b>
            <span>
              {award.shares.map(({ seat, amount }) => (
                <span key={seat} class="recall-share">
                  <Icon name="right" size={16} />
                  {text("pot.takes", { seat, amount: money(amount) })}
                </span>
              ))}
              {cents(award.rake) > 0 && text("pot.rake", { amount: money(award.rake) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Seat({ round, seat }: { round: ToldHand; seat: string }) {
  const status = round.view.status?.[seat] ?? "in";
  const worth = round.view.hands?.[seat];
  const won = round.hand?.won?.[seat];
  const cards = cardsOf(round.view.cards?.[seat]);
  const words = [worth === undefined ? "" : worthText(worth), standingWord(status)];
  return (
    <article class="recall-seat" data-testid={`recall-seat-${seat}`}>
      <header>
        <h3>{text("place.seat", { seat })}</h3>
        <span>{words.filter(Boolean).join(" · ")}</span>
        {won && (
          <strong data-tone="win" data-testid={`recall-won-${seat}`} data-amount={won}>
            +{money(won)}
          </strong>
        )}
      </header>
      <Hand cards={cards} height={CARD_HEIGHT} step={cards.length > 2 ? 36 : 57} />
    </article>
  );
}

export function RecallHand({ round }: { round: ToldHand }) {
  const seats = Object.entries(round.view.status ?? {})
    .filter(([, status]) => status !== "out")
    .map(([seat]) => seat);
  return (
    <>
      <Pots round={round} />
      <div class="recall-seats">
        {seats.map((seat) => (
          <Seat key={seat} round={round} seat={seat} />
        ))}
      </div>
      <Acts round={round} />
    </>
  );
}
