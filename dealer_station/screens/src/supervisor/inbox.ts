// The inbox: what waits for a supervisor or manager, in which order, and what each answer orders.
// Pure functions from the floor's snapshot.
import type { Order, Touch } from "../shared/commands.ts";
import type { ToSign } from "../shared/signatures.ts";
import { BOOK, coded, optionName, roleName, seatText, text } from "../shared/texts/texts.ts";
import type { Role, RulingOption } from "../shared/view.ts";
import type { DeviceRow, Item, MeterRow } from "./floor.ts";

/** Worst danger first, and of one danger the newest first. */
export const inOrder = (inbox: readonly Item[]): readonly Item[] =>
  [...inbox].sort(
    (one, other) =>
      other.danger - one.danger || other.since - one.since || one.id.localeCompare(other.id),
  );

/** The item that lies open: the chosen one as long as it waits, else the first. */
export const openItem = (ordered: readonly Item[], chosen: string | null): Item | undefined =>
  ordered.find(({ id }) => id === chosen) ?? ordered[0];

/** The item so many steps further down (or up); at the ends it stays. */
export function itemBeside(
  ordered: readonly Item[],
  from: string | undefined,
  steps: number,
): Item | undefined {
  const at = ordered.findIndex(({ id }) => id === from);
  if (at < 0) return ordered[0];
  return ordered[Math.min(ordered.length - 1, Math.max(0, at + steps))];
}

/** The kind of device that an item is about; empty where it is about none that is known. */
export const deviceKind = (devices: readonly DeviceRow[], item: Item): string =>
  devices.find(({ id, table }) => id === item.device && table === item.table)?.kind ?? "";

/** What an item is, in one line. */
export function titleOf(item: Item, kind: string): string {
  switch (item.kind) {
    case "ruling":
      return coded("kind", item.ruling?.irregularity ?? "", item.title);
    case "verification":
      return seatText("item.verification_title", item.seat);
    case "call":
      return text("item.call_title");
    case "device_fault":
      return text("item.device_fault_title", {
        ...(kind ? { kind: coded("device", kind) } : {}),
        device: item.device ?? "",
      });
  }
}

/** A ruling's option as an order, and the words that a second person signs. */
/** `cards`: those that the ruling picks, where it picks any. */
export function rulingOrder(
  item: Item,
  { option, needs }: RulingOption,
  cards: readonly string[] = [],
): ToSign {
  const number = item.ruling?.number ?? 0;
  const picked = cards.length > 0 ? { cards } : {};
  return {
    order: { command: "apply_ruling", fields: { number, option, ...picked } },
    role: needs,
    title: text("approval.for_ruling", { role: roleName(needs), option: optionName(option) }),
  };
}

/** The one answer of an item that has one: the station has made it ready. */
export function readyOrder(item: Item, kind: string): ToSign | null {
  if (!item.command) return null;
  const { command, round: _round, version: _version, ...fields } = item.command;
  const order: Order = { command, fields: withoutNothing(fields) };
  return { order, role: item.needs, title: answerTitle(item, kind) };
}

/** What a person has before his eyes when he answers an item, as text. Versions are not in it: they
 * move with everything at the table. */
export function contentOf(item: Item): string {
  const { version: _version, played_version: _played, command, ...shown } = item;
  return JSON.stringify([shown, command && { ...command, version: null }]);
}

/** Fields that say nothing are not sent. */
const withoutNothing = (fields: NonNullable<Order["fields"]>): NonNullable<Order["fields"]> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function answerTitle(item: Item, kind: string): string {
  if (item.kind === "verification") return seatText("approval.for_verify", item.seat);
  if (item.kind === "call") return text("approval.answer_call");
  return `${titleOf(item, kind)}. ${coded("answer", kind, text("answer.device"))}`;
}

/** Touches of this screen that answer an item and that no snapshot contains yet. */
export function touchesOf(item: Item, touches: readonly Touch[]): readonly Touch[] {
  return touches.filter(({ command, fields }) => {
    if (item.kind === "ruling") {
      return command === "apply_ruling" && fields.number === item.ruling?.number;
    }
    if (command !== item.command?.command) return false;
    if (item.kind === "verification") return fields.seat === item.seat;
    return item.kind === "call" || fields.device === item.device;
  });
}

/** Roles that decide what the inbox holds; others see it. */
export const decides = (role: Role | undefined): boolean =>
  role === "supervisor" || role === "manager";

/** Roles that may recall rounds. */
export const recallsRounds = (role: Role | undefined): boolean =>
  role === "supervisor" || role === "manager" || role === "auditor";

/** The level that every progressive has. */
export const MAIN = "main";

/** A level among all: its progressive's id, and beside the main one its own. */
export const meterKey = ({ progressive, level }: MeterRow): string =>
  level === MAIN ? progressive : `${progressive}-${level}`;

/** The level that holds a prize of a seat's hand, fixed and not paid: there it can be disputed. */
export const prizeHeldBy = (
  meters: readonly MeterRow[],
  { table, round, seat }: Item,
): MeterRow | undefined =>
  meters.find(({ awards }) =>
    awards.some(
      (one) =>
        one.table === table && one.round === round && (one.follows ?? one.seat ?? BOOK) === seat,
    ),
  );

/** The main meter that a table plays for. */
export const meterOf = (meters: readonly MeterRow[], table: string): MeterRow | undefined =>
  meters.find(({ tables }) => tables.includes(table));
