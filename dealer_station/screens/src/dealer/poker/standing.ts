// How a seat of a poker table stands, in a word: pure, from the view.
import { cents } from "../../shared/amount.ts";
import type { IconName } from "../../shared/icons.tsx";
import { coded, money, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";

export interface Standing {
  readonly icon: IconName | null;
  readonly word: string;
  readonly tone: "free" | "ready" | "waits" | "away" | "in" | "all_in" | "folded" | "dead" | "won";
}

const OVER: ReadonlySet<string> = new Set(["settled", "void", "idle"]);

/** Whether no hand is on: what is shown of the last one stays until the next begins. */
export const isBetweenHands = (view: Pick<View, "stage">): boolean => OVER.has(view.stage);

const key = String;

/** A player who is not in the hand: away, waiting, or ready for the next one. */
function seated(view: View, seat: number): Standing {
  const player = view.players?.[key(seat)];
  if (!player) return { icon: null, word: text("seat.free"), tone: "free" };
  if (player.is_leaving) return { icon: "out", word: text("seat.leaving"), tone: "away" };
  if (player.is_away) return { icon: "clock", word: text("seat.away"), tone: "away" };
  if (player.owes.length > 0) {
    const word = text(player.entry === "post" ? "seat.posts" : "seat.waits");
    return { icon: "hourglass", word, tone: "waits" };
  }
  return { icon: "check", word: text("seat.ready"), tone: "ready" };
}

/** Whether a seat wins (0), or may win a side pot beside (1, ..); below 0: it does not. */
const winnerAt = (view: View, seat: number): number =>
  (view.winners ?? []).findIndex((seats) => seats.includes(seat));

/** What the hand of a seat came to, or how it stands while the hand is on. */
function playing(view: View, seat: number, status: string): Standing {
  const at = view.table.tracks_stakes === false ? winnerAt(view, seat) : -1;
  if (at >= 0) {
    return { icon: "check", word: text(at ? "seat.wins_beside" : "seat.wins"), tone: "won" };
  }
  const won = view.won?.[key(seat)];
  if (won && cents(won) > 0) {
    return { icon: null, word: text("seat.won", { amount: money(won, true) }), tone: "won" };
  }
  if (view.mucked?.includes(seat)) {
    return { icon: "cross", word: text("seat.mucked"), tone: "folded" };
  }
  const word = coded("status", status);
  if (status === "folded") return { icon: "cross", word, tone: "folded" };
  if (status === "dead" || status === "void") return { icon: "stop", word, tone: "dead" };
  if (view.shown?.includes(seat)) return { icon: "eye", word: text("seat.shown"), tone: "in" };
  if (status === "all_in") return { icon: "up", word, tone: "all_in" };
  return { icon: "check", word, tone: "in" };
}

export function standingOf(view: View, seat: number): Standing {
  const status = view.status?.[key(seat)];
  const player = view.players?.[key(seat)];
  const isOut = !status || status === "out" || !player;
  if (isOut || (isBetweenHands(view) && (player.is_away || view.stage === "idle"))) {
    return seated(view, seat);
  }
  if (view.stage === "void") return seated(view, seat);
  return playing(view, seat, status);
}

/** What a seat has said on this street, in a word; only while it is said. */
export function saidAt(view: View, seat: number): string {
  const announced = view.announced?.[key(seat)];
  if (announced) return text("seat.announces", { action: coded("said", announced.action) });
  const said = view.stage === "acting" ? view.said?.[key(seat)] : undefined;
  return said ? coded("said", said.action) : "";
}

/** A status that the last hand ended with, in a word; nothing for a hand that was live. */
export const standingWord = (status: string): string =>
  status === "in" ? "" : coded("status", status);
