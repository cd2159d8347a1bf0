// How far the shoe is: cards left, the cut card, the last round.
import { Icon } from "../shared/icons.tsx";
import { text } from "../shared/texts/texts.ts";
import type { Shoe, View } from "../shared/view.ts";

const BETWEEN_ROUNDS: ReadonlySet<string> = new Set(["idle", "settled", "void"]);

/** What the cut card means for the rounds to come; null while it is in the shoe. */
export function cutWords(view: View, { rounds_left: rounds }: Shoe): string | null {
  if (rounds === null) return null;
  const isOver = BETWEEN_ROUNDS.has(view.stage);
  if (rounds === 0) return text(isOver ? "shoe.spent" : "shoe.last_round");
  return text(isOver ? "shoe.rounds_left" : "shoe.rounds_after", { rounds });
}

export function ShoeShown({ view, shoe }: { view: View; shoe: Shoe }) {
  const left = Math.max(0, shoe.cards - shoe.cards_out);
  const words = cutWords(view, shoe);
  return (
    <section
      class="shoe"
      data-testid="shoe"
      data-left={left}
      data-cut={shoe.is_cut_out}
      data-rounds-left={shoe.rounds_left ?? ""}
    >
      <h2>{text("shoe.title")}</h2>
      <p class="shoe-left">{text("shoe.left", { left, cards: shoe.cards })}</p>
      <svg class="shoe-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="shoe-bar-whole" width="100" height="6" />
        <rect class="shoe-bar-left" width={(100 * left) / shoe.cards} height="6" />
      </svg>
      {shoe.is_cut_out && (
        <p class="shoe-cut">
          <Icon name="warning" size={20} />
          <span>
            <b>{text("shoe.cut_out")}</b>
            {words}
          </span>
        </p>
      )}
    </section>
  );
}
