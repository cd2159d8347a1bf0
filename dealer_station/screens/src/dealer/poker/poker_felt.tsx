// The felt of a poker table: seats around an oval as they stand, the board and the pots between them.
// Used by the dealer's page and, watched, by the console. It and its words come by themselves.
import { Mark } from "../../shared/mark.tsx";
import type { View } from "../../shared/view.ts";
import { DeviceNotice, Notice, noticeOf } from "../felt.tsx";
import { drawnPhase } from "../state.ts";
import type { FeltScreen } from "../watched.ts";
import { Middle } from "./middle.tsx";
import { FELT_WIDTH, layoutOf } from "./places.ts";
import "./poker.css";
import { Bet, PotSeat } from "./seat.tsx";

export { PotSeatList } from "./seat_list.tsx";

/** Two cards need less room than seven. */
const WIDEST = 184;
const WIDEST_OF_SEVEN = 236;

/** The table's rail and cloth. */
function Oval({ height }: { height: number }) {
  return (
    <svg class="cloth" viewBox={`0 0 ${FELT_WIDTH} ${height}`} aria-hidden="true">
      <defs>
        <radialGradient id="oval" cx="50%" cy="42%" r="62%">
          <stop offset="0" class="cloth-light" />
          <stop offset="1" class="cloth-dark" />
        </radialGradient>
      </defs>
      <rect class="pot-rail" x="3" y="3" width="1034" height={height - 6} rx="150" />
      <rect class="pot-cloth" x="22" y="22" width="996" height={height - 44} rx="132" />
      <rect class="pot-line" x="118" y="96" width="804" height={height - 192} rx="104" />
    </svg>
  );
}

export function PokerFelt({
  screen,
  view,
  compact,
}: {
  screen: FeltScreen;
  view: View;
  compact: boolean;
}) {
  const hasBets = Object.keys(view.bets ?? {}).length > 0;
  const { seats, width, height, middle } = layoutOf(view.table.seats, {
    isCompact: compact,
    hasBets,
    mostWidth: view.table.has_button ? WIDEST : WIDEST_OF_SEVEN,
  });
  const isIdle = noticeOf(view) !== null;
  const box = {
    left: `${middle.left}px`,
    top: `${middle.top}px`,
    width: `${middle.width}px`,
    height: `${middle.height}px`,
  };
  return (
    <section
      class="felt felt-poker"
      data-compact={compact}
      data-phase={drawnPhase(view)}
      data-testid="felt"
    >
      {!compact && <Oval height={568} />}
      <DeviceNotice screen={screen} view={view} />
      <div class="pot-middle-place" style={box}>
        {isIdle ? (
          <Notice view={view} />
        ) : (
          <Middle view={view} width={middle.width} compact={compact} />
        )}
        {!isIdle && view.stage === "idle" && <Mark size={72} />}
      </div>
      {[...seats].map(([seat, place]) => (
        <PotSeat
          key={seat}
          screen={screen}
          view={view}
          seat={seat}
          place={place}
          width={width}
          height={height}
          compact={compact}
        />
      ))}
      {!compact &&
        [...seats].map(([seat, place]) => <Bet key={seat} view={view} seat={seat} place={place} />)}
      {view.phase === "void" && !view.deck_locked && <span hidden data-testid="round-void" />}
    </section>
  );
}
