// Events of a round, the newest first: time, words and source. A tap shows the facts, the rule and
// the ledger lines behind every cent.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CardWords } from "../shared/card.tsx";
import { Icon, type IconName } from "../shared/icons.tsx";
import { coded, text } from "../shared/texts/texts.ts";
import { clockTime, momentOf } from "../shared/times.ts";
import type { Maybe } from "../shared/view.ts";
import type { LedgerLine, RecordedEvent } from "./floor.ts";
import { LoadState, Nothing, Panel } from "./panel.tsx";
import { exact, factsOf, lineOf, sourceOf } from "./recorded.ts";
import type { ConsoleScreen } from "./screen.ts";

const SOURCE_ICON: Readonly<Record<string, IconName>> = {
  dealer: "hand",
  device: "device",
  station: "lock",
};

export function Ledger({ lines }: { lines: Maybe<readonly LedgerLine[]> }) {
  if (!lines || lines.length === 0) return null;
  return (
    <table class="ledger" data-testid="ledger">
      <caption>{text("ledger.title")}</caption>
      <tbody>
        {lines.map(({ account, amount }, at) => (
          <tr key={at} data-account={account}>
            <th scope="row">{coded("account", account)}</th>
            <td data-amount={amount}>{exact(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FactsProps {
  readonly event: Pick<RecordedEvent, "facts">;
  readonly children?: ComponentChildren;
}

/** Facts one by one, each with its name. */
export function Facts({ event, children }: FactsProps) {
  return (
    <dl class="event-facts">
      {factsOf(event).map(({ name, label, words, cards }) => (
        <div key={name} data-fact={name}>
          <dt>{label}</dt>
          <dd>{cards ? <CardWords cards={cards} /> : words}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}

function Details({ event }: { event: RecordedEvent }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="event-details" ref={box} data-testid={`event-details-${event.position}`}>
      <Facts event={event}>
        <div data-fact="recorded">
          <dt>{text("event.recorded")}</dt>
          <dd>
            {clockTime(event.recorded_at)} · {event.stream} {event.version}
          </dd>
        </div>
      </Facts>
      {event.rule && (
        <p class="event-rule">
          <b>{event.rule}</b> {coded("rule", event.rule, coded("kind", event.rule, " "))}
        </p>
      )}
      <Ledger lines={event.ledger} />
    </div>
  );
}

interface EventProps {
  readonly screen: ConsoleScreen;
  readonly event: RecordedEvent;
  /** Events of several days say their day. */
  readonly now?: number;
}

export function EventLine({ screen, event, now }: EventProps) {
  const isOpen = screen.record.openEvent.value === event.position;
  return (
    <li class="event" data-open={isOpen} data-type={event.type}>
      <button
        type="button"
        class="event-line"
        aria-expanded={isOpen}
        data-testid={`event-${event.position}`}
        onClick={() => screen.record.toggleEvent(event.position)}
      >
        <time>{now === undefined ? clockTime(event.at) : momentOf(event.at, now)}</time>
        <span class="event-words">{lineOf(event)}</span>
        <span class="event-aside">
          {event.ledger && event.ledger.length > 0 && (
            <span class="event-money">
              <Icon name="ledger" size={14} />
              {text("ledger.short")}
            </span>
          )}
          <span class="event-source">
            <Icon name={SOURCE_ICON[event.source] ?? "person"} size={14} />
            {sourceOf(event)}
          </span>
        </span>
      </button>
      {isOpen && <Details event={event} />}
    </li>
  );
}

export function Events({
  screen,
  events,
}: {
  screen: ConsoleScreen;
  events: readonly RecordedEvent[];
}) {
  return (
    <ol class="events">
      {[...events].reverse().map((event) => (
        <EventLine key={event.position} screen={screen} event={event} />
      ))}
    </ol>
  );
}

export function TimeLine({ screen }: { screen: ConsoleScreen }) {
  const { current } = screen.record;
  const round = current.value.value;
  return (
    <Panel
      name="time-line"
      icon="clock"
      title={text("time_line.title")}
      {...(round ? { count: round.events.length } : {})}
    >
      <LoadState loaded={current} />
      {round ? (
        <Events screen={screen} events={round.events} />
      ) : (
        !current.problem.value &&
        !current.isLoading.value && <Nothing icon="clock" title={text("time_line.empty")} />
      )}
    </Panel>
  );
}
