// The movements of a meter: what moved it, by exactly how much, and the entry in its ledger.
import { Icon } from "../shared/icons.tsx";
import { coded, text } from "../shared/texts/texts.ts";
import { momentOf } from "../shared/times.ts";
import type { Movement } from "./floor.ts";
import { meterKey } from "./inbox.ts";
import { LazyLevelPanel } from "./levels_part.tsx";
import { LookedUp } from "./looked_up.tsx";
import { LoadState, More, Nothing } from "./panel.tsx";
import { exact } from "./recorded.ts";
import type { ConsoleScreen } from "./screen.ts";
import { Facts, Ledger } from "./time_line.tsx";

function Cause({ movement }: { movement: Movement }) {
  const { table, round, seat } = movement;
  return (
    <span class="movement-cause">
      {table && <b>{table}</b>}
      {round ? <span>{text("bar.round", { round })}</span> : null}
      {seat ? <span>{text("place.seat", { seat })}</span> : null}
    </span>
  );
}

function Row({ screen, movement }: { screen: ConsoleScreen; movement: Movement }) {
  const now = screen.floor.value?.now ?? movement.at;
  const isOpen = screen.record.openEvent.value === movement.position;
  return (
    <li class="movement" data-open={isOpen}>
      <button
        type="button"
        class="movement-line"
        aria-expanded={isOpen}
        data-testid={`movement-${movement.version}`}
        onClick={() => screen.record.toggleEvent(movement.position)}
      >
        <time>{momentOf(movement.at, now)}</time>
        <span class="movement-what">{coded("event_kind", movement.type, movement.text)}</span>
        <Cause movement={movement} />
        <b class="movement-amount" data-amount={movement.amount}>
          {movement.amount ? exact(movement.amount) : "–"}
        </b>
        <span class="movement-after">
          <Icon name="right" size={14} />
          {movement.meter_after ? exact(movement.meter_after) : "–"}
        </span>
      </button>
      {isOpen && (
        <div class="event-details">
          {movement.meter_before && (
            <p class="movement-before">
              {text("meter.before")} <b>{exact(movement.meter_before)}</b>
            </p>
          )}
          <Ledger lines={movement.entry} />
          <Facts event={{ facts: { ...movement.facts, person_id: movement.person } }} />
        </div>
      )}
    </li>
  );
}

interface Props {
  readonly screen: ConsoleScreen;
  readonly progressive: string;
  readonly level: string;
}

export function Movements({ screen, progressive, level }: Props) {
  const { movements } = screen.searches;
  const page = movements.value.value;
  const meter = screen.floor.value?.meters.find(
    (row) => row.progressive === progressive && row.level === level,
  );
  // The head belongs to the list, which stands still: the meter of this moment would not fit it.
  const newest = page?.movements[0];
  return (
    <div class="looked-up">
      <LookedUp
        screen={screen}
        title={text("meter.movements", { meter: meter ? meterKey(meter) : progressive })}
      >
        {newest?.meter_after && (
          <span class="movements-now" data-testid="movements-now">
            <strong>
              {meter?.currency} {exact(newest.meter_after)}
            </strong>
            <small>
              {text("meter.as_of", {
                time: momentOf(newest.at, screen.floor.value?.now ?? newest.at),
              })}
            </small>
          </span>
        )}
      </LookedUp>
      {meter && <LazyLevelPanel screen={screen} row={meter} />}
      <LoadState loaded={movements} />
      <div class="movements" data-scrolls data-testid="movements">
        {page && page.movements.length === 0 && (
          <Nothing icon="meter" title={text("meter.no_movements")} />
        )}
        <ol>
          {(page?.movements ?? []).map((movement) => (
            <Row key={movement.version} screen={screen} movement={movement} />
          ))}
        </ol>
        {page?.before && (
          <More
            loaded={movements}
            onMore={() => screen.searches.moreMovements(progressive, level)}
          />
        )}
      </div>
    </div>
  );
}
