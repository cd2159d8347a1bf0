// The floor wall: which table stands first, and what a tile says. Pure functions from the snapshot.
import { isPotGame } from "../shared/pot_games.ts";
import {
  coded,
  counted,
  gameText,
  placeName,
  position,
  seatText,
  text,
} from "../shared/texts/texts.ts";
import type { Danger, Floor, Item, Tile } from "./floor.ts";

const worstOf = (inbox: readonly Item[], table: string): Danger | 0 =>
  inbox.reduce<Danger | 0>(
    (worst, item) => (item.table === table && item.danger > worst ? item.danger : worst),
    0,
  );

export interface WallTile {
  readonly tile: Tile;
  /** Of what waits there for a person; 0: nothing. */
  readonly danger: Danger | 0;
}

/** What needs a person floats to the top: by the worst that waits there, then alerts, then name. */
export function wallOf({ tables, inbox }: Pick<Floor, "tables" | "inbox">): readonly WallTile[] {
  return tables
    .map((tile) => ({ tile, danger: worstOf(inbox, tile.id) }))
    .sort(
      (one, other) =>
        other.danger - one.danger ||
        other.tile.needs - one.tile.needs ||
        other.tile.alerts - one.tile.alerts ||
        one.tile.id.localeCompare(other.tile.id, "en", { numeric: true }),
    );
}

/** The phase as the wall names it: a closed table has none. */
export const phaseOf = (tile: Pick<Tile, "is_open" | "phase">): string =>
  tile.is_open ? tile.phase : "closed";

/** What a table waits for, in a few words. */
export function waitsFor(tile: Pick<Tile, "is_open" | "next"> & Partial<Tile>): string {
  const { is_open, next, game = "" } = tile;
  if (!is_open) return text("waits.open");
  if (isPotGame(game) && (next.kind === "act" || next.kind === "pay")) {
    return gameText(game, `waits.${next.kind}`, { seat: next.seat ?? "" });
  }
  const { seat, undecided } = next;
  switch (next.kind) {
    case "bets":
      return text("waits.bets");
    case "acceptors":
      return text("waits.acceptors", { seats: (next.seats ?? []).join(", ") });
    case "card": {
      const at = position(next.position ?? "");
      if (!at) return next.position === "burn" ? text("waits.burn") : text("waits.card");
      return text("waits.card_to", { place: placeName(at.place), card: at.card });
    }
    case "act":
      return typeof undecided === "number"
        ? text("waits.bettors", { count: counted(undecided) })
        : text("waits.act");
    case "ruling":
      return text("waits.ruling");
    case "verify":
      return seatText("waits.verify", seat);
    case "pay":
      return seatText("waits.pay", seat);
    case "none":
      return text("waits.round");
  }
}

/** How many play, at seats or by a book. */
export const playersOf = (tile: Pick<Tile, "seats_playing" | "bettors">): string =>
  typeof tile.bettors === "number"
    ? text("tile.bettors", { count: counted(tile.bettors) })
    : text("tile.seats", { count: tile.seats_playing });

/** Rounds an hour and seconds a round, as far as they are known. */
export function paceOf(tile: Pick<Tile, "rounds_last_hour" | "seconds_per_round">): string {
  const seconds = tile.seconds_per_round;
  return text("tile.pace", {
    rounds: tile.rounds_last_hour,
    ...(seconds === null || seconds === undefined ? {} : { seconds: Math.round(seconds) }),
  });
}

/** The game, where the table's own name does not say it. */
export function gameOf({ game, name }: Pick<Tile, "game" | "name">): string | null {
  const said = coded("game", game);
  return name.startsWith(said) ? null : said;
}
