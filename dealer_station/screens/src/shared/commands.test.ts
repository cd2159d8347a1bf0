import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodyOf, Commands, renewed } from "./commands.ts";

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly approval: string | undefined;
}

type Answer = { status: number; json: unknown } | "lost";

let sent: Sent[];
let answers: Answer[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    sent.push({ path, body: JSON.parse(String(init.body)), approval: headers["x-approval"] });
    const answer = answers.shift() ?? "lost";
    if (answer === "lost") throw new TypeError("no network");
    return new Response(JSON.stringify(answer.json), { status: answer.status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const picture = (round: number, version: number, played_version = version) => ({
  round,
  version,
  played_version,
});

const accepted = (version: number): Answer => ({
  status: 200,
  json: { command_id: "x", version, repeat: false },
});

test("a touch stays pending until the snapshot that contains it", async () => {
  const commands = new Commands("CS-2");
  commands.shown(picture(148, 10));
  answers = [accepted(12)];
  const fields = { seat: 3, spot: "ante", amount: "10.00" };
  const result = commands.send({ command: "place_wager", fields });
  expect(commands.pending.value).toHaveLength(1);
  expect(await result).toBe("done");
  commands.shown(picture(148, 11));
  expect(commands.pending.value).toHaveLength(1);
  commands.shown(picture(148, 12));
  expect(commands.pending.value).toHaveLength(0);
  expect(sent[0]?.body).toMatchObject({ command: "place_wager", round: 148, ...fields });
  expect(sent[0]?.body).not.toHaveProperty("version");
});

test("a snapshot that came before the answer counts too", async () => {
  const commands = new Commands("CS-2");
  answers = [accepted(5)];
  const result = commands.send({ command: "close_betting" });
  commands.shown(picture(1, 6));
  await result;
  expect(commands.pending.value).toHaveLength(0);
});

test("after a lost reply the same command is sent again under the same id", async () => {
  const commands = new Commands("CS-2");
  commands.shown(picture(7, 1));
  answers = ["lost", { status: 503, json: {} }, accepted(2)];
  const result = commands.send({ command: "pay_seat", fields: { seat: 1 } });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await result).toBe("done");
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => body.command_id)).size).toBe(1);
  expect(sent[2]?.body).toEqual(sent[0]?.body);
  expect(sent[0]?.body).toMatchObject({ round: 7, version: 1 });
});

test("a station that never answers is told to the person, and nothing stays pending", async () => {
  const commands = new Commands("CS-2");
  const result = commands.send({ command: "close_betting" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await result).toMatchObject({ code: "no_reply" });
  expect(commands.pending.value).toHaveLength(0);
});

test("a refusal is not sent again and ends only its own touch", async () => {
  const commands = new Commands("CS-2");
  const refusal = { code: "above_max", detail: "too much", facts: { seat: 3, limit: "500.00" } };
  answers = [{ status: 409, json: refusal }, accepted(3)];
  const first = commands.send({ command: "place_wager", fields: { seat: 3 } });
  const second = commands.send({ command: "place_wager", fields: { seat: 4 } });
  expect(await first).toMatchObject({ status: 409, code: "above_max", facts: { seat: "3" } });
  expect(await second).toBe("done");
  expect(sent.map(({ body }) => body.seat)).toEqual([3, 4]);
  expect(commands.pending.value.map(({ fields }) => fields.seat)).toEqual([4]);
});

test("the second person's signature travels with the command, outside its content", async () => {
  const commands = new Commands("CS-2");
  answers = [accepted(1)];
  await commands.deliver(commands.make({ command: "answer_call" }), "token");
  expect(sent[0]?.approval).toBe("token");
  expect(Object.keys(sent[0]?.body ?? {}).sort()).toEqual(["command", "command_id"]);
});

test("a command goes out as it was made, whatever the screen shows by then", async () => {
  const commands = new Commands("CS-2");
  commands.shown(picture(7, 40));
  const command = commands.make({ command: "verify_hand", fields: { seat: 2 } });
  const signed = bodyOf(command);
  expect(commands.isCurrent(command)).toBe(true);
  commands.shown(picture(7, 41));
  expect(commands.isCurrent(command)).toBe(false);
  answers = ["lost", accepted(42)];
  const result = commands.deliver(command, "token");
  await vi.advanceTimersByTimeAsync(2000);
  expect(await result).toBe("done");
  expect(signed).toMatchObject({ command: "verify_hand", round: 7, version: 40, seat: 2 });
  expect(sent.map(({ body }) => body)).toEqual([signed, signed]);
  expect(sent.map(({ approval }) => approval)).toEqual(["token", "token"]);
});

test("words of devices leave a command as current as it was", () => {
  const commands = new Commands("CS-2");
  commands.shown(picture(7, 40));
  const command = commands.make({ command: "apply_ruling", fields: { number: 1, option: "x" } });
  commands.shown(picture(7, 43, 40));
  expect(commands.isCurrent(command)).toBe(true);
  commands.shown(picture(7, 44));
  expect(commands.isCurrent(command)).toBe(false);
});

test("a command that names no picture is current on every one", () => {
  const commands = new Commands("CS-2");
  const command = commands.make({ command: "answer_call" });
  commands.shown(picture(9, 99));
  expect(commands.isCurrent(command)).toBe(true);
});

test("a renewed command says the same under another id", () => {
  const commands = new Commands("CS-2");
  commands.shown(picture(7, 40));
  const command = commands.make({ command: "apply_ruling", fields: { number: 1, option: "x" } });
  const { command_id: before, ...said } = bodyOf(command);
  const { command_id: after, ...saidAgain } = bodyOf(renewed(command));
  expect(saidAgain).toEqual(said);
  expect(after).not.toBe(before);
});
