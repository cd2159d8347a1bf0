// The live line to one table: whole snapshots in, and the knowledge of how old they are. It
// reconnects for ever by itself; three seconds without any message make what is shown stale.
import { type Signal, signal } from "@preact/signals";
import type { View } from "./view.ts";

export const STALE_AFTER_MS = 3000;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 3000;
const WATCH_MS = 250;
/** A socket that neither opens nor fails in this time is given up. */
const OPEN_WITHIN_MS = 5000;
/** The session has ended, or its role may not see tables. */
const SIGN_IN_AGAIN = new Set([4401, 4403]);

export type Link = "connecting" | "live" | "stale";

type Message =
  | { readonly type: "snapshot"; readonly version: number; readonly view: View }
  | { readonly type: "heartbeat"; readonly now: number };

export interface ConnectionOptions {
  readonly url: string;
  readonly onView: (view: View) => void;
  readonly onSignedOut: () => void;
  /** Monotonic milliseconds. */
  readonly monotonic?: () => number;
}

export class Connection {
  readonly link: Signal<Link> = signal("connecting");
  /** Seconds since anything came; only meaningful while stale. */
  readonly silentSeconds: Signal<number> = signal(0);

  readonly #options: ConnectionOptions;
  readonly #monotonic: () => number;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #lastMessageAt: number;
  #openedAt = 0;
  #stationAhead = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
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
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.link.value === "live") this.link.value = "connecting";
      if (SIGN_IN_AGAIN.has(event.code)) this.#options.onSignedOut();
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
    const message = JSON.parse(text) as Message;
    const now = message.type === "snapshot" ? message.view.now : message.now;
    this.#lastMessageAt = this.#monotonic();
    this.#stationAhead = now - this.#lastMessageAt;
    this.#attempts = 0;
    this.silentSeconds.value = 0;
    this.link.value = "live";
    if (message.type === "snapshot") this.#options.onView(message.view);
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
