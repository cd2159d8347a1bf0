// The thin bar: what waits, the station's clock, who is signed in, the link, language, sign out.
import { LanguageButton, LinkShown, PersonShown } from "../shared/bar.tsx";
import { StationClock } from "../shared/clock.tsx";
import { Icon } from "../shared/icons.tsx";
import { Mark } from "../shared/mark.tsx";
import { text } from "../shared/texts/texts.ts";
import type { ConsoleScreen } from "./screen.ts";

function WaitingCount({ screen }: { screen: ConsoleScreen }) {
  const count = screen.inbox.value.length;
  return (
    <span class="bar-pill bar-waiting" data-waits={count > 0} data-testid="waiting-count">
      <Icon name={count > 0 ? "warning" : "check"} size={18} />
      {count > 0 ? text("console.waiting", { count }) : text("console.nothing_waits")}
    </span>
  );
}

export function Bar({ screen }: { screen: ConsoleScreen }) {
  const person = screen.person.value;
  if (!person) return null;
  return (
    <header class="bar">
      <Mark size={30} />
      <strong class="bar-product">{text("product.name")}</strong>
      <span class="bar-console">{text("console.name")}</span>
      <WaitingCount screen={screen} />
      <span class="bar-space" />
      <StationClock time={() => screen.stationTime()} />
      <PersonShown person={person} />
      <LinkShown link={screen.link.value} />
      <LanguageButton />
      <button
        type="button"
        class="bar-button bar-out"
        data-testid="sign-out"
        aria-label={text("signin.out")}
        onClick={() => void screen.signOut()}
      >
        <Icon name="out" size={20} />
        <span class="bar-out-word">{text("signin.out")}</span>
      </button>
    </header>
  );
}
