// What stands around the meter: the names and limits that the station tells every player.
import { request } from "../shared/api.ts";

export interface SignTable {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly currency: string;
  readonly limits: { readonly min: string; readonly max: string | null };
  readonly price: string | null;
}

export interface LevelFacts {
  readonly name: string;
  /** The most that its meter may show; null where it has none (PRG-05). */
  readonly cap: string | null;
}

export interface ProgressiveFacts {
  readonly progressive: string;
  readonly currency: string;
  readonly levels: readonly LevelFacts[];
  readonly tables: readonly SignTable[];
}

export const factsOf = (progressive: string): Promise<ProgressiveFacts> =>
  request("GET", `/api/signage/${encodeURIComponent(progressive)}`);
