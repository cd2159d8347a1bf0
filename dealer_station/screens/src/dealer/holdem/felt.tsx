// The felt of Casino Hold'em: the dealer's hand and the board at the straight side, the boxes in an arc.
import { Hand } from "../../shared/card.tsx";
import { cardsOf } from "../../shared/suits.ts";
import { text } from "../../shared/texts/texts.ts";
import { BookOnFelt } from "../book.tsx";
import {
  type Arc,
  COMPACT,
  DeviceNotice,
  FeltCloth,
  Notice,
  noticeOf,
  PLAIN,
  Print,
  seatPlaces,
} from "../felt.tsx";
import { SeatBox } from "../seat.tsx";
import { drawnPhase, isByBook } from "../state.ts";
import type { FeltScreen } from "../watched.ts";
import { TableHands } from "./hands.tsx";
import "./holdem.css";

const HEIGHT = 112;
const HEIGHT_COMPACT = 72;
/** Beneath a banner: two rows of stakes at each box, and room for them. */
const BENEATH: Arc = { ...COMPACT, top: 122, rise: 20 };

export function HoldemFelt({ screen, compact }: { screen: FeltScreen; compact: boolean }) {
  const view = screen.view.value;
  if (!view) return null;
  const places = seatPlaces(view.table.seats, compact ? BENEATH : PLAIN);
  const isLaid = drawnPhase(view) !== "betting" && Object.keys(view.cards ?? {}).length > 0;
  const aside = cardsOf(view.cards?.aside);
  const isVoid = view.phase === "void" && !view.deck_locked;
  return (
    <section
      class="felt felt-holdem"
      data-compact={compact}
      data-phase={drawnPhase(view)}
      data-testid="felt"
    >
      <FeltCloth compact={compact} />
      {!compact && !isLaid && !view.book && <Print view={view} />}
      <DeviceNotice screen={screen} view={view} />
      {(isLaid || view.next.kind === "card") && (
        <TableHands view={view} height={compact ? HEIGHT_COMPACT : HEIGHT} />
      )}
      {aside.length > 0 && (
        <div class="aside" data-testid="aside">
          <Hand cards={aside} height={64} step={20} />
          <span>{text("place.aside")}</span>
        </div>
      )}
      {[...places].map(([seat, place]) => (
        <SeatBox key={seat} screen={screen} seat={seat} place={place} compact={compact} />
      ))}
      {isByBook(view) && <BookOnFelt view={view} isBrief={compact || noticeOf(view) !== null} />}
      <Notice view={view} />
      {isVoid && <span hidden data-testid="round-void" />}
    </section>
  );
}
