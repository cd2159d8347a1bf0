// The thin bar: table, round, state in a word, the station's clock, who is signed in, the link.
import { LanguageButton, LinkShown, PersonShown } from "../shared/bar.tsx";
import { StationClock } from "../shared/clock.tsx";
import { Icon } from "../shared/icons.tsx";
import { Mark } from "../shared/mark.tsx";
import { phaseIcon } from "../shared/phases.ts";
import { coded, gameText, text } from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";

export function Bar({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  const person = screen.person.value;
  if (!view || !person) return null;
  const phase = view.is_open ? view.phase : "closed";
  return (
    <header class="bar">
      <Mark size={30} />
      <strong class="bar-table" data-testid="table-id">
        {view.table.id}
      </strong>
      <span class="bar-game">{view.table.name}</span>
      <span class="bar-round" data-testid="round">
        {view.round > 0
          ? gameText(view.table.game, "bar.round", { round: view.round })
          : gameText(view.table.game, "bar.no_round")}
      </span>
      <span class="bar-pill bar-phase" data-phase={phase} data-testid="phase">
        <Icon name={phaseIcon(phase)} size={18} />
        {coded("phase", phase)}
      </span>
      <span class="bar-space" />
      <StationClock time={() => screen.stationTime()} />
      <PersonShown person={person} />
      <LinkShown link={screen.link.value} />
      <LanguageButton />
      <button
        type="button"
        class="bar-button"
        data-testid="menu"
        aria-label={text("bar.menu")}
        onClick={() => {
          screen.dialog.value = { kind: "menu" };
        }}
      >
        <Icon name="menu" size={26} />
      </button>
    </header>
  );
}
