// One seat at the baccarat table: its head, and its five printed spots. While wagers are taken each
// spot is a button; afterwards what lies there is shown, and at the end what it brought.
import { cents, chipPiles } from "../../shared/amount.ts";
import { ChipFace, PAYING } from "../../shared/chips.tsx";
import { Icon } from "../../shared/icons.tsx";
import { coded, money, text } from "../../shared/texts/texts.ts";
import type { Spot, View } from "../../shared/view.ts";
import type { SeatPlace } from "../felt.tsx";
import { NetResult } from "../net_result.tsx";
import type { DealerScreen } from "../screen.ts";
import { Head, stateOf } from "../seat.tsx";
import { drawnPhase, isPending, namedPlaces, pendingOn, pendingSum, stakesOf } from "../state.ts";
import type { FeltScreen } from "../watched.ts";

/** The printed order from the dealer's side: side bets nearest to him, the Player at the rail. */
export const LAYOUT: readonly string[] = ["tie", "tiger8", "dragon7", "banker", "player"];

/** The spots as they are printed; one that the layout does not know comes first. */
export const printedSpots = (view: View): readonly Spot[] =>
  [...view.table.spots].sort((one, other) => LAYOUT.indexOf(one.name) - LAYOUT.indexOf(other.name));

/** The largest chip of a stake: it stands for the whole pile, the amount is said beside it. */
function TopChip({ amount, size }: { amount: string; size: number }) {
  const [[pile]] = chipPiles(cents(amount), PAYING);
  return pile ? <ChipFace chip={pile.chip} size={size} /> : null;
}

interface SpotProps {
  readonly screen: DealerScreen;
  readonly seat: number;
  readonly view: View;
  readonly spot: Spot;
}

/** A spot to touch: the chosen chip is added, or the stake taken back. */
function SpotButton({ screen, seat, view, spot }: SpotProps) {
  const stake = stakesOf(view, seat)[spot.name];
  const touches = pendingOn(screen.pending.value, seat, spot.name);
  const added = pendingSum(touches.filter(({ command }) => command === "place_wager"));
  const chip = screen.chip.value;
  const name = coded("spot", spot.name);
  const label =
    chip === "take_back"
      ? text("seat.take_back_spot", { seat, spot: name })
      : text("seat.add_stake", { seat, spot: name, amount: chip });
  return (
    <button
      type="button"
      class={`spot spot-${spot.name}`}
      data-base={spot.base ?? false}
      data-testid={`seat-${seat}-${spot.name}`}
      data-amount={stake ?? ""}
      data-pending={touches.length > 0}
      aria-label={`${label}${stake ? ` (${money(stake, true)})` : ""}`}
      aria-busy={touches.length > 0}
      onClick={() => screen.touchSpot(seat, spot.name)}
    >
      {stake && <TopChip amount={stake} size={spot.base ? 36 : 28} />}
      <span class="spot-words">
        <span class="spot-name">{name}</span>
        {stake && <strong class="spot-amount">{money(stake, true)}</strong>}
      </span>
      {touches.length > 0 && (
        <span class="pending-mark">
          <Icon name="hourglass" size={14} />
          {isPending(touches, "withdraw_wager")
            ? `−${stake ? money(stake, true) : ""}`
            : added > 0
              ? `+${money(added, true)}`
              : ""}
        </span>
      )}
    </button>
  );
}

/** What lies on the spots while cards come: nothing to touch. */
function Stakes({ seat, view, compact }: { seat: number; view: View; compact: boolean }) {
  const stakes = stakesOf(view, seat);
  const staked = printedSpots(view).filter(({ name }) => name in stakes);
  return (
    <div class="staked" data-testid={`seat-${seat}-stakes`}>
      {staked.map(({ name }) => (
        <p
          key={name}
          class={`staked-spot spot-${name}`}
          data-testid={`stake-${seat}-${name}`}
          data-amount={stakes[name]}
        >
          {!compact && <TopChip amount={stakes[name] ?? "0"} size={28} />}
          <span class="spot-words">
            <span class="spot-name">
              {compact ? coded("spot_short", name, coded("spot", name)) : coded("spot", name)}
            </span>
            <b class="spot-amount">{money(stakes[name] ?? "0", true)}</b>
          </span>
        </p>
      ))}
    </div>
  );
}

interface Props {
  readonly screen: FeltScreen;
  readonly seat: number;
  readonly place: SeatPlace;
  readonly width: number;
  /** How much is shown: spots to touch, what lies there, or the head alone. */
  readonly shows: "spots" | "stakes" | "head";
  readonly compact: boolean;
}

export function BaccaratSeat({ screen, seat, place, width, shows, compact }: Props) {
  const view = screen.view.value;
  if (!view) return null;
  const isAsked = view.next.kind === "pay" && view.next.seat === seat;
  return (
    <div
      class="seat"
      style={{
        left: `${place.left}px`,
        top: `${place.top}px`,
        width: `${width}px`,
        marginLeft: `${-width / 2}px`,
      }}
      data-tone={stateOf(view, seat).tone}
      data-asked={isAsked}
      data-named={namedPlaces(view).has(String(seat))}
    >
      <Head screen={screen} seat={seat} view={view} />
      {shows === "spots" &&
        !screen.isWatching &&
        printedSpots(view).map((spot) => (
          <SpotButton key={spot.name} screen={screen} seat={seat} view={view} spot={spot} />
        ))}
      {shows === "stakes" && (
        <>
          <Stakes seat={seat} view={view} compact={compact} />
          {drawnPhase(view) === "settled" && !compact && <NetResult seat={seat} view={view} />}
        </>
      )}
    </div>
  );
}
