// Signing out is over when the station has ended the session, not when somebody touched the button:
// until then whoever reloads the page is the person who has left. So it is tried until it is done,
// and goes on when the page is loaded again.
import { type Signal, signal } from "@preact/signals";
import { ProblemError, signOut } from "./api.ts";
import { remember, remembered } from "./memory.ts";

const AGAIN_MS = 1000;
const KEY = "sign_out_owed";
const GONE = 401;

export class SignOut {
  /** The station has not yet said that the session is over. */
  readonly isOwed: Signal<boolean> = signal(remembered(KEY) === "yes");

  #running: Promise<void> | null = null;

  /** Ends when the session has ended; asked twice it is still one. */
  run(): Promise<void> {
    this.#owe(true);
    this.#running ??= this.#untilDone().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #untilDone(): Promise<void> {
    while (!(await hasEnded())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    this.#owe(false);
  }

  #owe(isOwed: boolean): void {
    this.isOwed.value = isOwed;
    remember(KEY, isOwed ? "yes" : "no");
  }
}

async function hasEnded(): Promise<boolean> {
  try {
    await signOut();
    return true;
  } catch (error) {
    return error instanceof ProblemError && error.problem.status === GONE;
  }
}
