// A round recalled: hands as pictures, every wager with its rule and the ledger lines behind it, the
// lights, the rulings, and all events.
import { useState } from "preact/hooks";
import { CoupWords } from "../dealer/baccarat/hands.tsx";
import { BookFigures, BookTable } from "../dealer/book.tsx";
import { statusText } from "../dealer/state.ts";
import { cents, sum } from "../shared/amount.ts";
import { coupOf } from "../shared/baccarat.ts";
import { Hand } from "../shared/card.tsx";
import { FactList } from "../shared/facts.tsx";
import { handsLaid, worthText } from "../shared/hands.ts";
import { Icon } from "../shared/icons.tsx";
import { OUTCOME_ICON, phaseIcon } from "../shared/phases.ts";
import { cardsOf } from "../shared/suits.ts";
import {
  BOOK,
  coded,
  counted,
  gameText,
  language,
  money,
  optionName,
  placeName,
  roleName,
  sourceText,
  text,
} from "../shared/texts/texts.ts";
import { clockTime, dayOf, lasting } from "../shared/times.ts";
import type { Maybe } from "../shared/view.ts";
import type {
  BookedLine,
  BookRecord,
  CompensationRecord,
  LightRecord,
  RoundRecord,
  RulingRecord,
  WagerRecord,
} from "./floor.ts";
import { LookedUp } from "./looked_up.tsx";
import { LoadState } from "./panel.tsx";
import { LazyHand } from "./poker_parts.tsx";
import { exact } from "./recorded.ts";
import { Signed } from "./rounds.tsx";
import type { ConsoleScreen } from "./screen.ts";
import { Events } from "./time_line.tsx";

const CARD_HEIGHT = 96;

/** A rule in the language shown; where the station has only one, that. */
function ruleText(rule: WagerRecord["rule_text"]): string {
  if (!rule) return "";
  return typeof rule === "string" ? rule : rule[language.value];
}

function BookedLines({ lines }: { lines: readonly BookedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <table class="ledger" data-testid="wager-ledger">
      <caption>{text("ledger.title")}</caption>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at} data-account={line.account}>
            <td>{clockTime(line.at)}</td>
            <td class="ledger-what">{coded("event_kind", line.type, line.type)}</td>
            <th scope="row">{coded("account", line.account)}</th>
            <td data-amount={line.amount}>{exact(line.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One wager in a line; beneath it, when touched, why it came to this and the ledger behind it. */
function Wager({ wager }: { wager: WagerRecord }) {
  const [isOpen, setOpen] = useState(false);
  const outcome = wager.outcome ?? "pending";
  return (
    <li class="wager" data-outcome={outcome} data-open={isOpen}>
      <button
        type="button"
        class="wager-line"
        aria-expanded={isOpen}
        data-testid={`wager-${wager.seat}-${wager.spot}`}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="wager-spot">{coded("spot", wager.spot)}</span>
        <span class="wager-stake">{money(wager.stake, true)}</span>
        <span class="wager-odds">{wager.odds || "–"}</span>
        {wager.wins ? <Signed amount={wager.wins} /> : <b>–</b>}
        <span class="wager-why">
          <span class="wager-result">
            <Icon name={OUTCOME_ICON[outcome]} size={16} />
            {coded("outcome", outcome)}
          </span>
          {wager.rule && (
            <span data-rule={wager.rule}>
              <b>{wager.rule}</b> {coded("rule", wager.rule, " ")}
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <div class="wager-details" data-testid={`wager-details-${wager.seat}-${wager.spot}`}>
          <p>{ruleText(wager.rule_text)}</p>
          {wager.handed_back && (
            <p class="wager-back">
              {text("recall.handed_back")} <b>{money(wager.handed_back)}</b>
            </p>
          )}
          <BookedLines lines={wager.ledger} />
        </div>
      )}
    </li>
  );
}

function Lights({ light }: { light: LightRecord | undefined }) {
  if (!light) return null;
  const times: readonly [string, Maybe<number>][] = [
    [text("light.lit"), light.lit_at],
    [text("light.token"), light.token_at],
    [text("light.window_closed"), light.window_closed_at],
    [text("light.dark"), light.dark_at],
  ];
  return (
    <dl class="lights" data-testid={`lights-${light.seat}`}>
      {times
        .filter(([, at]) => at)
        .map(([label, at]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{clockTime(at ?? 0)}</dd>
          </div>
        ))}
    </dl>
  );
}

function SeatRecord({ round, seat }: { round: RoundRecord; seat: number }) {
  const own = round.wagers.filter((wager) => wager.seat === seat);
  const key = String(seat);
  const hand = round.view.hands?.[key];
  const status = round.view.status?.[key];
  const net = sum(own.map(({ wins }) => wins ?? undefined));
  const settled = new Set(own.map(({ spot }) => spot));
  const pending = Object.entries(round.view.stakes?.[key] ?? {}).filter(
    ([spot]) => !settled.has(spot),
  );
  return (
    <article class="recall-seat" data-testid={`recall-seat-${seat}`}>
      <header>
        <h3>{text("place.seat", { seat })}</h3>
        <span>
          {[
            hand === undefined ? "" : worthText(hand),
            status && status !== "in" ? statusText(round.view, seat, status) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {own.length > 0 && (
          <strong data-tone={net > 0 ? "win" : net < 0 ? "lose" : "push"}>
            {net > 0 ? "+" : ""}
            {money(net)}
          </strong>
        )}
      </header>
      {handsLaid(round.game, round.view.cards).atSeats && (
        <Hand cards={cardsOf(round.view.cards?.[key])} height={CARD_HEIGHT} step={57} />
      )}
      <ul class="recall-wagers">
        {own.map((wager) => (
          <Wager key={wager.spot} wager={wager} />
        ))}
        {pending.map(([spot, amount]) => (
          <li key={spot} class="wager wager-pending">
            <span>{coded("spot", spot)}</span> <b>{money(amount, true)}</b>
            <small>{text("recall.pending")}</small>
          </li>
        ))}
      </ul>
      <Lights light={round.lights.find((light) => light.seat === seat)} />
    </article>
  );
}

/** The bettors in sums; beneath, what each decision came to on each spot, with the rule. */
function BookOfRound({ book }: { book: BookRecord }) {
  return (
    <section class="recall-part" data-testid="recall-book">
      <h3>{placeName(String(BOOK))}</h3>
      <BookFigures book={book} />
      <BookTable book={book} />
      <ul class="recall-wagers">
        {book.outcomes.map((each) => (
          <BookLine key={`${each.spot} ${each.action}`} line={each} />
        ))}
      </ul>
    </section>
  );
}

function BookLine({ line }: { line: BookRecord["outcomes"][number] }) {
  const { spot, action, outcome, odds, stakes, staked, net, rule } = line;
  return (
    <li
      class="wager book-line"
      data-outcome={outcome}
      data-testid={`book-${spot}-${action ?? "none"}`}
      data-net={net}
    >
      <p class="wager-line">
        <span class="wager-spot">
          {coded("spot", spot)}
          {action && <small> · {coded("book_action", action)}</small>}
        </span>
        <span class="wager-stake">
          {counted(stakes)} · {money(staked, true)}
        </span>
        <span class="wager-odds">{odds || "–"}</span>
        <Signed amount={net} />
      </p>
      <span class="wager-why">
        <span class="wager-result">
          <Icon name={OUTCOME_ICON[outcome]} size={16} />
          {coded("outcome", outcome)}
        </span>
        <span data-rule={rule}>
          <b>{rule}</b> {ruleText(line.rule_text) || coded("rule", rule, " ")}
        </span>
      </span>
    </li>
  );
}

/** Wrong payments, and what became of them. */
function Compensations({ list }: { list: readonly CompensationRecord[] }) {
  if (list.length === 0) return null;
  return (
    <section class="recall-part" data-testid="compensations">
      <h3>{text("recall.compensations")}</h3>
      <ul class="recall-rulings">
        {list.map((each) => (
          <li key={each.at} class="recall-ruling">
            <p class="recall-ruling-head">
              <Icon name="warning" size={18} />
              <b>
                {text("recall.compensation", {
                  seat: each.seat,
                  paid: money(each.paid),
                  due: money(each.due),
                })}
              </b>
              <Signed amount={each.difference} />
              <time>{clockTime(each.at)}</time>
            </p>
            {each.rule && (
              <p class="recall-source">
                <b>{each.rule}</b> {ruleText(each.rule_text)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RulingDone({ ruling }: { ruling: RulingRecord }) {
  return (
    <li class="recall-ruling" data-testid={`recall-ruling-${ruling.number}`}>
      <p class="recall-ruling-head">
        <Icon name="stop" size={18} />
        <b>{ruling.irregularity}</b>
        <span>{coded("kind", ruling.irregularity, ruling.title)}</span>
        <time>{clockTime(ruling.raised_at)}</time>
      </p>
      <FactList facts={ruling.facts} />
      <p class="recall-ruling-done">
        {ruling.option ? (
          <>
            <Icon name="check" size={18} />
            <b>{optionName(ruling.option)}</b>
            <span>
              {ruling.by ? roleName(ruling.by) : ""} {ruling.person ?? ""}
              {ruling.ruled_at ? ` · ${clockTime(ruling.ruled_at)}` : ""}
            </span>
          </>
        ) : (
          <>
            <Icon name="hourglass" size={18} />
            {text("recall.open_ruling")}
          </>
        )}
      </p>
      <p class="recall-source">
        <b>{text("held.source")}:</b> {sourceText(ruling.irregularity, ruling.source)}
      </p>
    </li>
  );
}

/** When, how long, by whom and under which rules. */
function About({ round }: { round: RoundRecord }) {
  const { opened_at: from, ended_at: until } = round;
  return (
    <p class="recall-about">
      <span>
        {dayOf(from)} {clockTime(from)}
        {until ? `–${clockTime(until)} · ${lasting(until - from)}` : ""}
      </span>
      {round.dealer && (
        <span>
          {roleName("dealer")} <b>{round.dealer}</b>
        </span>
      )}
      <span>
        {text("recall.rules")} <b>{round.rules.name}</b>{" "}
        <code title={round.rules.digest}>{round.rules.digest.slice(0, 8)}</code>
      </span>
    </p>
  );
}

/** Seats with a wager, settled or not. */
function seatsOf(round: RoundRecord): readonly number[] {
  const staked = Object.keys(round.view.stakes ?? {}).map(Number);
  return [...new Set([...round.wagers.map(({ seat }) => seat), ...staked])].sort((a, b) => a - b);
}

/** A hand that belongs to no seat, with what it was worth. */
function TableHand({ round, place }: { round: RoundRecord; place: string }) {
  const cards = cardsOf(round.view.cards?.[place]);
  const worth = round.view.hands?.[place];
  return (
    <div class="recall-hand" data-testid={`recall-${place}`} data-cards={cards.join(" ")}>
      {cards.length > 0 && <Hand cards={cards} height={112} step={84} />}
      <p>
        <b>{placeName(place)}</b>
        {worth !== undefined && (
          <span data-total={typeof worth === "number"}>{worthText(worth)}</span>
        )}
      </p>
    </div>
  );
}

function Whole({ screen, round }: { screen: ConsoleScreen; round: RoundRecord }) {
  const seats = seatsOf(round);
  const coup = round.phase === "settled" ? coupOf(round.view) : null;
  return (
    <div class="recall" data-scrolls data-testid="recall" data-round={round.number}>
      <About round={round} />
      <div class="recall-dealer">
        {handsLaid(round.game, round.view.cards).table.map((place) => (
          <TableHand key={place} round={round} place={place} />
        ))}
        {coup && <CoupWords coup={coup} />}
        <p>
          <span>
            {text("rounds.house")}{" "}
            <strong>
              <Signed amount={round.house} />
            </strong>
          </span>
          {cents(round.compensated) !== 0 && (
            <span data-testid="recall-compensated">
              {text("recall.compensated")} <Signed amount={round.compensated} />
            </span>
          )}
        </p>
      </div>
      {round.book && <BookOfRound book={round.book} />}
      {round.hand ? (
        <LazyHand round={round} />
      ) : (
        <div class="recall-seats">
          {seats.map((seat) => (
            <SeatRecord key={seat} round={round} seat={seat} />
          ))}
        </div>
      )}
      <Compensations list={round.compensations ?? []} />
      {round.rulings.length > 0 && (
        <section class="recall-part">
          <h3>{text("recall.rulings")}</h3>
          <ul class="recall-rulings">
            {round.rulings.map((ruling) => (
              <RulingDone key={ruling.number} ruling={ruling} />
            ))}
          </ul>
        </section>
      )}
      <section class="recall-part">
        <h3>{text("time_line.title")}</h3>
        <Events screen={screen} events={round.events} />
      </section>
    </div>
  );
}

export function Recall({ screen, number }: { screen: ConsoleScreen; number: number }) {
  const { recalled } = screen.record;
  const round = recalled.value.value;
  return (
    <div class="looked-up">
      <LookedUp
        screen={screen}
        title={`${screen.table.value ?? ""} · ${gameText(round?.game ?? "", "bar.round", { round: number })}`}
      >
        {round && (
          <span class="phase" data-phase={round.phase}>
            <Icon name={phaseIcon(round.phase)} size={16} />
            {coded("phase", round.phase)}
          </span>
        )}
      </LookedUp>
      <LoadState loaded={recalled} />
      {round && <Whole screen={screen} round={round} />}
    </div>
  );
}
