// Choices of this screen: suit colours, language, sign out.
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icons.tsx";
import { Sheet } from "../shared/sheet.tsx";
import { turnTo } from "../shared/texts/loading.ts";
import { gameText, language, languageName, otherLanguage, text } from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";
import { deckTitle } from "./state.ts";

interface ItemProps {
  readonly label: string;
  readonly testid: string;
  readonly onTouch: () => void;
  readonly children: ComponentChildren;
}

function Item({ label, testid, onTouch, children }: ItemProps) {
  return (
    <button type="button" class="menu-item" data-testid={testid} onClick={onTouch}>
      <span>{label}</span>
      {children}
    </button>
  );
}

export function Menu({ screen }: { screen: DealerScreen }) {
  const close = (): void => {
    screen.dialog.value = null;
  };
  const view = screen.view.value;
  const commands = view?.commands ?? [];
  const isFour = screen.fourColours.value;
  const changeDeck = (): void => {
    close();
    const title = view ? deckTitle(view) : text("approval.change_deck");
    screen.sign({ order: { command: "change_deck" }, role: "supervisor", title });
  };
  const closeTable = (): void => {
    close();
    void screen.send({ command: "close_table" });
  };
  return (
    <Sheet title={text("menu.title")} size="small" testid="menu-sheet" onClose={close}>
      <div class="menu-list">
        <Item
          label={text("menu.four_colours")}
          testid="four-colours"
          onTouch={() => screen.toggleFourColours()}
        >
          <span class="switch" data-on={isFour}>
            {text(isFour ? "menu.on" : "menu.off")}
          </span>
        </Item>
        <Item
          label={text("menu.language")}
          testid="menu-language"
          onTouch={() => void turnTo(otherLanguage())}
        >
          <span class="switch">{languageName(language.value)}</span>
        </Item>
        {commands.includes("change_deck") && (
          <Item
            label={gameText(view?.table.game ?? "", "menu.change_deck")}
            testid="change-deck"
            onTouch={changeDeck}
          >
            <Icon name="deck" />
          </Item>
        )}
        {commands.includes("close_table") && (
          <Item label={text("menu.close_table")} testid="close-table" onTouch={closeTable}>
            <Icon name="lock" />
          </Item>
        )}
        <Item label={text("signin.out")} testid="sign-out" onTouch={() => void screen.signOut()}>
          <Icon name="right" />
        </Item>
      </div>
    </Sheet>
  );
}
