// Pickers for the facts of an irregularity: seat, position, cards, numbers, a note; all by touch.
import { useState } from "preact/hooks";
import { sum } from "../shared/amount.ts";
import { ChipFace, PAYING } from "../shared/chips.tsx";
import { handsAt } from "../shared/hands.ts";
import { Icon } from "../shared/icons.tsx";
import { Keyboard, NumberPad } from "../shared/keyboard.tsx";
import { RANKS, SUIT_PATH, SUITS } from "../shared/suits.ts";
import { coded, money, placeName, position, text } from "../shared/texts/texts.ts";
import type { FactName } from "../shared/view.ts";
import type { DealerScreen } from "./screen.ts";

interface PickerProps {
  readonly value: string;
  /** `isComplete`: the answer is whole, the next fact may be asked. */
  readonly onAnswer: (value: string, isComplete: boolean) => void;
}

interface Props extends PickerProps {
  readonly screen: DealerScreen;
  readonly name: FactName;
}

function SeatPicker({ screen, value, onAnswer }: PickerProps & { readonly screen: DealerScreen }) {
  const seats = [...(screen.view.value?.table.seats ?? [])].sort((a, b) => b - a);
  return (
    <div class="pick">
      <h3>{text(seats.length > 0 ? "irregularity.pick_seat" : "irregularity.no_seats")}</h3>
      <div class="pick-seats">
        {seats.map((seat) => (
          <button
            key={seat}
            type="button"
            class="pick-seat"
            aria-pressed={value === String(seat)}
            data-testid={`pick-seat-${seat}`}
            onClick={() => onAnswer(String(seat), true)}
          >
            {seat}
          </button>
        ))}
      </div>
    </div>
  );
}

const positionWords = (place: string, card: number): string =>
  place === "board"
    ? `board ${card}`
    : `${/^\d+$/.test(place) ? `seat ${place}` : place} card ${card}`;

/** First whose hand, then which of its cards; either may be changed afterwards. */
function PositionPicker({
  screen,
  value,
  onAnswer,
}: PickerProps & { readonly screen: DealerScreen }) {
  const [place, setPlace] = useState(position(value)?.place ?? "");
  const card = position(value)?.card;
  const view = screen.view.value;
  if (!view) return null;
  const hands = handsAt(view);
  const seats = hands.atSeats ? [...view.table.seats].sort((a, b) => b - a).map(String) : [];
  const numbers = Array.from({ length: hands.cardsMax }, (_, at) => at + 1);
  const choose = (where: string): void => {
    setPlace(where);
    if (card) onAnswer(positionWords(where, card), false);
  };
  const button = (where: string, style: string, label: string) => (
    <button
      key={where}
      type="button"
      class={style}
      aria-pressed={place === where}
      aria-label={placeName(where)}
      data-testid={`pick-place-${where}`}
      onClick={() => choose(where)}
    >
      {label}
    </button>
  );
  return (
    <div class="pick">
      <h3>{text("irregularity.pick_place")}</h3>
      <div class="pick-hands">
        {hands.table.map((hand) => button(hand, "pick-dealer", placeName(hand)))}
      </div>
      {seats.length > 0 && (
        <div class="pick-seats">{seats.map((seat) => button(seat, "pick-seat", seat))}</div>
      )}
      <h3>{text("irregularity.pick_card_number")}</h3>
      <div class="pick-seats">
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            class="pick-seat"
            disabled={!place}
            aria-pressed={card === number}
            data-testid={`pick-card-number-${number}`}
            onClick={() => onAnswer(positionWords(place, number), true)}
          >
            {number}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The deck as it lies in the mind: a row a suit. With `many`, touches add and take away. */
export function CardPicker({ value, many, onAnswer }: PickerProps & { readonly many: boolean }) {
  const chosen = new Set(value.split(" ").filter(Boolean));
  const touch = (card: string): void => {
    if (!many) {
      onAnswer(card, true);
      return;
    }
    const next = new Set(chosen);
    if (!next.delete(card)) next.add(card);
    onAnswer([...next].join(" "), false);
  };
  return (
    <div class="pick">
      <h3>{text("fact.card")}</h3>
      <div class="pick-cards">
        {SUITS.map((suit) =>
          RANKS.map((rank) => (
            <button
              key={rank + suit}
              type="button"
              class={`pick-card suit-${suit}`}
              aria-pressed={chosen.has(rank + suit)}
              aria-label={rank + suit}
              data-testid={`pick-card-${rank}${suit}`}
              onClick={() => touch(rank + suit)}
            >
              <b>{rank === "T" ? "10" : rank}</b>
              <svg viewBox="0 0 100 100" width="24" height="24" aria-hidden="true">
                <path d={SUIT_PATH[suit]} />
              </svg>
            </button>
          )),
        )}
      </div>
    </div>
  );
}

type NumberTitle =
  | "irregularity.enter_amount"
  | "irregularity.enter_count"
  | "irregularity.enter_round_paid";

interface NumberProps extends PickerProps {
  readonly title: NumberTitle;
  readonly point?: boolean;
}

function NumberPicker({ value, title, point = false, onAnswer }: NumberProps) {
  return (
    <div class="pick pick-number">
      <h3>{text(title)}</h3>
      <output class="pick-output" data-testid="pick-output">
        {value ? (point && /\d$/.test(value) ? money(value) : value) : "–"}
      </output>
      <NumberPad value={value} point={point} onChange={(next) => onAnswer(next, false)} />
    </div>
  );
}

/** What a player can do at a poker table. */
const ACTIONS = [
  "fold",
  "check",
  "call",
  "bet",
  "raise",
  "complete",
  "bring_in",
  "all_in",
] as const;

function ActionPicker({ value, onAnswer }: PickerProps) {
  return (
    <div class="pick">
      <h3>{text("irregularity.pick_action")}</h3>
      <div class="pick-hands pick-actions">
        {ACTIONS.map((action) => (
          <button
            key={action}
            type="button"
            class="pick-dealer"
            aria-pressed={value === action}
            data-testid={`pick-action-${action}`}
            onClick={() => onAnswer(action, true)}
          >
            {coded("said", action)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Chips as they were put in, one by one. */
function ChipsPicker({ value, onAnswer }: PickerProps) {
  const chips = value.split(" ").filter(Boolean);
  const set = (next: readonly string[]): void => onAnswer(next.join(" "), false);
  return (
    <div class="pick">
      <h3>{text("irregularity.enter_chips")}</h3>
      <output class="pick-output" data-testid="pick-output">
        {chips.length > 0 ? money(sum(chips), true) : "–"}
      </output>
      <div class="chip-row">
        {PAYING.map((chip) => (
          <button
            key={chip}
            type="button"
            class="chip-button"
            aria-label={text("tool.chip", { chip })}
            data-testid={`pick-chip-${chip}`}
            onClick={() => set([...chips, `${chip}.00`])}
          >
            <ChipFace chip={chip} size={54} />
          </button>
        ))}
      </div>
      <button
        type="button"
        class="button-plain"
        data-testid="pick-chip-less"
        disabled={chips.length === 0}
        onClick={() => set(chips.slice(0, -1))}
      >
        <Icon name="erase" />
        {text("irregularity.chips_less")}
      </button>
    </div>
  );
}

function NotePicker({ value, onAnswer }: PickerProps) {
  return (
    <div class="pick">
      <h3>{text("irregularity.enter_note")}</h3>
      <input
        class="pick-note"
        data-testid="note"
        value={value}
        maxLength={120}
        inputMode="none"
        onInput={(event) => onAnswer(event.currentTarget.value, false)}
      />
      <Keyboard value={value} onChange={(next) => onAnswer(next.slice(0, 120), false)} />
    </div>
  );
}

export function FactPicker({ screen, name, value, onAnswer }: Props) {
  switch (name) {
    case "seat":
      return <SeatPicker screen={screen} value={value} onAnswer={onAnswer} />;
    case "position":
      return <PositionPicker screen={screen} value={value} onAnswer={onAnswer} />;
    case "card":
      return <CardPicker value={value} many={false} onAnswer={onAnswer} />;
    case "cards":
      return <CardPicker value={value} many onAnswer={onAnswer} />;
    case "count":
      return <NumberPicker value={value} title="irregularity.enter_count" onAnswer={onAnswer} />;
    case "amount":
      return (
        <NumberPicker value={value} title="irregularity.enter_amount" point onAnswer={onAnswer} />
      );
    case "round_paid":
      return (
        <NumberPicker value={value} title="irregularity.enter_round_paid" onAnswer={onAnswer} />
      );
    case "action":
      return <ActionPicker value={value} onAnswer={onAnswer} />;
    case "chips":
      return <ChipsPicker value={value} onAnswer={onAnswer} />;
    case "note":
      return <NotePicker value={value} onAnswer={onAnswer} />;
  }
}
