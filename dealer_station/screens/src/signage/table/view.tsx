// A table's rounds for its players: the hands that lie now, limits and payouts, at baccarat the five
// roads; there a new result takes the glass for some seconds.
import type { ComponentChildren } from "preact";
import { type Coup, SIDES, type Side, totalOf, type Winner } from "../../shared/baccarat.ts";
import { Card, CardSlot } from "../../shared/card.tsx";
import { Icon } from "../../shared/icons.tsx";
import { Mark } from "../../shared/mark.tsx";
import { isPotGame } from "../../shared/pot_games.ts";
import {
  BeadPlate,
  BigRoad,
  DERIVED,
  Derived,
  Forecast,
  type History,
  SideBadge,
} from "../../shared/roads.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { coded, money, placeName, text } from "../../shared/texts/texts.ts";
import { Frame } from "../frame.tsx";
import type { TableFacts } from "./facts.ts";
import { Board, LaidHands, Pays } from "./laid_hands.tsx";
import { resultOf } from "./result.ts";
import type { TableScreen } from "./screen.ts";

/** How many columns of each road fit the glass. */
const COLUMNS = {
  landscape: { bead: 14, big: 42, derived: 24 },
  portrait: { bead: 16, big: 21, derived: 42 },
} as const;

const WINNERS: readonly Winner[] = ["player", "banker", "tie"];
const PLACES = 3;

export function TableSign({ screen }: { screen: TableScreen }) {
  const facts = screen.facts.value;
  const result = screen.result.value;
  const isStale = screen.isStale.value;
  return (
    <div
      class="sign table-sign"
      data-testid="table-sign"
      data-state={isStale ? "stale" : facts ? "live" : "waiting"}
      data-round={facts?.round ?? ""}
      data-phase={facts?.phase ?? ""}
      data-result={result?.coup.winner ?? ""}
    >
      <div class="room" aria-hidden="true">
        <div class="room-light" />
      </div>
      <Frame />
      {facts && (
        <div class="rounds-page">
          <Head facts={facts} />
          <Main facts={facts} isPortrait={screen.isPortrait.value} />
        </div>
      )}
      {result && facts && !isStale && <ResultScene coup={result.coup} facts={facts} />}
      {isStale && (
        <p class="rounds-stale" role="status" data-testid="rounds-stale">
          <Icon name="hourglass" size={40} />
          {text("road.stale")}
        </p>
      )}
    </div>
  );
}

/** Roads where the game has a history; otherwise the cards that lie for everybody. */
function Main({ facts, isPortrait }: { facts: TableFacts; isPortrait: boolean }) {
  if (isPotGame(facts.game)) return <Board facts={facts} />;
  if (facts.history) return <Roads facts={facts} isPortrait={isPortrait} />;
  return <LaidHands facts={facts} />;
}

function Head({ facts }: { facts: TableFacts }) {
  const { min, max } = facts.limits;
  return (
    <header class="rounds-head">
      <Mark size={56} />
      <h1 data-testid="table-name">{facts.name}</h1>
      <p class="rounds-state" data-testid="round">
        {facts.is_open ? text("road.round", { round: facts.round }) : text("road.closed")}
      </p>
      <p class="rounds-limits" data-testid="limits">
        {max === null
          ? text("sign.limits_from", { min: money(min, true) })
          : text("sign.limits", { min: money(min, true), max: money(max, true) })}
        <b>{facts.currency}</b>
      </p>
    </header>
  );
}

function Roads({ facts, isPortrait }: { facts: TableFacts; isPortrait: boolean }) {
  const columns = COLUMNS[isPortrait ? "portrait" : "landscape"];
  const { history } = facts;
  return (
    <main class="rounds-main">
      <section class="rounds-now">
        <Hands facts={facts} />
        <Pays spots={facts.spots} />
        {history && <Counts history={history} />}
      </section>
      {history && (
        <>
          <Named name="bead_plate">
            <BeadPlate history={history} columns={columns.bead} />
          </Named>
          <Named name="big_road">
            <BigRoad history={history} columns={columns.big} />
          </Named>
          <div class="rounds-derived">
            {DERIVED.map((road) => (
              <Named key={road} name={road}>
                <Derived road={road} history={history} columns={columns.derived} />
              </Named>
            ))}
          </div>
        </>
      )}
    </main>
  );
}

type RoadName = "bead_plate" | "big_road" | (typeof DERIVED)[number];

function Named({ name, children }: { name: RoadName; children: ComponentChildren }) {
  return (
    <figure class={`named-road named-${name}`}>
      <figcaption>{text(`road.${name}`)}</figcaption>
      {children}
    </figure>
  );
}

/** The hands as they lie; before the first card the places for them. */
function Hands({ facts }: { facts: TableFacts }) {
  const over = resultOf(facts);
  return (
    <div class="rounds-hands">
      {SIDES.map((side) => (
        <SignHand key={side} facts={facts} side={side} isWinner={over?.coup.winner === side} />
      ))}
    </div>
  );
}

const CARD_HEIGHT = 180;

function SignHand({ facts, side, isWinner }: { facts: TableFacts; side: Side; isWinner: boolean }) {
  const cards = cardsOf(facts.cards?.[side]);
  const free = Math.max(0, PLACES - cards.length);
  return (
    <section
      class={`sign-hand side-${side}`}
      data-testid={`hand-${side}`}
      data-cards={cards.join(" ")}
      data-winner={isWinner}
    >
      <header>
        <SideBadge side={side} />
        <h2>{placeName(side)}</h2>
        <strong data-testid={`total-${side}`}>{totalOf(facts, side) ?? "–"}</strong>
      </header>
      <div class="sign-hand-cards">
        {cards.map((card, place) => (
          <Card key={place} card={card} height={CARD_HEIGHT} />
        ))}
        {Array.from({ length: free }, (_, place) => (
          <span key={`free${place}`} class="sign-free">
            <CardSlot height={CARD_HEIGHT} />
          </span>
        ))}
      </div>
    </section>
  );
}

function Counts({ history }: { history: History }) {
  const rounds = WINNERS.reduce((sum, winner) => sum + history.counts[winner], 0);
  return (
    <div class="rounds-counts" data-testid="counts">
      {WINNERS.map((winner) => (
        <p key={winner} class={`count side-${winner}`} data-testid={`count-${winner}`}>
          <SideBadge side={winner} />
          <span>{coded("spot", winner)}</span>
          <b>{history.counts[winner]}</b>
        </p>
      ))}
      <p class="count" data-testid="count-rounds">
        <span>{text("road.rounds")}</span>
        <b>{rounds}</b>
      </p>
      {SIDES.map((side) => (
        <Forecast key={side} history={history} side={side} />
      ))}
    </div>
  );
}

/** The result as large as the glass: who won, the totals, the cards, what was special. */
function ResultScene({ coup, facts }: { coup: Coup; facts: TableFacts }) {
  return (
    <div
      class={`result side-${coup.winner}`}
      role="status"
      data-testid="result"
      data-winner={coup.winner}
      data-event={coup.event ?? ""}
    >
      <Frame />
      <p class="result-who">{text(`coup.${coup.winner}`)}</p>
      <div class="result-totals">
        {SIDES.map((side) => (
          <section key={side} class={`result-side side-${side}`} data-winner={coup.winner === side}>
            <h2>
              <SideBadge side={side} />
              {placeName(side)}
            </h2>
            <strong>{coup.totals[side]}</strong>
            <div class="result-cards">
              {cardsOf(facts.cards?.[side]).map((card, place) => (
                <Card key={place} card={card} height={220} />
              ))}
            </div>
          </section>
        ))}
      </div>
      <p class="result-tags">
        {coup.event && <b class="result-tag">{text(`coup.${coup.event}`)}</b>}
        {coup.natural !== null && (
          <b class="result-tag result-natural">{text("coup.natural", { total: coup.natural })}</b>
        )}
      </p>
    </div>
  );
}
