// Cards named by touch: those of a hand that no reader has seen, and the one that a ruling picks.
import { useState } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { Sheet } from "../../shared/sheet.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { optionName, roleName, text } from "../../shared/texts/texts.ts";
import type { Role, View } from "../../shared/view.ts";
import { CardPicker } from "../facts.tsx";
import type { DealerScreen } from "../screen.ts";

interface PickProps {
  readonly title: string;
  readonly confirm: string;
  readonly due: number;
  readonly testid: string;
  readonly onClose: () => void;
  readonly onPicked: (cards: readonly string[]) => void;
}

function Pick({ title, confirm, due, testid, onClose, onPicked }: PickProps) {
  const [value, setValue] = useState("");
  const cards = cardsOf(value);
  return (
    <Sheet title={title} size="wide" testid={testid} onClose={onClose}>
      <CardPicker value={value} many={due > 1} onAnswer={setValue} />
      <button
        type="button"
        class="button-primary"
        data-testid="confirm-cards"
        disabled={cards.length !== due}
        onClick={() => onPicked(cards)}
      >
        <Icon name="right" size={28} />
        {cards.length === due ? confirm : text("named.count", { count: cards.length, due })}
      </button>
    </Sheet>
  );
}

interface Props {
  readonly screen: DealerScreen;
  readonly view: View;
}

const closing = (screen: DealerScreen) => (): void => {
  screen.dialog.value = null;
};

export function NamedCards({ screen, view, seat }: Props & { readonly seat: number }) {
  const lie = cardsOf(view.cards?.[String(seat)]);
  const close = closing(screen);
  return (
    <Pick
      title={text("named.title", { seat })}
      confirm={text("named.confirm")}
      due={lie.filter((card) => card === "??").length}
      testid="named-cards"
      onClose={close}
      onPicked={(cards) => {
        close();
        void screen.send({ command: "show_hand", fields: { seat, cards } });
      }}
    />
  );
}

interface RuledProps extends Props {
  readonly dialog: { readonly option: string; readonly role: Role };
}

/** The card goes with the ruling, and is signed for with it. */
export function RuledCard({ screen, view, dialog }: RuledProps) {
  const { option, role } = dialog;
  const title = text("approval.for_ruling", { role: roleName(role), option: optionName(option) });
  const number = view.ruling?.number ?? 0;
  const close = closing(screen);
  return (
    <Pick
      title={text("ruled.card")}
      confirm={optionName(option)}
      due={1}
      testid="ruled-card"
      onClose={close}
      onPicked={(cards) => {
        close();
        const order = { command: "apply_ruling", fields: { number, option, cards } };
        screen.sign({ order, role, title });
      }}
    />
  );
}
