// A live line, to one table or to the whole floor: whole snapshots in, and the knowledge of how old they are. It
// reconnects for ever by itself; three seconds without any message make what is shown stale.
import { type Signal, signal } from "@preact/signals";

export const STALE_AFTER_MS = 3000;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 3000;
const WATCH_MS = 250;
/** A socket that neither opens nor fails in this time is given up. */
const OPEN_WITHIN_MS = 5000;
/** The session has ended. */
const SIGN_IN_AGAIN = 4401;
/** The session's role may not see this. */
const NO_RIGHT = 4403;

export type Link = "connecting" | "live" | "stale";

/** What every snapshot says of itself: the station's time when it was made. */
interface Shown {
  readonly now: number;
}

type Part = "view" | "floor";

type Message<S extends Shown> =
  | ({ readonly type: "snapshot"; readonly version: number } & Readonly<Record<Part, S>>)
  | { readonly type: "heartbeat"; readonly now: number };

export interface ConnectionOptions<S extends Shown> {
  /** Path on the station. */
  readonly path: string;
  /** Where in the message the snapshot stands. */
  readonly part: Part;
  readonly onSnapshot: (shown: S) => void;
  /** The line has ended for good: sign in again, or the role may not see this. */
  readonly onClosed: (why: "signed_out" | "no_right") => void;
  /** Monotonic milliseconds. */
  readonly monotonic?: () => number;
}

export class Connection<S extends Shown> {
  readonly link: Signal<Link> = signal("connecting");
  /** Seconds since anything came; only meaningful while stale. */
  readonly silentSeconds: Signal<number> = signal(0);

  readonly #options: ConnectionOptions<S>;
  readonly #monotonic: () => number;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #lastMessageAt: number;
  #openedAt = 0;
  #stationAhead = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions<S>) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#lastMessageAt = this.#monotonic();
  }

  start(): void {
    this.#lastMessageAt = this.#monotonic();
    this.#watch = setInterval(() => this.#look(), WATCH_MS);
    this.#connect();
  }

  stop(): void {
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** The station's time, carried on by this screen's own clock between messages. */
  stationTime(): number {
    return this.#stationAhead + this.#monotonic();
  }

  #connect(): void {
    this.#drop();
    this.#openedAt = this.#monotonic();
    const socket = new WebSocket(address(this.#options.path));
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.link.value === "live") this.link.value = "connecting";
      if (event.code === SIGN_IN_AGAIN) this.#options.onClosed("signed_out");
      else if (event.code === NO_RIGHT) this.#options.onClosed("no_right");
      else this.#reconnectLater();
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #reconnectLater(): void {
    clearTimeout(this.#retry);
    const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message<S>;
    const { now } = message.type === "snapshot" ? message[this.#options.part] : message;
    this.#lastMessageAt = this.#monotonic();
    this.#stationAhead = now - this.#lastMessageAt;
    this.#attempts = 0;
    this.silentSeconds.value = 0;
    this.link.value = "live";
    if (message.type === "snapshot") this.#options.onSnapshot(message[this.#options.part]);
  }

  /** Decides whether what is shown is fresh, and gives up a socket that went silent. */
  #look(): void {
    const now = this.#monotonic();
    const silent = now - this.#lastMessageAt;
    this.silentSeconds.value = Math.floor(silent / 1000);
    if (silent < STALE_AFTER_MS) return;
    this.link.value = "stale";
    if (this.#socket && now - Math.max(this.#openedAt, this.#lastMessageAt) > OPEN_WITHIN_MS) {
      this.#drop();
      this.#reconnectLater();
    }
  }
}

/** The station's own address for live lines. */
function address(path: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${path}`;
}
