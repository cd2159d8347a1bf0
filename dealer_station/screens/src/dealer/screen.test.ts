import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DealerScreen } from "./screen.ts";

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
  readonly approval: string | undefined;
}

type Answer = { status: number; json?: unknown } | "lost";

const SESSION = "/api/session";
const DEALER = { person: "D-104", name: "Dana Wilk", role: "dealer", expires_at: 0 };

let sent: Sent[];
/** What the station answers at each path, in turn; the last answer stays. */
let answers: Record<string, Answer[]>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = {
    [SESSION]: [{ status: 200, json: DEALER }],
    "/api/tables": [{ status: 200, json: [{ id: "CS-2", name: "Two", game: "caribbean-stud" }] }],
  };
  vi.stubGlobal("location", { protocol: "http:", host: "station", search: "" });
  vi.stubGlobal(
    "WebSocket",
    class {
      close(): void {}
    },
  );
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    sent.push({ path, body, approval: headers["x-approval"] });
    const left = answers[path] ?? [];
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? "lost";
    if (answer === "lost") throw new TypeError("no network");
    return new Response(JSON.stringify(answer.json ?? {}), { status: answer.status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sentTo = (path: string): Sent[] => sent.filter((each) => each.path === path);
const problem = (status: number, code: string): Answer => ({ status, json: { code } });

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
