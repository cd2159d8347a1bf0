// Whose meter it is: Ed25519, bundled, since a browser has none of its own on plain http. Keys come
// by configuration (the part of the address behind #), never from the station that is to be checked.
import * as ed25519 from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type Meter, readMeter, signedText } from "./meter.ts";

ed25519.hashes.sha512 = sha512;

const KEY = /^[0-9a-f]{64}$/;

export type Distrust = "malformed" | "no_key" | "unknown_key" | "wrong_signature";

export type Checked =
  | { readonly meter: Meter; readonly fault?: never }
  | { readonly meter?: never; readonly fault: Distrust };

/** "#keys=HEX,HEX" -> the keys; what is no key is left out. */
export function keysOf(fragment: string): readonly string[] {
  const given = new URLSearchParams(fragment.replace(/^#/, "")).get("keys") ?? "";
  return given
    .toLowerCase()
    .split(",")
    .filter((key) => KEY.test(key));
}

/** The id by which a payload names its key: the start of the SHA-256 of the raw key. */
export const keyId = (key: Uint8Array): string => bytesToHex(sha256(key)).slice(0, 16);

/** Checks payloads against the configured keys, 64 hexadecimal digits each. */
export class Trust {
  readonly #keys: ReadonlyMap<string, Uint8Array>;

  constructor(keys: readonly string[]) {
    this.#keys = new Map(keys.map(hexToBytes).map((key) => [keyId(key), key]));
  }

  check(payload: string): Checked {
    if (this.#keys.size === 0) return { fault: "no_key" };
    const text = signedText(payload);
    const meter = text && readMeter(text.signed);
    if (!text || !meter) return { fault: "malformed" };
    const key = this.#keys.get(meter.key_id);
    if (!key) return { fault: "unknown_key" };
    return holds(text.signature, text.signed, key) ? { meter } : { fault: "wrong_signature" };
  }
}

function holds(signature: string, signed: string, key: Uint8Array): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), new TextEncoder().encode(signed), key);
  } catch {
    return false; // no point of the curve
  }
}
