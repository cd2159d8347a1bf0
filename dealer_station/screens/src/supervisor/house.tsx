// Below: meters with their course over a day, devices with their health, alerts, and the log.

import { cents } from "../shared/amount.ts";
import { CardWords } from "../shared/card.tsx";
import { faultWords } from "../shared/faults.ts";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Meter } from "../shared/meter.tsx";
import { coded, isTextKey, money, text } from "../shared/texts/texts.ts";
import { clockTime, lasting, momentOf } from "../shared/times.ts";
import type { Alert, DeviceRow, Hit, MeterRow, SignShown } from "./floor.ts";
import { MAIN, meterKey, recallsRounds } from "./inbox.ts";
import { LogForm } from "./log.tsx";
import { Nothing, Panel } from "./panel.tsx";
import type { ConsoleScreen } from "./screen.ts";
import { EVERYTHING } from "./searches.ts";
import { sparkOf } from "./spark.ts";

interface Props {
  readonly screen: ConsoleScreen;
}

const SPARK_WIDTH = 240;
const SPARK_HEIGHT = 48;

function Spark({ row, now }: { row: MeterRow; now: number }) {
  const spark = sparkOf(row.spark, now, SPARK_WIDTH, SPARK_HEIGHT);
  if (!spark) return null;
  const words = text("meter.course", {
    lowest: money(spark.lowest),
    highest: money(spark.highest),
  });
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      <path class="spark-area" d={spark.area} />
      <path class="spark-line" d={spark.line} />
    </svg>
  );
}

/** A hand that the reader may not see yet. */
const HIDDEN = "##";

interface LastHitProps {
  readonly hit: Hit;
  /** The progressive's; a hit in another one says which. */
  readonly currency: string;
  readonly now: number;
}

function LastHit({ hit, currency, now }: LastHitProps) {
  return (
    <div class="meter-hit" data-testid="last-hit">
      <p>
        {text("meter.last_hit", {
          time: momentOf(hit.at, now),
          table: hit.table,
          round: hit.round,
          ...(hit.seats.length > 0 ? { seats: hit.seats.join(", ") } : {}),
        })}
      </p>
      <p class="meter-hit-hand">
        <b>{money(hit.amount)}</b>
        {hit.currency !== currency && <small>{hit.currency}</small>}
        {hit.category !== HIDDEN && <span>{coded("hand", hit.category)}</span>}
        <CardWords cards={hit.hand} />
      </p>
    </div>
  );
}

/** What the level holds beside its meter; nothing where it holds nothing. */
function PutBy({ row }: { row: MeterRow }) {
  const held = [
    cents(row.overflow) > 0 ? text("meter.overflow", { amount: money(row.overflow) }) : "",
    cents(row.reserve) > 0 ? text("meter.reserve", { amount: money(row.reserve) }) : "",
  ].filter(Boolean);
  if (held.length === 0) return null;
  return (
    <p class="meter-about" data-testid={`put-by-${meterKey(row)}`}>
      {held.join(" · ")}
    </p>
  );
}

function MeterCard({ screen, row }: Props & { readonly row: MeterRow }) {
  const floor = screen.floor.value;
  const now = floor?.now ?? 0;
  const waiting = (floor?.inbox ?? []).filter(
    ({ kind, table }) => kind === "verification" && row.tables.includes(table),
  ).length;
  const disputed = row.awards.filter(({ status }) => status === "disputed").length;
  return (
    <article class="meter-card" data-state={row.state} data-testid={`meter-${meterKey(row)}`}>
      <header>
        <h3>
          {row.progressive}
          {row.level !== MAIN && <small> · {coded("level", row.name, row.name)}</small>}
        </h3>
        <span class="meter-state" data-state={row.state}>
          <Icon name={row.state === "live" ? "check" : "stop"} size={16} />
          {text(`meter_state.${row.state}`)}
        </span>
        {waiting > 0 && (
          <span class="meter-waits">
            <Icon name="eye" size={16} />
            {text("meter.hits_wait", { count: waiting })}
          </span>
        )}
        {disputed > 0 && (
          <span
            class="meter-state"
            data-state="suspended"
            data-testid={`disputed-${meterKey(row)}`}
          >
            <Icon name="stop" size={16} />
            {text("meter.disputed", { count: disputed })}
          </span>
        )}
        {recallsRounds(screen.person.value?.role) && (
          <button
            type="button"
            class="link-button"
            data-testid={`movements-${meterKey(row)}`}
            onClick={() => screen.showMovements(row.progressive, row.level)}
          >
            {text("meter.show_movements")}
            <Icon name="right" size={16} />
          </button>
        )}
      </header>
      <div class="meter-now">
        <p>
          <small>{row.currency}</small>
          <Meter amount={row.meter} />
        </p>
        <Spark row={row} now={now} />
      </div>
      <p class="meter-about">
        {text("meter.tables", { tables: row.tables.join(", ") })} ·{" "}
        {text("meter.seed", { amount: money(row.seed) })}
        {row.cap && ` · ${text("meter.cap", { amount: money(row.cap) })}`}
      </p>
      {row.own.map(({ table, currency, conversion, meter }) => (
        <p key={table} class="meter-about" data-testid={`own-${table}`}>
          {text("meter.own", {
            table,
            currency,
            conversion,
            meter: money(meter),
            pool: row.currency,
          })}
        </p>
      ))}
      <PutBy row={row} />
      {row.last_hit ? (
        <LastHit hit={row.last_hit} currency={row.currency} now={now} />
      ) : (
        <p class="meter-about">{text("meter.no_hit")}</p>
      )}
    </article>
  );
}

function Meters({ screen }: Props) {
  const rows = screen.floor.value?.meters ?? [];
  return (
    <Panel name="meters" icon="meter" title={text("meters.title")} count={rows.length}>
      {rows.length === 0 && <Nothing icon="meter" title={text("meters.empty")} />}
      {rows.map((row) => (
        <MeterCard key={meterKey(row)} screen={screen} row={row} />
      ))}
    </Panel>
  );
}

const STATE_ICON: Readonly<Record<string, IconName>> = {
  ready: "check",
  init: "hourglass",
  degraded: "warning",
};

/** What a sign shows, as it has told: an amount, the name of a prize, a hit, or nothing. */
function signWords(shown: SignShown): string {
  const what =
    shown.what === "amount" && shown.amount
      ? money(shown.amount)
      : coded("sign_shows", shown.what, shown.text ?? shown.what);
  if (shown.is_read_back === null || shown.is_read_back === undefined) return what;
  return `${what} · ${text(shown.is_read_back ? "sign.read_back" : "sign.not_read_back")}`;
}

interface DeviceProps {
  readonly row: DeviceRow;
  readonly now: number;
  /** Whether the table's configuration lists its devices. */
  readonly isListed: boolean;
}

function DeviceLine({ row, now, isListed }: DeviceProps) {
  const about: string[] = [];
  if (row.window) about.push(text(`device_window.${row.window}`));
  if (row.lamp !== null && row.lamp !== undefined) {
    const lamp = text(row.lamp ? "device_lamp.on" : "device_lamp.off");
    about.push(row.lit_at ? `${lamp} ${clockTime(row.lit_at)}` : lamp);
  }
  if (row.shown) about.push(text("sign.shows", { what: signWords(row.shown) }));
  if (row.faults?.length) about.push(faultWords(row.kind, row.faults));
  if (row.reason) about.push(row.reason);
  if (isListed && !row.expected) about.push(text("device.not_expected"));
  return (
    <li class="device" data-state={row.state} data-testid={`device-${row.table}-${row.id}`}>
      <span class="device-mark" data-state={row.state}>
        <Icon name={STATE_ICON[row.state] ?? "cross"} size={18} />
      </span>
      <b class="device-where">{row.table}</b>
      <span class="device-name">
        {coded("device", row.kind, row.kind)}
        {row.seat ? ` · ${text("place.seat", { seat: row.seat })}` : ""}
        <small>{row.id}</small>
      </span>
      <span class="device-state">
        {coded("device_state", row.state)}
        {row.since ? <small>{lasting(now - row.since)}</small> : null}
      </span>
      {about.length > 0 && <span class="device-about">{about.join(" · ")}</span>}
    </li>
  );
}

/** Devices in trouble first, then by table. */
const byTrouble = (one: DeviceRow, other: DeviceRow): number =>
  Number(one.state === "ready") - Number(other.state === "ready") ||
  one.table.localeCompare(other.table, "en", { numeric: true }) ||
  (one.seat ?? 0) - (other.seat ?? 0) ||
  one.id.localeCompare(other.id);

function Devices({ screen }: Props) {
  const floor = screen.floor.value;
  const rows = [...(floor?.devices ?? [])].sort(byTrouble);
  const listed = new Set(rows.filter(({ expected }) => expected).map(({ table }) => table));
  const ready = rows.filter(({ state }) => state === "ready").length;
  return (
    <Panel
      name="devices"
      icon="device"
      title={text("devices.title")}
      count={rows.length}
      aside={
        <span class="panel-note">
          {rows.length > 0 && text("devices.ready", { ready, all: rows.length })}
        </span>
      }
    >
      {rows.length === 0 && (
        <Nothing icon="device" title={text("devices.empty")} hint={text("devices.empty_hint")} />
      )}
      <ul class="device-list">
        {rows.map((row) => (
          <DeviceLine
            key={`${row.table} ${row.id}`}
            row={row}
            now={floor?.now ?? 0}
            isListed={listed.has(row.table)}
          />
        ))}
      </ul>
    </Panel>
  );
}

const AMOUNT = /^\d+\.\d\d$/;

/** An alert in our words, else by its code. */
function alertWords({ text_key: key, kind, code, facts }: Alert): string {
  const { device_kind: device } = facts;
  const params = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, AMOUNT.test(value) ? money(value) : value]),
  );
  if (device) params.device_kind = coded("device", device);
  return isTextKey(key) ? text(key, params) : coded(`alert.${kind}`, code);
}

const ALERT_ICON: Readonly<Record<string, IconName>> = {
  device: "device",
  sign: "eye",
  progressive: "stop",
  record: "lock",
  deck_locked: "deck",
  called: "hand",
};

function AlertLine({
  screen,
  alert,
  now,
}: Props & { readonly alert: Alert; readonly now: number }) {
  const table = alert.table;
  return (
    <li class="alert" data-testid={`alert-${alert.id}`} data-kind={alert.kind}>
      <Icon name={ALERT_ICON[alert.kind] ?? "warning"} size={18} />
      <span class="alert-words">{alertWords(alert)}</span>
      <small>{lasting(now - alert.since)}</small>
      {table && (
        <button
          type="button"
          class="link-button"
          aria-label={text("alert.go", { table })}
          onClick={() => screen.chooseTable(table)}
        >
          {table}
          <Icon name="right" size={16} />
        </button>
      )}
    </li>
  );
}

function Alerts({ screen }: Props) {
  const floor = screen.floor.value;
  const alerts = [...(floor?.alerts ?? [])].sort((one, other) => other.since - one.since);
  return (
    <Panel name="alerts" icon="bell" title={text("alerts.title")} count={alerts.length}>
      {alerts.length === 0 && (
        <Nothing icon="check" title={text("alerts.empty")} testid="alerts-empty" />
      )}
      <ul class="alert-list">
        {alerts.map((alert) => (
          <AlertLine key={alert.id} screen={screen} alert={alert} now={floor?.now ?? 0} />
        ))}
      </ul>
    </Panel>
  );
}

/** What is looked for most, one touch each. */
const LOOKED_FOR = [
  "ruling_made",
  "irregularity_raised",
  "prize_locked",
  "compensation_booked",
  "round_voided",
  "device_fault_reported",
] as const;

function Log({ screen }: Props) {
  return (
    <Panel name="log" icon="search" title={text("log.title")}>
      <LogForm screen={screen} isMain={false} />
      <div class="log-quick">
        {LOOKED_FOR.map((type) => (
          <button
            key={type}
            type="button"
            class="chip-button-small"
            data-testid={`log-quick-${type}`}
            onClick={() => {
              screen.searches.query.value = { ...EVERYTHING, type };
              screen.showLog();
            }}
          >
            {text(`event_kind.${type}`)}
          </button>
        ))}
      </div>
      <p class="log-hint">{text("log.hint")}</p>
    </Panel>
  );
}

export function House({ screen }: Props) {
  return (
    <div class="house" data-scrolls data-testid="house">
      <Meters screen={screen} />
      <Devices screen={screen} />
      <Alerts screen={screen} />
      <Log screen={screen} />
    </div>
  );
}
