import { beforeAll, expect, test } from "vitest";
import type { Touch } from "../shared/commands.ts";
import { consoleEn } from "../shared/texts/console.en.ts";
import { consolePl } from "../shared/texts/console.pl.ts";
import { addTexts } from "../shared/texts/texts.ts";
import { item, RULING } from "./floor.test.support.ts";
import type { Danger, Item } from "./floor.ts";
import {
  contentOf,
  deviceKind,
  inOrder,
  itemBeside,
  openItem,
  readyOrder,
  rulingOrder,
  titleOf,
  touchesOf,
} from "./inbox.ts";

beforeAll(() => addTexts({ en: consoleEn, pl: consolePl }));

const at = (id: string, danger: Danger, since: number, part: Partial<Item> = {}): Item =>
  item(id, { danger, since, ...part });

const VERIFICATION = at("v", 4, 5, {
  kind: "verification",
  seat: 3,
  command: { command: "verify_hand", seat: 3, round: 7 },
});
const FAULT = at("f", 2, 30, {
  kind: "device_fault",
  device: "shoe-1",
  command: { command: "clear_device_faults", device: "shoe-1", faults: ["packet_lost"] },
});

const touch = (command: string, fields: Touch["fields"] = {}): Touch => ({
  id: command,
  command,
  fields,
  version: null,
});

test("the worst danger stands first, and of one danger the newest", () => {
  const inbox = [at("a", 1, 90), at("b", 3, 10), at("c", 3, 20), at("d", 4, 1)];
  expect(inOrder(inbox).map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
});

test("the chosen item lies open as long as it waits, then the first", () => {
  const ordered = inOrder([at("a", 1, 1), at("b", 2, 1)]);
  expect(openItem(ordered, "a")?.id).toBe("a");
  expect(openItem(ordered, "gone")?.id).toBe("b");
  expect(openItem([], "a")).toBe(undefined);
});

test("stepping through stays at the ends and begins at the first", () => {
  const ordered = inOrder([at("a", 1, 3), at("b", 1, 2), at("c", 1, 1)]);
  expect(itemBeside(ordered, "a", 1)?.id).toBe("b");
  expect(itemBeside(ordered, "c", 1)?.id).toBe("c");
  expect(itemBeside(ordered, "a", -1)?.id).toBe("a");
  expect(itemBeside(ordered, undefined, 1)?.id).toBe("a");
  expect(itemBeside([], "a", 1)).toBe(undefined);
});

test("an option becomes a ruling in the name of whom it needs", () => {
  const { order, role } = rulingOrder(RULING, { option: "void_hand", needs: "manager" });
  expect(order).toEqual({ command: "apply_ruling", fields: { number: 2, option: "void_hand" } });
  expect(role).toBe("manager");
});

test("a ready command is sent with its own fields and the picture's round and version", () => {
  expect(readyOrder(VERIFICATION, "")?.order).toEqual({
    command: "verify_hand",
    fields: { seat: 3 },
  });
  expect(readyOrder(FAULT, "")?.order.fields).toEqual({
    device: "shoe-1",
    faults: ["packet_lost"],
  });
  expect(readyOrder(RULING, "")).toBe(null);
});

test("a touch is pending on the item that it answers and on no other", () => {
  const ruled = touch("apply_ruling", { number: 2, option: "play_on" });
  expect(touchesOf(RULING, [ruled])).toEqual([ruled]);
  expect(touchesOf({ ...RULING, ruling: null }, [ruled])).toEqual([]);
  expect(touchesOf(VERIFICATION, [touch("verify_hand", { seat: 3 })])).toHaveLength(1);
  expect(touchesOf(VERIFICATION, [touch("verify_hand", { seat: 4 })])).toEqual([]);
  expect(touchesOf(FAULT, [touch("clear_device_faults", { device: "shoe-2" })])).toEqual([]);
  const call = at("c", 1, 1, { command: { command: "answer_call" } });
  expect(touchesOf(call, [touch("answer_call")])).toHaveLength(1);
});

test("a device is named by its kind where that is known", () => {
  const device = { table: "CS-2", id: "shoe-1", kind: "card_shoe", state: "degraded" } as const;
  const elsewhere = { ...device, table: "CS-1", kind: "meter_display" };
  expect(deviceKind([elsewhere, device], FAULT)).toBe("card_shoe");
  expect(deviceKind([elsewhere], FAULT)).toBe("");
  expect(titleOf(FAULT, "card_shoe")).toBe("Card shoe shoe-1 needs a look");
  expect(titleOf(FAULT, "")).toBe("shoe-1 needs a look");
});

test("an item is another one for him who confirms it when its faults, prize or cards change", () => {
  const faults = ["packet_lost", "journal_full"];
  const more = {
    ...FAULT,
    faults,
    command: { command: "clear_device_faults", device: "shoe-1", faults },
  };
  expect(contentOf(more)).not.toBe(contentOf(FAULT));
  expect(contentOf({ ...VERIFICATION, amount: "50.00" })).not.toBe(contentOf(VERIFICATION));
  expect(contentOf({ ...RULING, cards: [{ position: "", card: "8h" }] })).not.toBe(
    contentOf(RULING),
  );
  expect(contentOf({ ...FAULT, version: 41, played_version: 41 })).toBe(contentOf(FAULT));
});

test("the common hand of a book's bettors is verified under no seat's number", () => {
  const command = { command: "verify_hand", seat: 0, round: 7 };
  const hand = { ...VERIFICATION, seat: 0, command };
  expect(titleOf(hand, "")).toBe("The bettors' hand wins a progressive prize");
  expect(titleOf(VERIFICATION, "")).toBe("Seat 3 wins a progressive prize");
  expect(readyOrder(hand, "")).toMatchObject({
    order: { command: "verify_hand", fields: { seat: 0 } },
    title: "Supervisor confirms: the bettors' hand was seen",
  });
  expect(touchesOf(hand, [touch("verify_hand", { seat: 0 })])).toHaveLength(1);
  expect(touchesOf(hand, [touch("verify_hand", { seat: 3 })])).toHaveLength(0);
});
