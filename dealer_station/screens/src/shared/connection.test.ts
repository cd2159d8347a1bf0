import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection.ts";
import type { View } from "./view.ts";

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  close(): void {}

  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  ends(code = 1006): void {
    this.onclose?.({ code });
  }
}

const newest = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const heartbeat = { type: "heartbeat", now: 1_000_000 };
const snapshot = (version: number) => ({
  type: "snapshot",
  version,
  view: { version, now: 1_000_000 },
});

let connection: Connection<View>;
let versions: number[];
let signedOut: number;
let forbidden: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "http:", host: "station" });
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  versions = [];
  signedOut = 0;
  forbidden = 0;
  connection = new Connection({
    path: "/live",
    part: "view",
    onSnapshot: ({ version }) => versions.push(version),
    onClosed: (why) => {
      signedOut += why === "signed_out" ? 1 : 0;
      forbidden += why === "no_right" ? 1 : 0;
    },
    monotonic: () => Date.now(),
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("snapshots make it live, and heartbeats keep it so", () => {
  expect(connection.link.value).toBe("connecting");
  newest().says(snapshot(1));
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1000);
    newest().says(heartbeat);
  }
  expect(connection.link.value).toBe("live");
  expect(versions).toEqual([1]);
});

test("three silent seconds make it stale, the next message live again", () => {
  newest().says(snapshot(1));
  vi.advanceTimersByTime(2750);
  expect(connection.link.value).toBe("live");
  vi.advanceTimersByTime(500);
  expect(connection.link.value).toBe("stale");
  newest().says(heartbeat);
  expect(connection.link.value).toBe("live");
});

test("it reconnects for ever, ever slower up to three seconds, and at once live again", () => {
  newest().says(snapshot(1));
  const waits: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = FakeSocket.all.length;
    newest().ends();
    let waited = 0;
    while (FakeSocket.all.length === before && waited < 10_000) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([500, 1000, 2000, 3000, 3000]);
  expect(connection.link.value).toBe("stale");
  newest().says(snapshot(2));
  expect(connection.link.value).toBe("live");
  expect(versions).toEqual([1, 2]);
});

test("a socket that is open and silent is given up for a new one", () => {
  newest().says(snapshot(1));
  vi.advanceTimersByTime(9000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("an ended session stops it: no reconnection, the person signs in again", () => {
  newest().says(snapshot(1));
  newest().ends(4401);
  vi.advanceTimersByTime(10_000);
  expect(signedOut).toBe(1);
  expect(forbidden).toBe(0);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a role that may not see this is told so, and not asked to sign in again", () => {
  newest().ends(4403);
  vi.advanceTimersByTime(10_000);
  expect([signedOut, forbidden]).toEqual([0, 1]);
  expect(FakeSocket.all).toHaveLength(1);
});

test("the snapshot is taken from the part that is followed", () => {
  const floors: number[] = [];
  const floor = new Connection<{ readonly now: number }>({
    path: "/api/floor/live",
    part: "floor",
    onSnapshot: ({ now }) => floors.push(now),
    onClosed: () => undefined,
  });
  floor.start();
  newest().says({ type: "snapshot", version: 3, floor: { now: 2_000_000 } });
  floor.stop();
  expect(floors).toEqual([2_000_000]);
});

test("the station's time runs on between messages", () => {
  newest().says(heartbeat);
  vi.advanceTimersByTime(400);
  expect(connection.stationTime()).toBe(1_000_400);
});
