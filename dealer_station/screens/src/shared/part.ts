// A part of a page that comes by itself, with its words, when it is first shown: no other page carries
// it. Until both are here there is nothing to show.
import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { bringMore, type Sources } from "./texts/loading.ts";

const AGAIN_AFTER_MS = 3000;

export class Part<T> {
  /** Null until the part and its words are here. */
  readonly here: Signal<T | null> = signal(null);
  readonly #bring: () => Promise<T>;
  readonly #words: Sources;
  #isAsked = false;

  constructor(bring: () => Promise<T>, words: Sources) {
    this.#bring = bring;
    this.#words = words;
  }

  /** Brings it once, however often that must be tried. */
  async ask(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    for (;;) {
      try {
        const [part] = await Promise.all([this.#bring(), bringMore(this.#words)]);
        this.here.value = part;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  }
}

export function useHere<T>(part: Part<T>): T | null {
  useEffect(() => void part.ask(), [part]);
  return part.here.value;
}
