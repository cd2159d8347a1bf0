// Choosing the table, where the station has several.
import { Masthead } from "../shared/entrance.tsx";
import { Icon } from "../shared/icons.tsx";
import { coded, text } from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";

export function TableChoice({ screen }: { screen: DealerScreen }) {
  const tables = screen.tables.value ?? [];
  return (
    <div class="entrance" data-testid="table-choice">
      <Masthead welcome={text("signin.welcome")} />
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
