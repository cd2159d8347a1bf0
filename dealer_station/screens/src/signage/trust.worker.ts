// Checks signatures beside the page, so that no frame waits for arithmetic.
import { Trust } from "./trust.ts";

let trust = new Trust([]);

/** First the keys, then a payload a message; the answers come in the same order. */
self.onmessage = ({ data }: MessageEvent<readonly string[] | string>) => {
  if (typeof data === "string") self.postMessage(trust.check(data));
  else trust = new Trust(data);
};
