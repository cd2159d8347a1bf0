// What the station tells everybody about a table: open hands, limits, payouts, the rounds before.
import { request } from "../../shared/api.ts";
import type { HandsShown } from "../../shared/baccarat.ts";
import type { History } from "../../shared/roads.tsx";

export interface SpotFacts {
  readonly name: string;
  readonly min: string | null;
  readonly max: string | null;
  readonly pays: string | null;
}

export interface TableFacts extends HandsShown {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly currency: string;
  readonly version: number;
  readonly round: number;
  readonly is_open: boolean;
  readonly phase: string;
  readonly limits: { readonly min: string; readonly max: string | null };
  readonly spots: readonly SpotFacts[];
  readonly history: History | null;
}

export const tableFacts = (table: string): Promise<TableFacts> =>
  request("GET", `/api/signage/tables/${encodeURIComponent(table)}`);
