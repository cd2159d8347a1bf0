import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DealerScreen } from "../dealer/screen.ts";
import { ConsoleScreen } from "../supervisor/screen.ts";
import { SignOut } from "./sign_out.ts";

const SOFIA = { person: "S-201", name: "Sofia", role: "supervisor", expires_at: 0 };

/** The station's side: whether its session stands, and what it answers to signing out. */
let stands: boolean;
let answer: "ends" | "lost" | number;
let tries: number;

beforeEach(() => {
  vi.useFakeTimers();
  stands = true;
  answer = "ends";
  tries = 0;
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("location", { protocol: "http:", host: "station", search: "" });
  vi.stubGlobal(
    "WebSocket",
    class {
      close(): void {}
    },
  );
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (init.method === "DELETE") {
      tries += 1;
      if (answer === "lost") throw new TypeError("no network");
      if (answer === "ends") stands = false;
      return new Response(null, { status: answer === "ends" ? 204 : answer });
    }
    const isSession = path === "/api/session";
    return new Response(JSON.stringify(isSession ? (stands ? SOFIA : null) : []));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["console", () => new ConsoleScreen()],
  ["dealer's screen", () => new DealerScreen()],
])(
  "the %s hides everything at once and tries until the station has ended the session",
  async (_, made) => {
    const screen = made();
    await screen.start();
    answer = "lost";
    const ended = screen.signOut();
    expect([screen.person.value, screen.view.value, screen.leaving.isOwed.value]).toEqual([
      null,
      null,
      true,
    ]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.leaving.isOwed.value).toBe(true);
    answer = 503;
    await vi.advanceTimersByTimeAsync(5000);
    expect([screen.leaving.isOwed.value, tries > 5]).toEqual([true, true]);
    answer = "ends";
    await vi.advanceTimersByTimeAsync(2000);
    await ended;
    expect([screen.leaving.isOwed.value, stands]).toEqual([false, false]);
  },
);

test("whoever loads the page again is not the person who has left", async () => {
  const left = new ConsoleScreen();
  await left.start();
  answer = "lost";
  void left.signOut();
  const reloaded = new ConsoleScreen();
  const started = reloaded.start();
  await vi.advanceTimersByTimeAsync(3000);
  expect([reloaded.leaving.isOwed.value, reloaded.person.value]).toEqual([true, undefined]);
  answer = "ends";
  await vi.advanceTimersByTimeAsync(2000);
  await started;
  expect([reloaded.leaving.isOwed.value, reloaded.person.value]).toEqual([false, null]);
});

test("a session that the station no longer knows is signed out", async () => {
  answer = 401;
  const leaving = new SignOut();
  await leaving.run();
  expect([leaving.isOwed.value, tries]).toEqual([false, 1]);
});
