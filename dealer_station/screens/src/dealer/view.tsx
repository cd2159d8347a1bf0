// The dealer screen as a whole: which page stands on the glass, and the frame of the table page.

import type { ComponentChildren } from "preact";
import { Approval } from "../shared/approval.tsx";
import { NotSignedOut, SignIn } from "../shared/entrance.tsx";
import { isPotGame } from "../shared/pot_games.ts";
import { Stale, Waiting } from "../shared/stale.tsx";
import { text } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";
import { Bar } from "./bar.tsx";
import { TableChoice } from "./choice.tsx";
import { DeckCheckSheet } from "./deck_check.tsx";
import { Held } from "./held.tsx";
import { Irregularity } from "./irregularity.tsx";
import { Menu } from "./menu.tsx";
import { Panel } from "./panel.tsx";
import { TablePicture } from "./picture.tsx";
import { usePage } from "./poker_page_part.ts";
import { useFelt } from "./poker_parts.tsx";
import type { DealerScreen } from "./screen.ts";
import { PrimaryButton, Tools } from "./tools.tsx";

interface Props {
  readonly screen: DealerScreen;
}

export function App({ screen }: Props) {
  const person = screen.person.value;
  const view = screen.view.value;
  return (
    <div class="app" data-four-colours={screen.fourColours.value}>
      {screen.leaving.isOwed.value ? (
        <NotSignedOut />
      ) : person === undefined ? (
        <Waiting />
      ) : person === null ? (
        <SignIn
          welcome={text("signin.welcome")}
          ended={screen.hasEnded.value ? text("signin.ended") : ""}
          keys
          onSignIn={(id, password) => screen.signIn(id, password)}
        />
      ) : view ? (
        <TablePage screen={screen} />
      ) : screen.tables.value && !screen.hasTable.value ? (
        <TableChoice screen={screen} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function TablePage({ screen }: Props) {
  const view = screen.view.value;
  if (!view) return null;
  return isPotGame(view.table.game) ? (
    <PotTable screen={screen} view={view} />
  ) : (
    <Frame
      screen={screen}
      view={view}
      panel={<Panel screen={screen} />}
      foot={<PrimaryButton screen={screen} />}
    />
  );
}

/** A table at which players play against each other: its parts come by themselves. */
function PotTable({ screen, view }: Props & { readonly view: View }) {
  const [felt, page] = [useFelt(), usePage()];
  if (!felt || !page) return <Waiting />;
  return (
    <Frame
      screen={screen}
      view={view}
      panel={<page.PotPanel screen={screen} view={view} />}
      foot={<page.PotFoot screen={screen} view={view} />}
      dialogs={<page.PotDialogs screen={screen} view={view} />}
    />
  );
}

interface FrameProps extends Props {
  readonly view: View;
  readonly panel: ComponentChildren;
  /** The bottom of the page: the next step, or the choices of who is to act. */
  readonly foot: ComponentChildren;
  readonly dialogs?: ComponentChildren;
}

function Frame({ screen, view, panel, foot, dialogs }: FrameProps) {
  const link = screen.link.value;
  const isHeld = view.phase === "held" && Boolean(view.ruling);
  return (
    <div
      class="table-page"
      data-testid="table-page"
      data-version={view.version}
      data-phase={view.phase}
      data-link={link}
      data-held={isHeld}
    >
      <Bar screen={screen} />
      {isHeld && <Held screen={screen} />}
      <main class="middle" inert={link === "stale"}>
        <TablePicture screen={screen} view={view} compact={isHeld} />
        {panel}
      </main>
      <Tools screen={screen} />
      {foot}
      <Dialogs screen={screen} />
      {dialogs}
      {link === "stale" && <Stale seconds={screen.silentSeconds.value} />}
    </div>
  );
}

function Dialogs({ screen }: Props) {
  const dialog = screen.dialog.value;
  switch (dialog?.kind) {
    case "menu":
      return <Menu screen={screen} />;
    case "irregularity":
      return <Irregularity screen={screen} />;
    case "deck_check":
      return <DeckCheckSheet screen={screen} />;
    case "approval":
      return (
        <Approval
          signing={dialog}
          keys
          onSign={(person, password) => screen.approve(dialog, person, password)}
          onClose={() => {
            screen.dialog.value = null;
          }}
        />
      );
    default:
      return null;
  }
}
