// A seat of a poker table, touched: who sits down with what, adds chips, is away or back, leaves; the
// button by hand; and a count that differs from the record, for which a supervisor signs.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Cents, decimal } from "../../shared/amount.ts";
import type { Order } from "../../shared/commands.ts";
import { Icon, type IconName } from "../../shared/icons.tsx";
import { NumberPad } from "../../shared/keyboard.tsx";
import { Sheet } from "../../shared/sheet.tsx";
import { money, type Params, type TextKey, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import type { DealerScreen } from "../screen.ts";
import { isPending } from "../state.ts";
import { amountOf, tracksStakes } from "./steps.ts";

interface Props {
  readonly screen: DealerScreen;
  readonly view: View;
  readonly seat: number;
}

/** What is asked after the first touch: an amount, or how he comes in, or whether it is meant. */
type Task = "take" | "add" | "correct" | "back" | "leave";
type Entry = "post" | "wait";

const TITLES: Readonly<Record<Task, TextKey>> = {
  take: "seats.take",
  add: "seats.add",
  correct: "seats.correct",
  back: "seats.back",
  leave: "seats.leave",
};

interface ItemProps {
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly icon: IconName;
  readonly testid: string;
  readonly disabled?: boolean;
  readonly onTouch: () => void;
}

function Item({ label, hint, icon, testid, disabled = false, onTouch }: ItemProps) {
  return (
    <button
      type="button"
      class="menu-item"
      data-testid={testid}
      disabled={disabled}
      onClick={onTouch}
    >
      <span>
        {text(label)}
        {hint && <small class="seat-hint">{text(hint)}</small>}
      </span>
      <Icon name={icon} />
    </button>
  );
}

/** Where a hand has been played, who comes in later pays or waits for his blind. */
const asksEntry = (view: View): boolean => view.table.has_button === true && view.round > 0;

interface ListProps extends Props {
  readonly onTask: (task: Task) => void;
  readonly onSend: (order: Order) => void;
}

function List({ view, seat, onTask, onSend }: ListProps) {
  const player = view.players?.[String(seat)];
  const can = (command: string): boolean => view.commands.includes(command);
  const fields = { seat };
  const comeBack = (): void =>
    asksEntry(view) ? onTask("back") : onSend({ command: "come_back", fields });
  const takeSeat = (): void =>
    tracksStakes(view) || asksEntry(view)
      ? onTask("take")
      : onSend({ command: "take_seat", fields });
  const between = player !== undefined && player !== null;
  return (
    <div class="menu-list">
      {!between && can("take_seat") && (
        <Item label="seats.take" icon="person" testid="take-seat" onTouch={takeSeat} />
      )}
      {view.all_in_offers?.includes(seat) && (
        <Item
          label="seats.all_in"
          icon="up"
          testid="all-in-by-choice"
          onTouch={() => onSend({ command: "act", fields: { seat, action: "all_in" } })}
        />
      )}
      {between && can("add_chips") && (
        <Item label="seats.add" icon="plus" testid="add-chips" onTouch={() => onTask("add")} />
      )}
      {between && player.is_away && !player.is_leaving && can("come_back") && (
        <Item label="seats.back" icon="left" testid="come-back" onTouch={comeBack} />
      )}
      {between && !player.is_away && can("sit_out") && (
        <Item
          label="seats.sit_out"
          icon="clock"
          testid="sit-out"
          onTouch={() => onSend({ command: "sit_out", fields })}
        />
      )}
      {can("place_button") && (
        <Item
          label="seats.button"
          icon="check"
          testid="place-button"
          onTouch={() => onSend({ command: "place_button", fields })}
        />
      )}
      {between && can("correct_chips") && (
        <Item
          label="seats.correct"
          hint="seats.correct_hint"
          icon="lock"
          testid="correct-chips"
          onTouch={() => onTask("correct")}
        />
      )}
      {between && !player.is_leaving && can("leave_seat") && (
        <Item label="seats.leave" icon="out" testid="leave-seat" onTouch={() => onTask("leave")} />
      )}
      {!can("take_seat") && <p class="seat-nothing">{text("seats.nothing")}</p>}
    </div>
  );
}

function EntryChoice({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const button = (which: Entry, label: TextKey) => (
    <button
      type="button"
      class="seat-entry"
      aria-pressed={entry === which}
      data-testid={`entry-${which}`}
      onClick={() => onChoose(which)}
    >
      {entry === which && <Icon name="check" size={18} />}
      {text(label)}
    </button>
  );
  return (
    <div class="seat-entries" role="group" aria-label={text("seats.entry")}>
      {button("post", "seats.post")}
      {button("wait", "seats.wait")}
    </div>
  );
}

/** How somebody comes in, where that is all there is to ask. */
function Entries({ task, onChoose }: { task: Task; onChoose: (entry: Entry) => void }) {
  return (
    <div class="menu-list">
      {(["post", "wait"] as const).map((entry) => (
        <Item
          key={entry}
          label={`seats.${entry}`}
          icon={entry === "post" ? "right" : "hourglass"}
          testid={`${task}-${entry}`}
          onTouch={() => onChoose(entry)}
        />
      ))}
    </div>
  );
}

interface Asked {
  readonly confirm: TextKey;
  readonly about: string;
}

function askedOf(task: Task, view: View, seat: number): Asked {
  const stack = view.stacks?.[String(seat)] ?? "0";
  const recorded = text("seats.recorded", { amount: money(stack, true) });
  if (task === "add") return { confirm: "seats.do_add", about: recorded };
  if (task === "correct") {
    return { confirm: "seats.do_correct", about: recorded };
  }
  const due = view.table.buy_in;
  const about = due ? text("seats.buy_in", { amount: money(due, true) }) : "";
  return { confirm: "seats.do_take", about };
}

interface AmountProps extends Props {
  readonly task: "take" | "add" | "correct";
  readonly onSend: (task: Task, amount: Cents, entry: Entry) => void;
}

function Amount({ screen, view, seat, task, onSend }: AmountProps) {
  const [value, setValue] = useState(task === "take" ? (view.table.buy_in ?? "") : "");
  const [entry, setEntry] = useState<Entry>("wait");
  const { confirm, about } = askedOf(task, view, seat);
  const amount = amountOf(value);
  const isGiven = amount !== null && (amount > 0 || task === "correct");
  const params: Params = { amount: isGiven ? money(amount, true) : "" };
  const isSending = isPending(screen.pending.value, "take_seat", "add_chips", "correct_chips");
  return (
    <div class="seat-amount">
      <p class="seat-about">{about}</p>
      <output class="pick-output" data-testid="amount">
        {value || "–"}
      </output>
      <NumberPad value={value} point onChange={setValue} />
      {task === "take" && asksEntry(view) && <EntryChoice entry={entry} onChoose={setEntry} />}
      <button
        type="button"
        class="button-primary"
        data-testid="confirm-amount"
        disabled={!isGiven || isSending}
        onClick={() => amount !== null && onSend(task, amount, entry)}
      >
        <Icon name={task === "correct" ? "lock" : "right"} size={28} />
        {text(isSending ? "primary.sending" : isGiven ? confirm : "seats.enter", params)}
      </button>
    </div>
  );
}

export function SeatSheet({ screen, view, seat }: Props) {
  const [task, setTask] = useState<Task | null>(null);
  const close = (): void => {
    screen.dialog.value = null;
  };
  const send = (order: Order): void => {
    close();
    void screen.send(order);
  };
  const sendAmount = (what: Task, value: Cents, entry: Entry): void => {
    const amount = decimal(value);
    if (what === "add") send({ command: "add_chips", fields: { seat, amount } });
    else if (what === "take") {
      send({ command: "take_seat", fields: { seat, stack: amount, entry } });
    } else {
      const recorded = money(view.stacks?.[String(seat)] ?? "0", true);
      const counted = money(value, true);
      const title = text("approval.correct_chips", { seat, counted, recorded });
      const order = { command: "correct_chips", fields: { seat, stack: amount } };
      close();
      screen.sign({ order, role: "supervisor", title });
    }
  };
  const inside: ComponentChildren =
    task === null ? (
      <List screen={screen} view={view} seat={seat} onTask={setTask} onSend={send} />
    ) : task === "back" || (task === "take" && !tracksStakes(view)) ? (
      <Entries
        task={task}
        onChoose={(entry) => {
          const command = task === "take" ? "take_seat" : "come_back";
          send({ command, fields: { seat, entry } });
        }}
      />
    ) : task === "leave" ? (
      <button
        type="button"
        class="button-primary"
        data-testid="confirm-leave"
        onClick={() => send({ command: "leave_seat", fields: { seat } })}
      >
        <Icon name="out" size={28} />
        {text("seats.leave")}
      </button>
    ) : (
      <Amount screen={screen} view={view} seat={seat} task={task} onSend={sendAmount} />
    );
  const place = text("place.seat", { seat });
  const title = task === null ? place : `${place} · ${text(TITLES[task])}`;
  return (
    <Sheet title={title} size="small" testid="seat-sheet" onClose={close}>
      {inside}
    </Sheet>
  );
}
