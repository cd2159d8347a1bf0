// What a deck check has found, as the station says it: in a word, and every wrong card by its name and
// as a picture.
import { Card } from "./card.tsx";
import { copiesName, copiesOf } from "./card_name.ts";
import { Icon, type IconName } from "./icons.tsx";
import { text } from "./texts/texts.ts";
import type { DeckCheck } from "./view.ts";

const VERDICT_ICON: Readonly<Record<DeckCheck["verdict"], IconName>> = {
  complete: "check",
  wrong: "stop",
  open: "warning",
};

const PICTURE_HEIGHT = 56;

function Found({
  what,
  cards,
  most,
}: {
  what: "missing" | "surplus";
  cards: readonly string[];
  most: number;
}) {
  if (cards.length === 0) return null;
  const kinds = copiesOf(cards);
  const shown = kinds.slice(0, most);
  const others = cards.length - shown.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div class="deck-check-found" data-what={what} data-testid={`deck-check-${what}`}>
      <b>{text(`deck_check.${what}`)}</b>
      <ul>
        {shown.map((copies) => (
          <li key={copies[0]} data-copies={copies[1]}>
            <Card card={copies[0]} height={PICTURE_HEIGHT} />
            <span>{copiesName(copies)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <small>{text("deck_check.others", { count: others })}</small>}
    </div>
  );
}

/** `most`: so many different cards are shown of each kind, the others are counted. */
export function DeckCheckResult({ check, most }: { check: DeckCheck; most: number }) {
  const { verdict, count, unread, missing, surplus, is_rest: isRest } = check;
  return (
    <section
      class="deck-check"
      data-verdict={verdict}
      data-missing={missing.join(" ")}
      data-surplus={surplus.join(" ")}
      data-testid="deck-check"
    >
      <p class="deck-check-head" role="status">
        <Icon name={VERDICT_ICON[verdict]} size={20} />
        <span>
          <b>{text(`deck_check.${verdict}`)}</b>
          <small>{text(isRest ? "deck_check.count_rest" : "deck_check.count", { count })}</small>
          {unread > 0 && <small>{text("deck_check.unread", { count: unread })}</small>}
        </span>
      </p>
      <Found what="missing" cards={missing} most={most} />
      <Found what="surplus" cards={surplus} most={most} />
    </section>
  );
}
