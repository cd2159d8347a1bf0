// An answer that picks a card: which one is chosen first, then the button is held as any other.
import { useState } from "preact/hooks";
import { RANKS, SUITS } from "../shared/suits.ts";
import { coded, optionName, text } from "../shared/texts/texts.ts";
import type { RulingOption } from "../shared/view.ts";
import type { Item } from "./floor.ts";
import { rulingOrder } from "./inbox.ts";
import { Answer } from "./item.tsx";
import "./poker_card.css";
import type { ConsoleScreen } from "./screen.ts";

export interface CardAnswerProps {
  readonly screen: ConsoleScreen;
  readonly item: Item;
  readonly offered: RulingOption;
  readonly isFirst: boolean;
}

interface ChoiceProps {
  readonly name: "rank" | "suit";
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ name, values, value, onChoose }: ChoiceProps) {
  return (
    <select
      value={value}
      aria-label={text("ruled.card")}
      data-testid={`card-${name}`}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{text("ruled.card")}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {coded(name, each === "T" ? "10" : each)}
        </option>
      ))}
    </select>
  );
}

export function CardAnswer({ screen, item, offered, isFirst }: CardAnswerProps) {
  const [rank, setRank] = useState("");
  const [suit, setSuit] = useState("");
  const isChosen = rank !== "" && suit !== "";
  return (
    <div class="card-answer">
      <p class="card-choice">
        <Choice name="rank" values={RANKS} value={rank} onChoose={setRank} />
        <Choice name="suit" values={SUITS} value={suit} onChoose={setSuit} />
      </p>
      {isChosen ? (
        <Answer
          screen={screen}
          item={item}
          toSign={rulingOrder(item, offered, [rank + suit])}
          label={optionName(offered.option)}
          testid={`option-${offered.option}`}
          isFirst={isFirst}
        />
      ) : (
        <p class="card-awaited">{optionName(offered.option)}</p>
      )}
    </div>
  );
}
