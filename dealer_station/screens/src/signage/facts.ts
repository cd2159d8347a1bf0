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

export interface ProgressiveFacts {
  readonly progressive: string;
  readonly currency: string;
  /** The prizes, by the names that their meters carry. */
  readonly levels: readonly { readonly name: string }[];
  readonly tables: readonly SignTable[];
}

export const factsOf = (progressive: string): Promise<ProgressiveFacts> =>
  request("GET", `/api/signage/${encodeURIComponent(progressive)}`);
