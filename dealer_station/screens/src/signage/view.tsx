// What stands on the sign: the name of the prize, its number, the tables' limits, or a hit.
import { Mark } from "../shared/mark.tsx";
import { coded, money, text } from "../shared/texts/texts.ts";
import type { SignTable } from "./facts.ts";
import { Frame } from "./frame.tsx";
import type { Reason } from "./freshness.ts";
import { HitScene } from "./hit.tsx";
import type { LevelAmount, LevelCap } from "./meter.ts";
import { Odometer } from "./odometer.tsx";
import type { SignScreen } from "./screen.ts";

interface Props {
  readonly screen: SignScreen;
}

export function Sign({ screen }: Props) {
  const reason = screen.reason.value;
  const hit = screen.hit.value;
  const level = screen.level.value;
  const isSuspended = level?.state === "suspended";
  return (
    <div
      class="sign"
      data-testid="sign"
      data-state={reason ? "checking" : "live"}
      data-reason={reason ?? ""}
      data-hit={hit?.number ?? ""}
      data-amount={level?.amount_minor ?? ""}
    >
      <Room />
      <Frame />
      <div class="sign-page">
        <header class="sign-head">
          <Mark size={64} />
          <h1 data-testid="level">{coded("level", screen.levelName.value)}</h1>
          <p class="sign-currency" data-testid="currency">
            {screen.currency.value}
          </p>
        </header>
        <main class="sign-value">
          <Odometer
            roller={screen.roller}
            isBlank={reason !== null}
            isDim={isSuspended}
            name="meter"
          />
          <div class="sign-under">
            <Under reason={reason} level={level} />
            <Others screen={screen} />
          </div>
        </main>
        <Tables tables={screen.facts.value?.tables ?? []} currency={screen.currency.value} />
      </div>
      {hit && <HitScene key={hit.number} hit={hit} screen={screen} />}
      <p class="spoken" role="status">
        {level ? `${money(level.amount_minor)} ${screen.currency.value}` : ""}
      </p>
    </div>
  );
}

/** The dark room: felt, and the light behind the number. Nothing in it moves. */
function Room() {
  return (
    <div class="room" aria-hidden="true">
      <div class="room-rays" />
      <div class="room-light" />
    </div>
  );
}

/** The line under the number. For people: it is being checked. For a technician: why. */
function Under({ reason, level }: { reason: Reason | null; level: LevelAmount | null }) {
  const isSuspended = level?.state === "suspended";
  return (
    <>
      {reason && (
        <p class="checking" data-testid="checking">
          {text("sign.checking")}
          <small>{text(`sign.reason.${reason}`)}</small>
        </p>
      )}
      {!reason && isSuspended && (
        <p class="checking" data-testid="suspended">
          {text("sign.suspended")}
        </p>
      )}
      {!reason && !isSuspended && level?.cap && (
        <p class="sign-cap" data-testid="cap" data-reached={level.cap.is_reached}>
          {capWords(level.cap)}
        </p>
      )}
    </>
  );
}

/** The notice of a cap; at it, what becomes of what players add from now on (PRG-05, PRG-06). */
const capWords = ({ cap_minor, is_reached, overflow_to }: LevelCap): string =>
  is_reached ? text(`sign.at_cap.${overflow_to}`) : text("sign.cap", { amount: money(cap_minor) });

/** The other prizes, side by side: each with its full name and value, and none rotates away. */
function Others({ screen }: Props) {
  const others = screen.others.value;
  if (others.length === 0) return null;
  return (
    <ul class="sign-others" data-testid="others" data-many={others.length > 3}>
      {others.map(({ level, amount_minor, state, cap }) => (
        <li
          key={level}
          data-testid={`level-${level}`}
          data-amount={amount_minor}
          data-state={state}
        >
          <h2>{coded("level", level)}</h2>
          <p>{money(amount_minor)}</p>
          {state === "suspended" ? (
            <small>{text("sign.suspended")}</small>
          ) : (
            cap && (
              <small class="sign-cap" data-reached={cap.is_reached}>
                {capWords(cap)}
              </small>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function limits({ min, max }: SignTable["limits"]): string {
  return max === null
    ? text("sign.limits_from", { min: money(min, true) })
    : text("sign.limits", { min: money(min, true), max: money(max, true) });
}

interface TablesProps {
  readonly tables: readonly SignTable[];
  /** The sign's; a table in another one says which. */
  readonly currency: string;
}

function Tables({ tables, currency }: TablesProps) {
  return (
    <footer class="sign-tables" data-testid="tables" data-many={tables.length > 3}>
      {tables.map((table) => (
        <section key={table.id} class="sign-table" data-testid={`table-${table.id}`}>
          <h2>{table.name}</h2>
          <p>
            {limits(table.limits)}
            {table.currency !== currency && <small> {table.currency}</small>}
          </p>
          {table.price !== null && <p>{text("sign.price", { price: money(table.price, true) })}</p>}
        </section>
      ))}
    </footer>
  );
}
