// What a device's faults left in doubt, in words: they depend on the kind of device.
import { coded } from "./texts/texts.ts";
import type { Maybe } from "./view.ts";

export const faultName = (kind: string, code: string): string =>
  coded(`fault_${kind}`, code, coded("fault", code));

/** The faults of one device, each once. */
export const faultWords = (kind: string, faults: Maybe<readonly string[]>): string =>
  [...new Set((faults ?? []).map((code) => faultName(kind, code)))].join("; ");
