// The dealer screen as a whole: which page stands on the glass, and the frame of the table page.

import { Approval } from "../shared/approval.tsx";
import { NotSignedOut, SignIn } from "../shared/entrance.tsx";
import { Stale, Waiting } from "../shared/stale.tsx";
import { text } from "../shared/texts/texts.ts";
import { Bar } from "./bar.tsx";
import { TableChoice } from "./choice.tsx";
import { DeckCheckSheet } from "./deck_check.tsx";
import { Held } from "./held.tsx";
import { Irregularity } from "./irregularity.tsx";
import { Menu } from "./menu.tsx";
import { Panel } from "./panel.tsx";
import { TablePicture } from "./picture.tsx";
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
  const link = screen.link.value;
  const isHeld = view.phase === "held" && Boolean(view.ruling);
  const dialog = screen.dialog.value;
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
        <Panel screen={screen} />
      </main>
      <Tools screen={screen} />
      <PrimaryButton screen={screen} />
      {dialog?.kind === "menu" && <Menu screen={screen} />}
      {dialog?.kind === "irregularity" && <Irregularity screen={screen} />}
      {dialog?.kind === "deck_check" && <DeckCheckSheet screen={screen} />}
      {dialog?.kind === "approval" && (
        <Approval
          signing={dialog}
          keys
          onSign={(person, password) => screen.approve(dialog, person, password)}
          onClose={() => {
            screen.dialog.value = null;
          }}
        />
      )}
      {link === "stale" && <Stale seconds={screen.silentSeconds.value} />}
    </div>
  );
}
