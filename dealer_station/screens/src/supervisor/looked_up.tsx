// The head of what was looked up: in the place of the live table, with the way back to it.
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icons.tsx";
import { text } from "../shared/texts/texts.ts";
import type { ConsoleScreen } from "./screen.ts";

interface Props {
  readonly screen: ConsoleScreen;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function LookedUp({ screen, title, children }: Props) {
  return (
    <header class="table-head looked-up-head">
      <button
        type="button"
        class="back"
        data-testid="back-to-table"
        onClick={() => screen.showLive()}
      >
        <Icon name="left" size={18} />
        {text("table.back")}
      </button>
      <h2>{title}</h2>
      {children}
    </header>
  );
}
