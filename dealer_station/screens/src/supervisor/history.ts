// A player's hand history as the station gives it: what is asked, and the files to keep. Pure but for
// `save`.
import { type RequestOptions, request } from "../shared/api.ts";
import type { Maybe } from "../shared/view.ts";
import type { RecordedEvent, RoundRecord } from "./floor.ts";
import { withQuery } from "./requests.ts";

/** One player who sat at a seat: nobody is named, so he is known by his hands. */
export interface Player {
  readonly first: number;
  /** null while he sits there. */
  readonly last: Maybe<number>;
  readonly seated_at: number;
  readonly left_at: Maybe<number>;
}

/** A hand as its player may have it. */
export interface PlayersHand extends Pick<RoundRecord, "number" | "game" | "phase" | "opened_at"> {
  readonly net: Maybe<string>;
  readonly view: Pick<RoundRecord["view"], "cards" | "hands" | "status">;
  readonly hand: Pick<NonNullable<RoundRecord["hand"]>, "won">;
  readonly events: readonly Pick<RecordedEvent, "position" | "type" | "facts">[];
  readonly format: "phhs" | "jsonl";
  readonly record: string;
}

export interface HistoryPage {
  readonly seat: number;
  readonly player: Maybe<Player>;
  readonly hands: readonly PlayersHand[];
  readonly before: Maybe<number>;
  readonly players: readonly Player[];
}

/** A seat alone asks for who sits there; a range, both ends included, for whoever played it. */
export interface Asked {
  readonly seat: number;
  readonly first?: Maybe<number>;
  readonly last?: Maybe<number>;
}

const PAGE = 50;
/** The station folds many hands for one answer. */
const OPTIONS: RequestOptions = { timeoutMs: 20_000 };

export function historyPath(table: string, asked: Asked, before?: Maybe<number>): string {
  const path = `/api/tables/${encodeURIComponent(table)}/seats/${asked.seat}/history`;
  const end = before ?? (asked.last ? asked.last + 1 : null);
  return withQuery(path, { first: asked.first, before: end, limit: PAGE });
}

export const history = (table: string, asked: Asked): Promise<HistoryPage> =>
  request("GET", historyPath(table, asked), OPTIONS);

/** The same with the hands before those of a page, of the same player. */
export async function older(table: string, asked: Asked, page: HistoryPage): Promise<HistoryPage> {
  const first = asked.first ?? page.player?.first;
  const path = historyPath(table, { ...asked, first }, page.before);
  const more = await request<HistoryPage>("GET", path, OPTIONS);
  return { ...more, hands: [...page.hands, ...more.hands] };
}

export interface KeptFile {
  readonly name: string;
  readonly text: string;
}

/** The hands as files to keep, oldest first: one of each form, by what they hold. */
export function filesOf(table: string, { seat, hands }: HistoryPage): readonly KeptFile[] {
  return (["phhs", "jsonl"] as const).flatMap((format) => {
    const own = hands.filter((hand) => hand.format === format).reverse();
    const numbers = [own[0]?.number, own.at(-1)?.number];
    if (own.length === 0) return [];
    const name = `${table}-seat-${seat}-hands-${numbers.join("-")}.${format}`;
    return [{ name, text: own.map(({ record }) => record).join("") }];
  });
}

export function save({ name, text }: KeptFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
