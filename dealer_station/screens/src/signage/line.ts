// The line to the station: every text that comes is one payload. It connects again for ever, and
// gives a silent socket up. What a payload is worth is not decided here.

const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 3000;
const WATCH_MS = 1000;
/** A meter comes twice a second, so a socket that is silent for so long is dead. */
const SILENT_AFTER_MS = 5000;

export interface LineOptions {
  readonly url: string;
  /** `arrivedAt` in monotonic milliseconds. */
  readonly onText: (text: string, arrivedAt: number) => void;
  readonly onOpen: () => void;
}

export class Line {
  readonly #options: LineOptions;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  start(): void {
    setInterval(() => this.#look(), WATCH_MS);
    this.#connect();
  }

  #connect(): void {
    this.#heardAt = performance.now();
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    socket.onopen = () => this.#options.onOpen();
    socket.onmessage = ({ data }) => {
      this.#heardAt = performance.now();
      this.#attempts = 0;
      this.#options.onText(String(data), this.#heardAt);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#again();
    };
  }

  #again(): void {
    this.#socket = null;
    clearTimeout(this.#retry);
    const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #look(): void {
    const socket = this.#socket;
    if (!socket || performance.now() - this.#heardAt < SILENT_AFTER_MS) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.#again();
  }
}
