// The baccarat felt: Player and Banker large in the middle, below them the seats with their spots.
// While wagers are taken the spots have the room, and the big road of the shoe lies above them.
import { CardSlot, Hand } from "../../shared/card.tsx";
import { Mark } from "../../shared/mark.tsx";
import { BigRoad } from "../../shared/roads.tsx";
import { coded, text } from "../../shared/texts/texts.ts";
import type { Shoe, View } from "../../shared/view.ts";
import {
  type Arc,
  DeviceNotice,
  FeltCloth,
  Notice,
  noticeOf,
  seatPlaces,
  WIDTH,
} from "../felt.tsx";
import { drawnPhase, isBurning } from "../state.ts";
import type { FeltScreen } from "../watched.ts";
import { BothHands } from "./hands.tsx";
import { BaccaratSeat } from "./seat.tsx";

/** Seats stand at most so far apart, and closer where there are more of them. */
const PITCH_MAX = 147;
const EDGE = 6;
const GAP = 5;
/** From so many seats on their heads are set smaller. */
const NARROW_BELOW = 130;

/** So many columns of the big road lie above the seats. */
const COLUMNS = 44;

type Room = "betting" | "play" | "compact";
const ROOMS: Readonly<Record<Room, { top: number; rise: number; cards: number }>> = {
  betting: { top: 184, rise: 26, cards: 0 },
  play: { top: 300, rise: 16, cards: 166 },
  compact: { top: 166, rise: 8, cards: 88 },
};

function arcOf(room: Room, seats: number): Arc {
  const pitch = Math.min(PITCH_MAX, Math.floor((WIDTH - 2 * EDGE) / Math.max(1, seats)));
  const { top, rise } = ROOMS[room];
  return { pitch, top, rise, reach: Math.max(1, (seats - 1) / 2) };
}

const BURN_HEIGHT = 140;

/** The burn of a new shoe: as many places as cards are still to go, the first one lit. */
function Burn({ shoe }: { shoe: Shoe }) {
  const left = shoe.burn_left;
  const after = Array<string>(Math.max(0, (left ?? 1) - 1)).fill("##");
  return (
    <div class="burn" data-testid="burn" data-left={left ?? ""}>
      <h3>{text("burn.title")}</h3>
      <div class="burn-cards">
        <CardSlot height={BURN_HEIGHT} />
        {after.length > 0 && <Hand cards={after} height={BURN_HEIGHT} step={80} />}
      </div>
      <p>
        <strong>{left === null ? text("burn.first") : text("burn.more", { count: left })}</strong>
        {left === null && <small>{text("burn.first_hint")}</small>}
      </p>
    </div>
  );
}

/** The big road of the shoe; an empty felt has the house's mark. */
function Before({ view }: { view: View }) {
  const history = view.history;
  if (!history || history.bead_plate.length === 0) {
    return (
      <div class="before">
        <span class="before-mark">
          <Mark size={54} />
        </span>
        <p class="before-game">{coded("game", view.table.game, view.table.name)}</p>
      </div>
    );
  }
  const { counts } = history;
  return (
    <div class="before before-road">
      <BigRoad history={history} columns={COLUMNS} />
      <p class="before-counts" data-testid="counts">
        {(["player", "banker", "tie"] as const).map((side) => (
          <span key={side} class={`side-${side}`}>
            {coded("spot", side)} <b>{counts[side]}</b>
          </span>
        ))}
      </p>
    </div>
  );
}

const HANDS_LIE: ReadonlySet<string> = new Set([
  "closing",
  "dealing",
  "drawing",
  "paying",
  "settled",
  "void",
]);

function Middle({ view, room }: { view: View; room: Room }) {
  const isNoted = noticeOf(view) !== null;
  if (isBurning(view) && view.shoe && !isNoted) return <Burn shoe={view.shoe} />;
  if (!view.is_open || !HANDS_LIE.has(drawnPhase(view))) return <Before view={view} />;
  return <BothHands view={view} height={ROOMS[room].cards} />;
}

export function BaccaratFelt({ screen, compact }: { screen: FeltScreen; compact: boolean }) {
  const view = screen.view.value;
  if (!view) return null;
  const isTaking = view.phase === "betting" && !screen.isWatching;
  const room: Room = compact ? "compact" : isTaking ? "betting" : "play";
  const arc = arcOf(room, view.table.seats.length);
  const width = arc.pitch - GAP;
  const shows = noticeOf(view) || isBurning(view) ? "head" : isTaking ? "spots" : "stakes";
  return (
    <section
      class="felt baccarat"
      data-compact={compact}
      data-room={room}
      data-narrow={width < NARROW_BELOW}
      data-phase={drawnPhase(view)}
      data-testid="felt"
    >
      <FeltCloth compact={compact} />
      <DeviceNotice screen={screen} view={view} />
      <Middle view={view} room={room} />
      {[...seatPlaces(view.table.seats, arc)].map(([seat, place]) => (
        <BaccaratSeat
          key={seat}
          screen={screen}
          seat={seat}
          place={place}
          width={width}
          shows={shows}
          compact={compact}
        />
      ))}
      <Notice view={view} />
    </section>
  );
}
