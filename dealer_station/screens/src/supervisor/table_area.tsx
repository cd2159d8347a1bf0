// The middle: the chosen table as its dealer sees it, its time line and its last rounds; or, in their
// place, what was looked up.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { TablePicture } from "../dealer/picture.tsx";
import { LazySeatList } from "../dealer/poker_parts.tsx";
import { deckTitle } from "../dealer/state.ts";
import type { Watched } from "../dealer/watched.ts";
import { DeckCheckResult } from "../shared/deck_check.tsx";
import { Icon } from "../shared/icons.tsx";
import { phaseIcon } from "../shared/phases.ts";
import { isPotGame } from "../shared/pot_games.ts";
import { coded, gameText, text } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";
import { HoldButton } from "./hold_button.tsx";
import { decides, recallsRounds } from "./inbox.ts";
import { LogResults } from "./log.tsx";
import { Movements } from "./movements.tsx";
import { Nothing, Panel } from "./panel.tsx";
import { LazyHistory } from "./poker_parts.tsx";
import { Recall } from "./recall.tsx";
import { LastRounds } from "./rounds.tsx";
import type { ConsoleScreen, Stage } from "./screen.ts";
import { SeatList } from "./seat_list.tsx";
import { TimeLine } from "./time_line.tsx";

interface Props {
  readonly screen: ConsoleScreen;
}

/** The dealer's felt in its own pixels. */
const FELT_WIDTH = 1040;
const FELT_HEIGHT = 568;

/** Shows the felt as large as its place allows; its own pixels stay, as on the dealer's glass. */
function Scaled({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setScale(Math.min(width / FELT_WIDTH, height / FELT_HEIGHT));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <div class="felt-place" ref={place}>
      <div
        class="felt-scaled"
        style={{
          transform: `translateX(-50%) scale(${scale})`,
          visibility: scale > 0 ? "visible" : "hidden",
        }}
      >
        {children}
      </div>
    </div>
  );
}

function Head({ screen, view }: Props & { readonly view: View }) {
  const phase = view.is_open ? view.phase : "closed";
  return (
    <header class="table-head">
      <h2>
        <strong data-testid="table-id">{view.table.id}</strong>
        <span class="table-name">{view.table.name}</span>
      </h2>
      <span class="table-round" data-testid="round">
        {gameText(view.table.game, view.round > 0 ? "bar.round" : "bar.no_round", {
          round: view.round,
        })}
      </span>
      <span class="phase" data-phase={phase} data-testid="phase">
        <Icon name={phaseIcon(phase)} size={16} />
        {coded("phase", phase)}
      </span>
      {view.phase === "held" && view.ruling && (
        <span class="table-held" data-testid="table-held">
          {coded("kind", view.ruling.irregularity, view.ruling.title)}
        </span>
      )}
      <span class="table-live" data-link={screen.tableLink.value} data-testid="table-link">
        <Icon name={screen.tableLink.value === "live" ? "eye" : "hourglass"} size={16} />
        {text(screen.tableLink.value === "live" ? "table.watching" : "table.old")}
      </span>
    </header>
  );
}

/** A locked deck waits for a new one, and somebody who has checked it. */
function LockedDeck({ screen, view }: Props & { readonly view: View }) {
  const { id } = view.table;
  if (!view.deck_locked) return null;
  const title = deckTitle(view);
  return (
    <div class="deck-notice" data-testid="deck-notice">
      <p>
        <Icon name="lock" size={24} />
        <span>
          <strong>{gameText(view.table.game, "felt.deck_locked")}</strong>
          {text("table.deck_hint")}
        </span>
      </p>
      {view.commands.includes("change_deck") && decides(screen.person.value?.role) && (
        <HoldButton
          testid="change-deck"
          label={text(view.shoe ? "primary.new_shoe" : "primary.change_deck")}
          under={text("hold.hint")}
          isFirst
          isPending={screen.pendingAt(id, "change_deck").length > 0}
          isDisabled={!screen.canDecide.value}
          content={id}
          onHeld={() =>
            void screen.order(id, { order: { command: "change_deck" }, role: "supervisor", title })
          }
        />
      )}
    </div>
  );
}

/** What the dealer sees: the felt, or the payments while seats are paid. */
function Picture({ screen, view }: Props & { readonly view: View }) {
  const watched: Watched = { isWatching: true, view: screen.view };
  const isHeld = view.phase === "held" && Boolean(view.ruling);
  return (
    <div class="picture" data-held={isHeld} data-link={screen.tableLink.value}>
      <Scaled>
        <TablePicture screen={watched} view={view} compact={false} />
      </Scaled>
    </div>
  );
}

function Live({ screen }: Props) {
  const view = screen.view.value;
  if (!view) {
    return <Nothing icon="hourglass" title={text("table.waiting")} testid="table-waiting" />;
  }
  const mayRecall = recallsRounds(screen.person.value?.role);
  return (
    <div
      class="live"
      data-testid="live-table"
      data-version={view.version}
      data-phase={view.phase}
      data-link={screen.tableLink.value}
    >
      <Head screen={screen} view={view} />
      <LockedDeck screen={screen} view={view} />
      {view.deck_check && <DeckCheckResult check={view.deck_check} most={4} />}
      <Picture screen={screen} view={view} />
      {isPotGame(view.table.game) ? <LazySeatList view={view} /> : <SeatList view={view} />}
      {mayRecall ? (
        <div class="record">
          <TimeLine screen={screen} />
          <LastRounds screen={screen} />
        </div>
      ) : (
        <p class="no-record">
          <Icon name="lock" size={18} />
          {text("rounds.no_right")}
        </p>
      )}
    </div>
  );
}

function Staged({ screen, stage }: Props & { readonly stage: Stage }) {
  switch (stage.kind) {
    case "live":
      return <Live screen={screen} />;
    case "round":
      return <Recall screen={screen} number={stage.number} />;
    case "meter":
      return <Movements screen={screen} progressive={stage.progressive} level={stage.level} />;
    case "history":
      return <LazyHistory screen={screen} />;
    case "log":
      return <LogResults screen={screen} />;
  }
}

export function TableArea({ screen }: Props) {
  const floor = screen.floor.value;
  if (floor && floor.tables.length === 0) {
    return (
      <Panel name="table-area" icon="tables" title={text("table.title")}>
        <Nothing icon="tables" title={text("wall.empty")} />
      </Panel>
    );
  }
  return (
    <section class="table-area" data-testid="table-area" aria-label={text("table.title")}>
      <Staged screen={screen} stage={screen.stage.value} />
    </section>
  );
}
