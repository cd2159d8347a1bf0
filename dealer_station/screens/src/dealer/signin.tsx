// Before a table is on the glass: signing in, and choosing the table where there are several.

import { Credentials } from "../shared/credentials.tsx";
import { Icon } from "../shared/icons.tsx";
import { Mark } from "../shared/mark.tsx";
import {
  chooseLanguage,
  coded,
  language,
  languageName,
  otherLanguage,
  text,
} from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";

interface Props {
  readonly screen: DealerScreen;
}

function Masthead() {
  const other = otherLanguage();
  return (
    <header class="masthead">
      <Mark size={64} />
      <div>
        <h1>{text("product.name")}</h1>
        <p>{text("signin.welcome")}</p>
      </div>
      <button
        type="button"
        class="bar-button"
        data-testid="language"
        aria-label={text("bar.language", { language: languageName(other) })}
        onClick={() => chooseLanguage(other)}
      >
        <span data-on={language.value === "en"}>EN</span>
        <span data-on={language.value === "pl"}>PL</span>
      </button>
    </header>
  );
}

export function SignIn({ screen }: Props) {
  return (
    <div class="entrance" data-testid="sign-in">
      <Masthead />
      <section class="entrance-card">
        <h2>{text("signin.title")}</h2>
        <p class={screen.hasEnded.value ? "entrance-ended" : ""}>
          {text(screen.hasEnded.value ? "signin.ended" : "signin.hint")}
        </p>
        <Credentials
          submitLabel={text("signin.submit")}
          submitIcon="right"
          keys
          onSubmit={(person, password) => screen.signIn(person, password)}
        />
      </section>
    </div>
  );
}

export function TableChoice({ screen }: Props) {
  const tables = screen.tables.value ?? [];
  return (
    <div class="entrance" data-testid="table-choice">
      <Masthead />
      <section class="entrance-card">
        <h2>{text("signin.choose_table")}</h2>
        {tables.length === 0 && <p>{text("signin.no_tables")}</p>}
        <div class="table-tiles">
          {tables.map((table) => (
            <button
              key={table.id}
              type="button"
              class="table-tile"
              data-testid={`table-${table.id}`}
              onClick={() => screen.chooseTable(table.id)}
            >
              <strong>{table.id}</strong>
              <span>{table.name}</span>
              <small>{coded("game", table.game)}</small>
            </button>
          ))}
        </div>
        <button
          type="button"
          class="button-plain"
          data-testid="sign-out"
          onClick={() => void screen.signOut()}
        >
          <Icon name="left" />
          {text("signin.out")}
        </button>
      </section>
    </div>
  );
}
