import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Answers, answering, type Sent } from "../shared/answers.test.support.ts";
import type { Signing } from "../shared/signatures.ts";
import type { View } from "../shared/view.ts";
import { DealerScreen } from "./screen.ts";
import { TABLE } from "./table.test.support.ts";

const SESSION = "/api/session";
const APPROVALS = "/api/approvals";
const COMMANDS = "/api/tables/CS-2/commands";
const DEALER = { person: "D-104", name: "Dana Wilk", role: "dealer", expires_at: 0 };

let sent: Sent[];
let answers: Answers;

beforeEach(() => {
  vi.useFakeTimers();
  answers = {
    [SESSION]: [{ status: 200, json: DEALER }],
    "/api/tables": [{ status: 200, json: [{ id: "CS-2", name: "Two", game: "caribbean-stud" }] }],
    [APPROVALS]: [{ status: 200, json: { approval: "token" } }],
    [COMMANDS]: [{ status: 200, json: { command_id: "x", version: 41, repeat: false } }],
  };
  vi.stubGlobal(
    "WebSocket",
    class {
      close(): void {}
    },
  );
  sent = answering(answers);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const view = (part: Partial<View>): View => ({
  table: TABLE,
  version: 40,
  played_version: part.version ?? 40,
  round: 7,
  step: 0,
  is_open: true,
  phase: "paying",
  stage: "paying",
  next: { kind: "verify", seat: 2 },
  commands: ["verify_hand"],
  now: 0,
  ...part,
});

const sentTo = (path: string): Sent[] => sent.filter((each) => each.path === path);
const problem = (status: number, code: string): Answer => ({ status, json: { code } });

/** A dealer's screen where the supervisor is about to sign that he has seen seat 2's hand. */
async function signing(): Promise<{ screen: DealerScreen; sheet: Signing }> {
  const screen = new DealerScreen();
  await screen.start();
  screen.show(view({}));
  const order = { command: "verify_hand", fields: { seat: 2 } };
  screen.sign({ order, role: "supervisor", title: "Seen" });
  return { screen, sheet: sheetOf(screen) };
}

function sheetOf(screen: DealerScreen): Signing {
  const dialog = screen.dialog.value;
  if (dialog?.kind !== "approval") throw new Error("no sheet is open");
  return dialog;
}

// ------------------------------------------------------------------------ starting

test("a page that loads while the station is not ready asks until it is", async () => {
  answers[SESSION] = [
    problem(503, "record_unavailable"),
    problem(500, "internal_fault"),
    "lost",
    { status: 200, json: DEALER },
  ];
  const screen = new DealerScreen();
  const started = screen.start();
  await vi.advanceTimersByTimeAsync(500);
  expect(screen.person.value).toBeUndefined();
  await vi.advanceTimersByTimeAsync(3000);
  await started;
  expect(screen.person.value).toMatchObject({ person: "D-104" });
  expect(sentTo(SESSION)).toHaveLength(4);
  expect(screen.hasTable.value).toBe(true);
});

test("tables that cannot be listed yet are asked for again, and nobody is signed out", async () => {
  answers["/api/tables"]?.unshift(problem(503, "record_unavailable"));
  const screen = new DealerScreen();
  const started = screen.start();
  await vi.advanceTimersByTimeAsync(1500);
  await started;
  expect(screen.person.value).toMatchObject({ person: "D-104" });
  expect(screen.hasTable.value).toBe(true);
});

test("any other problem at the start means that nobody is signed in", async () => {
  answers[SESSION] = [problem(403, "foreign_origin")];
  const screen = new DealerScreen();
  await screen.start();
  expect(screen.person.value).toBeNull();
});

// ------------------------------------------------------------------------ signing

test("the command that is signed for is the one that is sent, also after a lost reply", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS]?.unshift("lost");
  const done = screen.approve(sheet, "S-201", "secret");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBeNull();
  const asked = sentTo(APPROVALS)[0]?.body;
  expect(asked).toMatchObject({ person: "S-201", table: "CS-2" });
  expect(asked?.command).toMatchObject({ command: "verify_hand", seat: 2, round: 7, version: 40 });
  expect(sentTo(COMMANDS).map(({ body }) => body)).toEqual([asked?.command, asked?.command]);
  expect(sentTo(COMMANDS).map(({ approval }) => approval)).toEqual(["token", "token"]);
  expect(screen.dialog.value).toBeNull();
  expect(screen.message.value).toBeNull();
});

test("a sheet for an old picture closes and says so", async () => {
  const { screen } = await signing();
  screen.show(view({ version: 40 }));
  expect(screen.dialog.value).not.toBeNull();
  screen.show(view({ version: 41 }));
  expect(screen.dialog.value).toBeNull();
  expect(screen.message.value?.code).toBe("stale_version");
});

test("a table that changes while the password is checked gets no command", async () => {
  const { screen, sheet } = await signing();
  const done = screen.approve(sheet, "S-201", "secret");
  screen.show(view({ version: 41 }));
  expect(await done).toBeNull();
  expect(sentTo(APPROVALS)).toHaveLength(1);
  expect(sentTo(COMMANDS)).toHaveLength(0);
  expect(screen.message.value?.code).toBe("stale_version");
});

test("a snapshot that comes before the answer to the signed command is no stale one", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS]?.unshift("lost");
  const done = screen.approve(sheet, "S-201", "secret");
  await vi.advanceTimersByTimeAsync(100);
  screen.show(view({ version: 41, next: { kind: "pay", seat: 2 } }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBeNull();
  expect(screen.dialog.value).toBeNull();
  expect(screen.message.value).toBeNull();
});

test("a command that is stale at the table closes the sheet and says so", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS] = [problem(409, "stale_version")];
  expect(await screen.approve(sheet, "S-201", "secret")).toBeNull();
  expect(screen.dialog.value).toBeNull();
  expect(screen.message.value?.code).toBe("stale_version");
});

test("after a no another person signs for the same under a new id", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS]?.unshift(problem(409, "needs_manager"));
  expect(await screen.approve(sheet, "S-201", "secret")).toMatchObject({ code: "needs_manager" });
  expect(await screen.approve(sheetOf(screen), "M-301", "secret")).toBeNull();
  const [first, second] = sentTo(COMMANDS).map(({ body }) => body);
  expect(second).toEqual({ ...first, command_id: second?.command_id });
  expect(second?.command_id).not.toBe(first?.command_id);
  expect(sentTo(APPROVALS)[1]?.body?.command).toEqual(second);
});

test("without an answer the very same command is signed for again", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS] = [problem(500, "internal_fault"), { status: 200, json: { version: 41 } }];
  expect(await screen.approve(sheet, "S-201", "secret")).toMatchObject({ code: "internal_fault" });
  expect(await screen.approve(sheetOf(screen), "S-201", "secret")).toBeNull();
  const [first, second] = sentTo(COMMANDS).map(({ body }) => body);
  expect(second).toEqual(first);
});

test("a wrong password keeps the command that is to be signed", async () => {
  const { screen, sheet } = await signing();
  answers[APPROVALS]?.unshift(problem(401, "wrong_credentials"));
  const wrong = await screen.approve(sheet, "S-201", "secret");
  expect(wrong).toMatchObject({ code: "wrong_credentials" });
  expect(sheetOf(screen)).toBe(sheet);
});

test("a refusal that comes after the sheet was closed is said on the table", async () => {
  const { screen, sheet } = await signing();
  answers[COMMANDS] = ["lost", problem(409, "not_applicable")];
  const done = screen.approve(sheet, "S-201", "secret");
  await vi.advanceTimersByTimeAsync(100);
  screen.dialog.value = null;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBeNull();
  expect(screen.message.value?.code).toBe("not_applicable");
});
