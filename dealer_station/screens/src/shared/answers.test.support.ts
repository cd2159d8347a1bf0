// A station for tests of screens: it answers each path in turn and keeps what was sent.
import { vi } from "vitest";

export interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
  readonly approval: string | undefined;
}

/** `lost`: the answer does not come, nor does anybody know whether the request did. */
export type Answer = { status: number; json?: unknown } | "lost";

/** By path, in turn; the last answer stays. A path without one is lost. */
export type Answers = Record<string, Answer[]>;

/** Stands in for the network until `vi.unstubAllGlobals`; returns what will have been sent. */
export function answering(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("location", { protocol: "http:", host: "station", search: "" });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    sent.push({ path, body, approval: headers["x-approval"] });
    const left = answers[path] ?? [];
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? "lost";
    if (answer === "lost") throw new TypeError("no network");
    return new Response(JSON.stringify(answer.json ?? {}), { status: answer.status });
  });
  return sent;
}
