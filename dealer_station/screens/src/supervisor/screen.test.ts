import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Answers, answering, type Sent } from "../shared/answers.test.support.ts";
import type { RulingOption } from "../shared/view.ts";
import { floor, item, RULING } from "./floor.test.support.ts";
import { readyOrder, rulingOrder } from "./inbox.ts";
import { ConsoleScreen } from "./screen.ts";

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  close(): void {}
}

const COMMANDS = "/api/tables/CS-2/commands";
const APPROVALS = "/api/approvals";
const [PLAY_ON, FOULED] = (RULING.ruling?.options ?? []) as [RulingOption, RulingOption];
const CALL = item("CS-1/call", { table: "CS-1", command: { command: "answer_call", round: 7 } });
const accepted = (version: number): Answer => ({
  status: 200,
  json: { command_id: "x", version, repeat: false },
});
const problem = (status: number, code: string): Answer => ({ status, json: { code } });

let sent: Sent[];
let answers: Answers;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  const person = { person: "S-201", name: "Sofia", role: "supervisor", expires_at: 0 };
  answers = {
    "/api/session": [{ status: 200, json: person }],
    [COMMANDS]: [accepted(41)],
    [APPROVALS]: [{ status: 200, json: { approval: "token" } }],
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  sent = answering(answers);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sentTo = (path: string): Sent[] => sent.filter((each) => each.path === path);
const line = (path: string): FakeSocket =>
  FakeSocket.all.filter(({ url }) => url.endsWith(path)).at(-1) as FakeSocket;

async function console_(inbox = [RULING]): Promise<ConsoleScreen> {
  const screen = new ConsoleScreen();
  await screen.start();
  const shown = { type: "snapshot", version: 1, floor: floor({ inbox }) };
  line("/api/floor/live").onmessage?.({ data: JSON.stringify(shown) });
  return screen;
}

test("the table of what is most dangerous stands in the middle at first, then the chosen one", async () => {
  const screen = await console_([CALL, RULING]);
  expect([screen.item.value?.id, screen.table.value]).toEqual([RULING.id, "CS-2"]);
  screen.step(1);
  expect([screen.item.value?.id, screen.table.value]).toEqual([CALL.id, "CS-1"]);
  screen.show(floor({ inbox: [RULING] }));
  expect([screen.item.value?.id, screen.table.value]).toEqual([RULING.id, "CS-1"]);
});

test("what a role may decide is sent at once, for the picture of the item", async () => {
  const screen = await console_();
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  const [command] = sentTo(COMMANDS);
  expect(command?.body).toMatchObject({
    command: "apply_ruling",
    number: 2,
    option: "play_on",
    round: 7,
    version: 40,
  });
  expect(command?.approval).toBe(undefined);
  expect(screen.signing.value).toBe(null);
});

test("an answer is pending until the floor that contains it has come", async () => {
  const screen = await console_([RULING, CALL]);
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  expect(screen.pendingOn(RULING)).toHaveLength(1);
  expect(screen.pendingOn(CALL)).toEqual([]);
  screen.show(floor({ inbox: [RULING] }));
  expect(screen.pendingOn(RULING)).toHaveLength(1);
  screen.show(floor({ inbox: [] }));
  expect(screen.pendingOn(RULING)).toEqual([]);
});

test("what needs the manager is sent with his signature and not before", async () => {
  const screen = await console_();
  await screen.decide(RULING, rulingOrder(RULING, FOULED));
  const signing = screen.signing.value;
  expect([sentTo(COMMANDS).length, signing?.role]).toEqual([0, "manager"]);
  if (!signing) throw new Error("no sheet");
  expect(await screen.approve(signing, "M-301", "secret")).toBe(null);
  const [approval] = sentTo(APPROVALS);
  const [command] = sentTo(COMMANDS);
  expect(approval?.body?.command).toEqual(command?.body);
  expect([command?.approval, screen.signing.value]).toEqual(["token", null]);
});

test("a sheet for something that is no longer asked closes and says so", async () => {
  const screen = await console_();
  await screen.decide(RULING, rulingOrder(RULING, FOULED));
  screen.show(floor({ inbox: [] }));
  expect(screen.signing.value).toBe(null);
  expect(screen.message.value?.code).toBe("stale_version");
});

test("a no is said in words, and an answer that the station wants signed opens the sheet", async () => {
  const screen = await console_();
  answers[COMMANDS] = [problem(409, "stale_version"), problem(403, "approval_needed")];
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  expect([screen.message.value?.code, screen.signing.value]).toEqual(["stale_version", null]);
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  expect([screen.message.value, screen.signing.value?.role]).toEqual([null, null]);
});

test("nothing is decided on a picture that may be old, nor by a role that only watches", async () => {
  const screen = await console_();
  vi.advanceTimersByTime(3500);
  expect(screen.link.value).toBe("stale");
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  line("/api/floor/live").onmessage?.({ data: JSON.stringify({ type: "heartbeat", now: 0 }) });
  const auditor = { person: "A-501", name: "Alma", role: "auditor" as const, expires_at: 0 };
  screen.person.value = auditor;
  await screen.decide(RULING, rulingOrder(RULING, PLAY_ON));
  expect(sentTo(COMMANDS)).toEqual([]);
});

test("a ready command goes to the table of its item", async () => {
  const screen = await console_([CALL]);
  const order = readyOrder(CALL, "");
  if (!order) throw new Error("the station has made none");
  answers["/api/tables/CS-1/commands"] = [accepted(41)];
  await screen.decide(CALL, order);
  const [command] = sentTo("/api/tables/CS-1/commands");
  expect(command?.body).toMatchObject({ command: "answer_call" });
  expect(command?.body).not.toHaveProperty("version");
});

test("whoever may not see the floor is told why and is signed out", async () => {
  const screen = await console_();
  line("/api/floor/live").onclose?.({ code: 4403 });
  expect([screen.person.value, screen.ended.value]).toEqual([null, "no_right"]);
  expect(screen.floor.value).toBe(null);
});

test("an ended session asks to sign in again and forgets everything", async () => {
  const screen = await console_();
  screen.searches.change({ text: "royal" });
  line("/api/tables/CS-2/live").onclose?.({ code: 4401 });
  expect([screen.person.value, screen.ended.value]).toEqual([null, "signed_out"]);
  expect([screen.table.value, screen.searches.query.value.text]).toEqual([null, ""]);
});
