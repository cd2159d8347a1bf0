// Checks signatures beside the page, so that no frame waits for arithmetic.
import type { Answer, Payload } from "./checker.ts";
import { Trust } from "./trust.ts";

let trust = new Trust([]);

/** First the keys, then a payload a message; the answers come in the same order. */
self.onmessage = ({ data }: MessageEvent<readonly string[] | Payload>) => {
  if ("text" in data) {
    const answer: Answer = { checked: trust.check(data.text), arrivedAt: data.arrivedAt };
    self.postMessage(answer);
  } else trust = new Trust(data);
};
