// The right panel: what the table waits for, what the station has to say, and the meter.
import { useEffect, useState } from "preact/hooks";
import { type Cents, sum } from "../shared/amount.ts";
import { DeckCheckResult } from "../shared/deck_check.tsx";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Meter } from "../shared/meter.tsx";
import {
  BOOK,
  coded,
  counted,
  gameText,
  money,
  optionName,
  placeName,
  roleName,
  text,
} from "../shared/texts/texts.ts";
import type { Clock, DeckCheck, Device, View } from "../shared/view.ts";
import { type DealerScreen, messageText } from "./screen.ts";
import { ShoeShown } from "./shoe.tsx";
import {
  currentPayout,
  decidesAtOnce,
  hasBase,
  isBurning,
  isBurnNext,
  isByBook,
  isShoeSpent,
  nextPlace,
  stakedInAll,
  undecided,
} from "./state.ts";

export interface Wait {
  readonly icon: IconName;
  /** Small words above the large ones. */
  readonly over: string;
  /** A number (a seat, a count) or a word, as large as it can be. */
  readonly large: string;
  readonly under: string;
  readonly hint: string;
}

export const wait = (icon: IconName, over: string, large: string, under = "", hint = ""): Wait => ({
  icon,
  over,
  large,
  under,
  hint,
});

function waitsForStakes(view: View): Wait {
  if (isByBook(view)) return waitsForBettors(view);
  const { game } = view.table;
  const seats = Object.values(view.stakes ?? {});
  const count = view.table.seats.filter((seat) => hasBase(view, seat)).length;
  const total = sum(seats.flatMap((stakes) => Object.values(stakes)));
  const under = onTheTable(total);
  const hint = gameText(game, "next.bets_hint");
  return wait("plus", gameText(game, "next.bets"), String(count), under, hint);
}

const onTheTable = (total: Cents): string =>
  total > 0 ? text("next.total", { amount: money(total, true) }) : "";

/** Bettors of a book: a platform sends what they stake. */
function waitsForBettors({ book }: View): Wait {
  const count = counted(book?.bettors ?? 0);
  const under = onTheTable(book ? stakedInAll(book) : 0);
  return wait("plus", text("next.bettors"), count, under, text("next.bettors_hint"));
}

function waitsForDecisions(view: View): Wait {
  const [over, left] = [text("next.decide"), view.next.undecided ?? 0];
  if (isByBook(view)) return wait("hand", over, counted(left), "", text("next.bettors_decide"));
  const hint = text(decidesAtOnce(view) ? "next.decide_at_once" : "next.decide_one");
  return wait("hand", over, String(undecided(view).length), "", hint);
}

function waitsForSight({ next }: View): Wait {
  const [what, hint] = [text("next.verify"), text("next.verify_hint")];
  if (next.seat === BOOK) return wait("eye", placeName(String(BOOK)), what, "", hint);
  return wait("eye", text("next.seat"), String(next.seat ?? ""), what, hint);
}

/** The seat whose turn it is; at a book nothing crosses the table. */
function waitsForPayment(view: View): Wait {
  if (view.next.seat === BOOK) {
    const hint = text("next.settle_hint");
    return wait("right", placeName(String(BOOK)), text("next.settle"), "", hint);
  }
  const takes = currentPayout(view)?.hand_back === "0.00";
  const what = text(takes ? "next.take" : "next.pay");
  return wait("right", text("next.seat"), String(view.next.seat ?? ""), what);
}

export function waitsForCard(view: View): Wait {
  if (isBurnNext(view)) {
    const [over, large] = [text("next.burn_one"), text("next.burn_one_card")];
    return wait("deck", over, large, "", text("next.burn_one_hint"));
  }
  const at = nextPlace(view);
  if (!at) return wait("down", "", text("next.wait"));
  const isSeat = /^\d+$/.test(at.place);
  return wait(
    "down",
    text(isSeat ? "next.seat" : "next.to"),
    isSeat ? at.place : placeName(at.place),
    text("next.card", { card: at.card }),
    text("next.deal_hint"),
  );
}

/** A new shoe: its first card, then as many as that one says. */
function waitsForBurn({ shoe }: View): Wait {
  const count = shoe?.burn_left ?? null;
  if (count === null) {
    const hint = text("next.burn_first_hint");
    return wait("deck", text("next.burn"), text("next.burn_first"), "", hint);
  }
  const hint = text("next.burn_more_hint");
  return wait("deck", text("next.burn_over"), String(count), text("next.burn_more"), hint);
}

/** A ruling, and who decides it. */
export function waitsForRuling(view: View): Wait {
  const ruling = view.ruling;
  const needs = ruling?.options.find(({ option }) => option === ruling.proposal)?.needs;
  const role = roleName(needs ?? "supervisor");
  return wait("stop", "", text("next.ruling"), "", text("next.ruling_hint", { role }));
}

/** What the table waits for, in large words. */
function waitsFor(view: View): Wait {
  if (!view.is_open) return wait("lock", "", text("next.open"), "", text("next.open_hint"));
  switch (view.next.kind) {
    case "bets":
      return waitsForStakes(view);
    case "acceptors": {
      const seats = (view.next.seats ?? []).join(", ");
      return wait("hourglass", text("next.acceptors"), seats, "", text("next.acceptors_hint"));
    }
    case "card":
      // The burn of a shoe that was locked out is nobody's business any more.
      if (view.deck_locked) break;
      return isBurning(view) ? waitsForBurn(view) : waitsForCard(view);
    case "act":
      return waitsForDecisions(view);
    case "ruling":
      return waitsForRuling(view);
    case "verify":
      return waitsForSight(view);
    case "pay":
      return waitsForPayment(view);
    case "none":
      break;
  }
  const { game } = view.table;
  if (view.deck_locked) {
    return wait("deck", "", gameText(game, "next.deck"), "", gameText(game, "next.deck_hint"));
  }
  if (isShoeSpent(view)) return wait("deck", "", text("next.shoe"), "", text("next.shoe_hint"));
  const hint = text(view.phase === "void" ? "next.void_hint" : "next.round_hint");
  return wait("plus", "", text("next.round"), "", hint);
}

/** The decision clock, carried on between snapshots. */
function Countdown({ clock }: { clock: Clock }) {
  const [left, setLeft] = useState(clock.remaining_ms);
  useEffect(() => {
    setLeft(clock.remaining_ms);
    if (!clock.running) return;
    const began = performance.now();
    const timer = setInterval(
      () => setLeft(Math.max(0, clock.remaining_ms - (performance.now() - began))),
      200,
    );
    return () => clearInterval(timer);
  }, [clock]);
  const seconds = Math.ceil(left / 1000);
  return (
    <p class="countdown" data-hurry={clock.running && seconds <= 5} data-testid="countdown">
      <Icon name="clock" size={22} />
      {clock.running ? text("next.time_left", { seconds }) : text("next.time_stands")}
    </p>
  );
}

/** Beside the felt: what is waited for, and the clock. */
export function NextUp({ view, wait }: { view: View; wait: Wait }) {
  const { icon, over, large, under, hint } = wait;
  return (
    <section class="next" data-testid="next" data-kind={view.next.kind}>
      <h2>
        <Icon name={icon} size={18} />
        {text("next.title")}
      </h2>
      {over && <p class="next-over">{over}</p>}
      <strong
        class="next-large"
        data-figure={/^\d+$/.test(large)}
        data-short={large.length <= 7}
        data-testid="next-large"
      >
        {large}
      </strong>
      {under && (
        <p class="next-under" data-testid="next-under">
          {under}
        </p>
      )}
      {hint && <p class="next-hint">{hint}</p>}
      {view.clock && <Countdown clock={view.clock} />}
    </section>
  );
}

const DEVICE_ICON: Readonly<Record<string, IconName>> = {
  ready: "check",
  init: "hourglass",
  degraded: "warning",
};

interface DeviceGroup {
  readonly first: Device;
  /** Of acceptors in one state; empty for any other device. */
  readonly seats: readonly string[];
}

/** The devices that are not ready; without any, every device. Acceptors of one state are together. */
function deviceGroups(view: View): DeviceGroup[] {
  const devices = view.devices ?? [];
  const inTrouble = devices.filter(({ state }) => state !== "ready");
  const groups: { first: Device; seats: string[] }[] = [];
  for (const device of inTrouble.length > 0 ? inTrouble : devices) {
    const held = Object.entries(view.acceptors ?? {}).find(([, held]) => held.device === device.id);
    const seats = held ? [held[0]] : [];
    const alike = groups.find(
      (each) => held && each.seats.length && each.first.state === device.state,
    );
    if (alike) alike.seats.push(...seats);
    else groups.push({ first: device, seats });
  }
  return groups;
}

function groupName({ first, seats }: DeviceGroup): string {
  if (seats.length === 0) return coded("device", first.kind, first.id);
  if (seats.length === 1) return text("panel.acceptor", { seat: seats[0] ?? "" });
  return text("panel.acceptors", { seats: seats.join(", ") });
}

function DeviceLines({ view }: { view: View }) {
  const groups = deviceGroups(view);
  const told = groups.reduce((count, { seats }) => count + Math.max(1, seats.length), 0);
  return (
    <ul class="devices" aria-label={text("panel.devices")}>
      {groups.map(({ first, seats }) => (
        <li key={first.id} data-state={first.state} data-testid={`device-${first.id}`}>
          <Icon name={DEVICE_ICON[first.state] ?? "cross"} size={18} />
          <p>
            <span>{groupName({ first, seats })}</span> <b>{coded("device_state", first.state)}</b>
          </p>
        </li>
      ))}
      {told < (view.devices ?? []).length && (
        <li data-state="ready" data-testid="devices-ready">
          <Icon name="check" size={18} />
          <p>{text("panel.others_ready")}</p>
        </li>
      )}
    </ul>
  );
}

/** There is room for so many cards with their names. */
const mostShown = ({ missing, surplus }: DeckCheck): number =>
  missing.length > 0 && surplus.length > 0 ? 1 : 2;

export function About({ view }: { view: View }) {
  const done = (view.rulings ?? []).filter(({ by }) => by).at(-1);
  return (
    <section class="about">
      {view.deck_check && view.phase !== "held" && (
        <DeckCheckResult check={view.deck_check} most={mostShown(view.deck_check)} />
      )}
      {done && view.phase !== "held" && (
        <p class="about-ruling" data-testid="last-ruling">
          <Icon name="check" size={18} />
          <span>
            <b>{done.irregularity}</b> {optionName(done.option)}
            <small>{roleName(done.by ?? "dealer")}</small>
          </span>
        </p>
      )}
      <DeviceLines view={view} />
      <p class="about-limits">
        {gameText(view.table.game, "panel.limits", {
          min: money(view.table.limits.min, true),
          max: view.table.limits.max ? money(view.table.limits.max, true) : "∞",
        })}
      </p>
    </section>
  );
}

/** The station's last no, in words that say what to do next. Stands beside the felt, hides no card. */
export function Said({ screen }: { screen: DealerScreen }) {
  const message = screen.message.value;
  if (!message) return null;
  return (
    <button
      type="button"
      class="message"
      data-testid="message"
      data-code={message.code}
      aria-label={text("common.dismiss")}
      onClick={() => screen.dismiss()}
    >
      <Icon name="warning" size={24} />
      <span role="alert">{messageText(message, screen.view.value?.table.game ?? "")}</span>
    </button>
  );
}

/** A pool's main level bears its name; another one says besides which it is. */
function meterName(meter: string): string {
  const [pool = meter, level] = meter.split("-", 2);
  return level ? coded("level", level) : coded("panel", `meter_${pool}`, pool);
}

export function Panel({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  if (!view) return null;
  const meters = Object.entries(view.meters ?? {});
  const isSuspended = Boolean(view.suspended?.length);
  return (
    <aside class="panel">
      <NextUp view={view} wait={waitsFor(view)} />
      {screen.message.value ? <Said screen={screen} /> : <About view={view} />}
      {view.shoe && <ShoeShown view={view} shoe={view.shoe} />}
      {meters.map(([pool, amount]) => (
        <section
          key={pool}
          class="meter"
          data-suspended={isSuspended}
          data-testid={`meter-${pool}`}
        >
          <h2>{meterName(pool)}</h2>
          <p>
            <small>{isSuspended ? text("panel.suspended") : view.table.currency}</small>
            <Meter amount={amount} />
          </p>
        </section>
      ))}
    </aside>
  );
}
