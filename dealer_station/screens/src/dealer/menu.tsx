// Choices of this screen: suit colours, language, sign out.
import { Icon } from "../shared/icons.tsx";
import {
  chooseLanguage,
  language,
  languageName,
  otherLanguage,
  text,
} from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";
import { Sheet } from "./sheet.tsx";

export function Menu({ screen }: { screen: DealerScreen }) {
  const close = (): void => {
    screen.dialog.value = null;
  };
  const can = (command: string): boolean => screen.view.value?.commands.includes(command) ?? false;
  return (
    <Sheet title={text("menu.title")} size="small" testid="menu-sheet" onClose={close}>
      <div class="menu-list">
        <button
          type="button"
          class="menu-item"
          role="switch"
          aria-checked={screen.fourColours.value}
          data-testid="four-colours"
          onClick={() => screen.toggleFourColours()}
        >
          <span>{text("menu.four_colours")}</span>
          <span class="switch" data-on={screen.fourColours.value}>
            {text(screen.fourColours.value ? "menu.on" : "menu.off")}
          </span>
        </button>
        <button
          type="button"
          class="menu-item"
          data-testid="menu-language"
          onClick={() => chooseLanguage(otherLanguage())}
        >
          <span>{text("menu.language")}</span>
          <span class="switch">{languageName(language.value)}</span>
        </button>
        {can("change_deck") && (
          <button
            type="button"
            class="menu-item"
            data-testid="change-deck"
            onClick={() => {
              const title = text("approval.change_deck");
              close();
              screen.sign({ order: { command: "change_deck" }, role: "supervisor", title });
            }}
          >
            <span>{text("menu.change_deck")}</span>
            <Icon name="deck" />
          </button>
        )}
        {can("close_table") && (
          <button
            type="button"
            class="menu-item"
            data-testid="close-table"
            onClick={() => {
              close();
              void screen.send({ command: "close_table" });
            }}
          >
            <span>{text("menu.close_table")}</span>
            <Icon name="lock" />
          </button>
        )}
        <button
          type="button"
          class="menu-item"
          data-testid="sign-out"
          onClick={() => void screen.signOut()}
        >
          <span>{text("signin.out")}</span>
          <Icon name="right" />
        </button>
      </div>
    </Sheet>
  );
}
