// The console as a whole: signing in, the four areas, the tabs where the glass is narrow, keys.
import { useEffect } from "preact/hooks";
import { Approval } from "../shared/approval.tsx";
import { NotSignedOut, SignIn } from "../shared/entrance.tsx";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Stale, Waiting } from "../shared/stale.tsx";
import { text } from "../shared/texts/texts.ts";
import { Bar } from "./bar.tsx";
import { House } from "./house.tsx";
import { Inbox, Said } from "./inbox.tsx";
import { LazyLevelSheet } from "./levels_part.tsx";
import { AREAS, type Area, type ConsoleScreen } from "./screen.ts";
import { TableArea } from "./table_area.tsx";
import { Wall } from "./wall.tsx";

interface Props {
  readonly screen: ConsoleScreen;
}

export function App({ screen }: Props) {
  const person = screen.person.value;
  const ended = screen.ended.value;
  if (screen.leaving.isOwed.value) return <NotSignedOut />;
  if (person === undefined) return <Waiting />;
  if (person === null) {
    return (
      <SignIn
        welcome={text("console.welcome")}
        ended={
          ended === "no_right"
            ? text("console.no_right")
            : ended === "signed_out"
              ? text("signin.ended")
              : ""
        }
        keys={false}
        onSignIn={(id, password) => screen.signIn(id, password)}
      />
    );
  }
  return screen.floor.value ? <Console screen={screen} /> : <Waiting />;
}

/** Keys of the console; none of them while something is written or a sheet is open. */
function useKeys(screen: ConsoleScreen): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (screen.signing.value || screen.levelSheet.value) return;
      const target = event.target;
      const isChoosing = target instanceof HTMLSelectElement;
      const isWriting = isChoosing || target instanceof HTMLInputElement;
      if (event.key === "Escape") {
        if (isWriting) target.blur();
        else screen.showLive();
        return;
      }
      // A list of choices goes to what is typed, but none begins with a slash.
      if (isWriting && !(isChoosing && event.key === "/")) return;
      if (event.key === "j") screen.step(1);
      else if (event.key === "k") screen.step(-1);
      else if (event.key === "/") screen.showLog();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [screen]);
}

const TAB_ICON: Readonly<Record<Area, IconName>> = {
  wall: "tables",
  table: "eye",
  inbox: "inbox",
  house: "meter",
};

function Tabs({ screen }: Props) {
  const waiting = screen.inbox.value.length;
  return (
    <nav class="tabs" aria-label={text("console.areas")}>
      {AREAS.map((area) => (
        <button
          key={area}
          type="button"
          class="tab"
          data-testid={`tab-${area}`}
          aria-current={screen.area.value === area ? "page" : undefined}
          onClick={() => {
            screen.area.value = area;
          }}
        >
          <Icon name={TAB_ICON[area]} size={22} />
          <span>{text(`tab.${area}`)}</span>
          {area === "inbox" && waiting > 0 && <b class="tab-count">{waiting}</b>}
        </button>
      ))}
    </nav>
  );
}

function Console({ screen }: Props) {
  useKeys(screen);
  const link = screen.link.value;
  const signing = screen.signing.value;
  return (
    <div class="console" data-testid="console" data-link={link} data-area={screen.area.value}>
      <Bar screen={screen} />
      <main class="areas" data-scrolls inert={link === "stale"}>
        <div class="area area-wall">
          <Wall screen={screen} />
        </div>
        <div class="area area-table" data-scrolls>
          <TableArea screen={screen} />
        </div>
        <div class="area area-inbox">
          <Inbox screen={screen} />
        </div>
        <div class="area area-house">
          <House screen={screen} />
        </div>
      </main>
      {/* Where the areas are tabs, a no must be read in whichever of them stands there. */}
      {screen.area.value !== "inbox" && (
        <div class="said-elsewhere">
          <Said screen={screen} testid="message-elsewhere" />
        </div>
      )}
      <Tabs screen={screen} />
      {signing && (
        <Approval
          signing={signing}
          keys={false}
          onSign={(person, password) => screen.approve(signing, person, password)}
          onClose={() => {
            screen.signing.value = null;
          }}
        />
      )}
      {screen.levelSheet.value && (
        <LazyLevelSheet screen={screen} sheet={screen.levelSheet.value} />
      )}
      {link === "stale" && <Stale seconds={screen.silentSeconds.value} />}
    </div>
  );
}
