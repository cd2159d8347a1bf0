// The last rounds of the chosen table, one line each; a touch recalls the round.
import { cents } from "../shared/amount.ts";
import { Icon } from "../shared/icons.tsx";
import { phaseIcon } from "../shared/phases.ts";
import { isPotGame } from "../shared/pot_games.ts";
import { coded, money, text } from "../shared/texts/texts.ts";
import { momentOf } from "../shared/times.ts";
import type { RoundRow } from "./floor.ts";
import { LoadState, More, Nothing, Panel } from "./panel.tsx";
import type { ConsoleScreen } from "./screen.ts";

/** A result with its sign: what the house won, or lost. */
export function Signed({ amount }: { amount: string }) {
  const value = cents(amount);
  return (
    <b data-amount={amount} data-tone={value > 0 ? "win" : value < 0 ? "lose" : "push"}>
      {value > 0 ? "+" : ""}
      {money(value)}
    </b>
  );
}

function Row({ screen, row }: { screen: ConsoleScreen; row: RoundRow }) {
  const now = screen.floor.value?.now ?? row.opened_at;
  return (
    <li>
      <button
        type="button"
        class="round-row"
        data-testid={`round-${row.number}`}
        data-phase={row.phase}
        onClick={() => screen.recallRound(row.number)}
      >
        <strong>{row.number}</strong>
        <span class="round-when">{momentOf(row.ended_at ?? row.opened_at, now)}</span>
        <span class="round-phase">
          <Icon name={phaseIcon(row.phase)} size={14} />
          {coded("phase", row.phase)}
        </span>
        <Signed amount={row.house} />
        {(row.irregularities.length > 0 || row.prize) && (
          <span class="round-notes">
            {row.irregularities.map((id) => (
              <span key={id} class="round-note">
                <Icon name="warning" size={14} />
                {id}
              </span>
            ))}
            {row.prize && (
              <span class="round-note round-prize">
                <Icon name="meter" size={14} />
                {money(row.prize)}
              </span>
            )}
          </span>
        )}
      </button>
    </li>
  );
}

export function LastRounds({ screen }: { screen: ConsoleScreen }) {
  const { rounds } = screen.record;
  const page = rounds.value.value;
  const table = screen.table.value ?? "";
  // The round that is on lies on the felt above.
  const over = (page?.rounds ?? []).filter(({ ended_at: until }) => until !== null);
  return (
    <Panel
      name="rounds"
      icon="repeat"
      title={text("rounds.title")}
      aside={
        <>
          {isPotGame(screen.view.value?.table.game ?? "") && (
            <button
              type="button"
              class="link-button"
              data-testid="player-history"
              onClick={() => screen.showHistory()}
            >
              <Icon name="person" size={16} />
              {text("history.title")}
            </button>
          )}
          <span class="panel-note">{text("rounds.house")}</span>
        </>
      }
    >
      <LoadState loaded={rounds} />
      {page && over.length === 0 && (
        <Nothing
          icon="repeat"
          title={text("rounds.empty")}
          hint={text("rounds.empty_hint")}
          testid="rounds-empty"
        />
      )}
      <ol class="rounds">
        {over.map((row) => (
          <Row key={row.number} screen={screen} row={row} />
        ))}
      </ol>
      {page?.before && <More loaded={rounds} onMore={() => screen.record.moreRounds(table)} />}
    </Panel>
  );
}
