// Parts of the thin bar that every screen has: who is signed in, the state of the link, the language.
import type { Link } from "./connection.ts";
import { Icon } from "./icons.tsx";
import { turnTo } from "./texts/loading.ts";
import { coded, language, languageName, otherLanguage, text } from "./texts/texts.ts";
import type { Person } from "./view.ts";

export function PersonShown({ person }: { person: Person }) {
  return (
    <span class="bar-person" data-testid="person">
      <Icon name="person" size={18} />
      <span>{coded("role", person.role)}</span> <b>{person.person}</b>
    </span>
  );
}

export function LinkShown({ link }: { link: Link }) {
  return (
    <span class="bar-link" data-link={link} data-testid="link">
      <Icon name={link === "live" ? "check" : link === "stale" ? "cross" : "hourglass"} size={18} />
      {text(`link.${link}`)}
    </span>
  );
}

export function LanguageButton() {
  const other = otherLanguage();
  return (
    <button
      type="button"
      class="bar-button"
      data-testid="language"
      aria-label={text("bar.language", { language: languageName(other) })}
      onClick={() => void turnTo(other)}
    >
      <span data-on={language.value === "en"}>EN</span>
      <span data-on={language.value === "pl"}>PL</span>
    </button>
  );
}
