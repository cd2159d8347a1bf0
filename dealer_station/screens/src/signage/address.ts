// How a sign is set up: everything stands in its address.
//
//     /signage?progressive=ID[&level=NAME][&currency=CODE][&lang=pl]#keys=HEX[,HEX]
//     /signage?table=ID[&lang=pl]
//
// The keys stand behind #, which no browser sends to the station.
import type { Language } from "../shared/texts/texts.ts";
import { keysOf } from "./trust.ts";

export interface SignAddress {
  /** The table whose rounds are shown; null: the sign shows a meter. */
  readonly table: string | null;
  readonly progressive: string;
  /** The prize to show; null is the first. */
  readonly level: string | null;
  /** The currency to show it in, where tables play in another than the progressive's; null: its own. */
  readonly currency: string | null;
  readonly language: Language;
  readonly keys: readonly string[];
}

export function signAddress(search: string, fragment: string): SignAddress {
  const asked = new URLSearchParams(search);
  return {
    table: asked.get("table") || null,
    progressive: asked.get("progressive") ?? "",
    level: asked.get("level"),
    currency: asked.get("currency") || null,
    language: asked.get("lang") === "pl" ? "pl" : "en",
    keys: keysOf(fragment),
  };
}
