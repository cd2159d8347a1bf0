import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answers, answering, type Sent } from "../shared/answers.test.support.ts";
import { change, readMeter } from "./levels_requests.ts";

const PLACE = { progressive: "CS-main", level: "main" };
const LEVEL = "/api/progressives/CS-main/levels/main";
const BODY = { command_id: "id-1", command: "dispute_award", reason: "dark", award: "a-1" };

let answers: Answers;
let sent: Sent[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = {
    [`${LEVEL}/approvals`]: [{ status: 200, json: { approval: "token" } }],
    [`${LEVEL}/changes`]: [{ status: 200, json: { command_id: "id-1" } }],
    [`${LEVEL}/readings`]: [{ status: 200, json: { command_id: "id-2" } }],
  };
  sent = answering(answers);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the second manager signs the very body that is sent", async () => {
  expect(await change(PLACE, BODY, "M-302", "secret")).toBe(null);
  expect(sent.map(({ path }) => path)).toEqual([`${LEVEL}/approvals`, `${LEVEL}/changes`]);
  expect(sent[0]?.body).toEqual({ person: "M-302", password: "secret", change: BODY });
  expect([sent[1]?.body, sent[1]?.approval]).toEqual([BODY, "token"]);
});

test("without a signature nothing is sent", async () => {
  answers[`${LEVEL}/approvals`] = [{ status: 403, json: { code: "approval_no_right" } }];
  expect((await change(PLACE, BODY, "S-201", "secret"))?.code).toBe("manager_must_sign");
  expect(sent).toHaveLength(1);
});

test("an answer that is lost is asked for again with the same id and signature", async () => {
  answers[`${LEVEL}/changes`] = ["lost", { status: 200, json: {} }];
  const done = change(PLACE, BODY, "M-302", "secret");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBe(null);
  const [, first, again] = sent;
  expect(again).toEqual(first);
});

test("a no of the ledger is told, and the same change may be signed for again", async () => {
  answers[`${LEVEL}/changes`] = [
    { status: 409, json: { code: "ledger_in_play" } },
    { status: 200, json: {} },
  ];
  expect((await change(PLACE, BODY, "M-302", "secret"))?.code).toBe("ledger_in_play");
  expect(await change(PLACE, BODY, "M-302", "secret")).toBe(null);
  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual([
    "approvals",
    "changes",
    "approvals",
    "changes",
  ]);
});

test("each reading has an id of its own", async () => {
  expect([await readMeter(PLACE), await readMeter(PLACE)]).toEqual([null, null]);
  const [one, other] = sent.map(({ body }) => body);
  expect(one?.command).toBe("read_meter");
  expect(one?.command_id).not.toBe(other?.command_id);
});
