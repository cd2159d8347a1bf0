// The felt: the dealer's hand at the straight side, the seats in an arc as they stand at the table.
import { Hand } from "../shared/card.tsx";
import { faultName } from "../shared/faults.ts";
import { worthText } from "../shared/hands.ts";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Mark } from "../shared/mark.tsx";
import { cardsOf } from "../shared/suits.ts";
import { coded, gameText, type Params, type TextKey, text } from "../shared/texts/texts.ts";
import type { Device, View } from "../shared/view.ts";
import { SeatBox } from "./seat.tsx";
import {
  type DoubtfulAcceptor,
  doubtfulAcceptor,
  drawnPhase,
  inDoubt,
  isPending,
  isShoeSpent,
  namedPlaces,
  nextPlace,
  shoeTrouble,
} from "./state.ts";
import type { FeltScreen } from "./watched.ts";

export const WIDTH = 1040;
/** Room for the dealer's whole hand, so that his cards never move once they lie. */
const DEALER_PLACES = 5;
export const PLAIN: Arc = { pitch: 147, top: 224, rise: 72, reach: 3 };
export const COMPACT: Arc = { pitch: 147, top: 136, rise: 26, reach: 3 };

export interface SeatPlace {
  readonly left: number;
  readonly top: number;
}

export interface Arc {
  /** From the middle of one seat to that of the next. */
  readonly pitch: number;
  /** Where the middle seat begins. */
  readonly top: number;
  /** How much higher a seat stands that is `reach` seats away from the middle. */
  readonly rise: number;
  readonly reach: number;
}

/** Seats from the dealer's right (left on the glass: the highest number) to his left. */
export function seatPlaces(
  seats: readonly number[],
  { pitch, top, rise, reach }: Arc,
): ReadonlyMap<number, SeatPlace> {
  const ordered = [...seats].sort((a, b) => b - a);
  const middle = (ordered.length - 1) / 2;
  return new Map(
    ordered.map((seat, at) => {
      const away = (at - middle) / reach;
      return [seat, { left: WIDTH / 2 + (at - middle) * pitch, top: top - rise * away * away }];
    }),
  );
}

export function FeltCloth({ compact }: { compact: boolean }) {
  const height = compact ? 330 : 568;
  const drop = compact ? 26 : 64;
  const edge = height - drop;
  return (
    <svg
      class="cloth"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="cloth" cx="50%" cy="38%" r="75%">
          <stop offset="0" class="cloth-light" />
          <stop offset="1" class="cloth-dark" />
        </radialGradient>
        <pattern id="weave" width="4" height="4" patternUnits="userSpaceOnUse">
          <path class="weave" d="M0 1h2M2 3h2" />
        </pattern>
      </defs>
      <path
        class="cloth-fill"
        d={`M22 1H1018Q1039 1 1039 22V${edge - 36}Q1039 ${edge} 1004 ${edge + 6}Q520 ${height + drop - 6} 36 ${edge + 6}Q1 ${edge} 1 ${edge - 36}V22Q1 1 22 1Z`}
      />
      <path
        class="cloth-weave"
        d={`M22 1H1018Q1039 1 1039 22V${edge - 36}Q1039 ${edge} 1004 ${edge + 6}Q520 ${height + drop - 6} 36 ${edge + 6}Q1 ${edge} 1 ${edge - 36}V22Q1 1 22 1Z`}
      />
    </svg>
  );
}

/** What is printed on the cloth between dealer and seats. */
export function Print({ view }: { view: View }) {
  return (
    <svg class="print" viewBox="0 0 1040 568" aria-hidden="true">
      <path id="print-line" class="print-path" d="M60 130 Q520 274 980 130" />
      <text class="print-name">
        <textPath href="#print-line" startOffset="50%">
          {coded("game", view.table.game, view.table.name)}
        </textPath>
      </text>
    </svg>
  );
}

function DealerHand({ view, compact }: { view: View; compact: boolean }) {
  const cards = cardsOf(view.cards?.dealer);
  const next = view.next.kind === "card" && nextPlace(view)?.place === "dealer";
  const hand = view.hands?.dealer;
  const aside = cardsOf(view.cards?.aside);
  if (cards.length === 0 && !next) {
    return (
      <div class="dealer-hand" data-testid="dealer-hand">
        <span class="dealer-empty">
          <Mark size={54} />
        </span>
      </div>
    );
  }
  const height = compact ? 96 : 124;
  return (
    <div class="dealer-hand" data-testid="dealer-hand" data-named={namedPlaces(view).has("dealer")}>
      <Hand
        cards={cards}
        height={height}
        step={height * 0.7 + 8}
        places={DEALER_PLACES}
        next={next}
      />
      <span class="dealer-label">
        <b>{text("place.dealer")}</b>
        {hand && <span data-testid="dealer-hand-name">{worthText(hand)}</span>}
      </span>
      {aside.length > 0 && (
        <div class="aside" data-testid="aside">
          <Hand cards={aside} height={64} step={20} />
          <span>{text("place.aside")}</span>
        </div>
      )}
    </div>
  );
}

/** What is said large on the felt where the table is not in play: an icon, a word, what to do. */
export type FeltNotice = readonly [icon: IconName, title: TextKey, hint: TextKey];

export function noticeOf(view: View): FeltNotice | null {
  if (view.deck_locked) return ["lock", "felt.deck_locked", "felt.deck_locked_hint"];
  if (!view.is_open) return ["lock", "felt.closed", "felt.closed_hint"];
  if (isShoeSpent(view)) return ["deck", "felt.shoe_spent", "felt.shoe_spent_hint"];
  if (view.phase === "void") return ["cross", "felt.void", "felt.void_hint"];
  return null;
}

export function Notice({ view }: { view: View }) {
  const what = noticeOf(view);
  if (!what) return null;
  const [icon, title, hint] = what;
  return (
    <div class="felt-notice" data-testid="felt-notice">
      <Icon name={icon} size={36} />
      <strong>{gameText(view.table.game, title)}</strong>
      <span>{gameText(view.table.game, hint)}</span>
    </div>
  );
}

interface TroubleProps {
  screen: FeltScreen;
  device: Device;
  words: string;
  /** What the supervisor signs, where there are faults. */
  title: string;
}

/** A device that needs a person; with faults also the place where the supervisor signs for them. */
function Trouble({ screen, device, words, title }: TroubleProps) {
  if (screen.isWatching || !device.faults?.length) return <TroubleWords words={words} />;
  const isSending = isPending(screen.pending.value, "clear_device_faults");
  return (
    <button
      type="button"
      class="device-notice"
      data-testid="device-notice"
      data-device={device.id}
      data-pending={isSending}
      disabled={isSending}
      onClick={() => screen.clearFaults(device, title)}
    >
      <Icon name="warning" size={22} />
      <span role="status">{words}</span>
      <small>
        <Icon name="lock" size={16} />
        {text("device.compared")}
      </small>
    </button>
  );
}

const TroubleWords = ({ words }: { words: string }) => (
  <div class="device-notice" role="status" data-testid="device-notice">
    <Icon name="warning" size={22} />
    <span>{words}</span>
  </div>
);

/** One device that needs a person: the shoe before all, since it reads the cards. */
export function DeviceNotice({ screen, view }: { screen: FeltScreen; view: View }) {
  const shoe = shoeTrouble(view);
  if (shoe === "missing") return <TroubleWords words={text("device.missing")} />;
  if (shoe) {
    const title = text("approval.clear_faults", inDoubt(shoe));
    return <Trouble screen={screen} device={shoe} words={shoeWords(view, shoe)} title={title} />;
  }
  const acceptor = doubtfulAcceptor(view);
  if (!acceptor) return null;
  const { seat, device } = acceptor;
  const title = text("approval.clear_acceptor", { ...inDoubt(device), seat });
  return <Trouble screen={screen} device={device} words={acceptorWords(acceptor)} title={title} />;
}

/** The first of its faults, since a seat's box begins where the notice ends; the sheet has all. */
function acceptorWords({ seat, device }: DoubtfulAcceptor): string {
  const [first = "", ...others] = new Set(device.faults);
  const more: Params = others.length > 0 ? { more: others.length } : {};
  return text("device.acceptor_faults", { seat, fault: faultName(device.kind, first), ...more });
}

function shoeWords(view: View, trouble: Device): string {
  if (trouble.faults?.length) return text("device.notice_faults", inDoubt(trouble));
  const device = coded("device", trouble.kind, trouble.id);
  const state = coded("device_state", trouble.state).toLowerCase();
  if (trouble.state === "degraded") return text("device.notice_degraded", { device, state });
  const isDealing = view.next.kind === "card";
  return text(isDealing ? "device.notice" : "device.notice_idle", { device, state });
}

export function Felt({ screen, compact }: { screen: FeltScreen; compact: boolean }) {
  const view = screen.view.value;
  if (!view) return null;
  const places = seatPlaces(view.table.seats, compact ? COMPACT : PLAIN);
  const isVoid = view.phase === "void" && !view.deck_locked;
  return (
    <section class="felt" data-compact={compact} data-phase={drawnPhase(view)} data-testid="felt">
      <FeltCloth compact={compact} />
      {!compact && !view.cards?.dealer && <Print view={view} />}
      <DeviceNotice screen={screen} view={view} />
      <DealerHand view={view} compact={compact} />
      {[...places].map(([seat, place]) => (
        <SeatBox key={seat} screen={screen} seat={seat} place={place} compact={compact} />
      ))}
      <Notice view={view} />
      {isVoid && <span hidden data-testid="round-void" />}
    </section>
  );
}
