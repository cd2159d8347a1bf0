// Requests to the station over HTTP, same origin. Every "no" becomes a Problem with a code; a reply
// that never came is a Problem with the code "no_reply".
import type { Approval, CommandFields, Facts, Person, Problem, TableListed } from "./view.ts";

const TIMEOUT_MS = 4000;

export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.code);
    this.problem = problem;
  }
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: "bad_input",
  401: "signed_out",
  403: "right_missing",
  404: "not_found",
  422: "bad_input",
  429: "too_many_attempts",
};

export const NO_REPLY: Problem = {
  status: 0,
  code: "no_reply",
  title: "",
  detail: "",
  facts: {},
};

function textFacts(facts: unknown): Facts {
  if (typeof facts !== "object" || facts === null) return {};
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, String(value)]));
}

/** Reads a problem document; an answer without one still gets a code from its status. */
async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const document = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const fallback = BY_STATUS[response.status] ?? (response.status >= 502 ? "no_reply" : "failed");
  return {
    status: response.status,
    code: typeof document.code === "string" ? document.code : fallback,
    title: typeof document.title === "string" ? document.title : "",
    detail: typeof document.detail === "string" ? document.detail : "",
    facts: textFacts(document.facts),
  };
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** One request; resolves with the JSON answer (null for an empty one), throws ProblemError. */
export async function request<T>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      headers: {
        accept: "application/json",
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  } catch {
    throw new ProblemError(NO_REPLY);
  }
  if (!response.ok) throw new ProblemError(await problemOf(response));
  const text = await response.text().catch(() => {
    throw new ProblemError(NO_REPLY);
  });
  return (text ? JSON.parse(text) : null) as T;
}

/** For what a screen reads by itself: it keeps nobody signed in who has gone away. */
export const UNATTENDED: RequestOptions = { headers: { "x-unattended": "1" } };

export const signIn = (person: string, password: string): Promise<Person> =>
  request("POST", "/api/session", { body: { person, password } });

export const signOut = (): Promise<null> => request("DELETE", "/api/session");

export const tables = (): Promise<readonly TableListed[]> => request("GET", "/api/tables");

/** Where a table is followed live. */
export const livePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/live`;

/** Signs for one command of a table: the whole body, as it will be sent. */
export const approve = (
  person: string,
  password: string,
  table: string,
  command: CommandFields,
): Promise<Approval> =>
  request("POST", "/api/approvals", { body: { person, password, table, command } });

/** Who is signed in here, or null. */
export const currentPerson = (): Promise<Person | null> => request("GET", "/api/session");

/** Asks again every second while the station does not answer or fails (it may be starting); any
 * other problem is thrown. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const status = error instanceof ProblemError ? error.problem.status : 0;
      if (status > 0 && status < 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
