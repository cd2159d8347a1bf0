// The floor wall: one tile a table. What needs a person stands first and says so.
import { Icon } from "../shared/icons.tsx";
import { phaseIcon } from "../shared/phases.ts";
import { coded, gameText, money, text } from "../shared/texts/texts.ts";
import { lasting } from "../shared/times.ts";
import { Nothing, Panel } from "./panel.tsx";
import type { ConsoleScreen } from "./screen.ts";
import { gameOf, paceOf, phaseOf, playersOf, type WallTile, waitsFor, wallOf } from "./wall.ts";

function Stripe({ wall, now }: { wall: WallTile; now: number }) {
  const { tile, danger } = wall;
  const since = tile.held_since;
  if (tile.needs > 0) {
    return (
      <p class="tile-stripe" data-danger={danger}>
        <Icon name="warning" size={16} />
        {text("tile.needs", { count: tile.needs })}
        {since ? ` · ${text("tile.held_for", { time: lasting(now - since) })}` : ""}
      </p>
    );
  }
  if (tile.alerts > 0) {
    return (
      <p class="tile-stripe" data-danger="0">
        <Icon name="device" size={16} />
        {text("tile.alerts", { count: tile.alerts })}
      </p>
    );
  }
  return null;
}

function Tile({ screen, wall, now }: { screen: ConsoleScreen; wall: WallTile; now: number }) {
  const { tile, danger } = wall;
  const phase = phaseOf(tile);
  const limits = gameText(tile.game, "panel.limits", {
    min: money(tile.limits.min, true),
    max: tile.limits.max ? money(tile.limits.max, true) : "∞",
  });
  return (
    <button
      type="button"
      class="tile"
      data-testid={`tile-${tile.id}`}
      data-danger={danger}
      data-phase={phase}
      aria-pressed={screen.table.value === tile.id}
      onClick={() => screen.chooseTable(tile.id)}
    >
      <span class="tile-head">
        <strong>{tile.id}</strong>
        <span class="phase" data-phase={phase}>
          <Icon name={phaseIcon(phase)} size={16} />
          {coded("phase", phase)}
        </span>
      </span>
      <span class="tile-line tile-name">
        <b>{gameOf(tile) === null ? tile.name : `${tile.name} · ${gameOf(tile)}`}</b>
        <span>
          {gameText(tile.game, tile.round > 0 ? "bar.round" : "bar.no_round", {
            round: tile.round,
          })}
        </span>
      </span>
      <span class="tile-line">
        <span class="tile-waits">{waitsFor(tile)}</span>
        <span>{paceOf(tile)}</span>
      </span>
      <span class="tile-line">
        <span>
          {limits} · {playersOf(tile)}
        </span>
        <span class="tile-dealer">
          <Icon name="person" size={14} />
          {tile.dealer ?? text("tile.no_dealer")}
        </span>
      </span>
      <Stripe wall={wall} now={now} />
    </button>
  );
}

export function Wall({ screen }: { screen: ConsoleScreen }) {
  const floor = screen.floor.value;
  if (!floor) return null;
  const wall = wallOf(floor);
  return (
    <Panel name="wall" icon="tables" title={text("wall.title")} count={wall.length}>
      {wall.length === 0 && <Nothing icon="tables" title={text("wall.empty")} />}
      <div class="tiles">
        {wall.map((each) => (
          <Tile key={each.tile.id} screen={screen} wall={each} now={floor.now} />
        ))}
      </div>
    </Panel>
  );
}
