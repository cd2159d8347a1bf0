// The deck check: the cards are counted by touch, one by one or by what is missing and too many. The
// station compares them with full decks; a supervisor signs for what was counted.
import { useState } from "preact/hooks";
import { Icon } from "../shared/icons.tsx";
import { Sheet } from "../shared/sheet.tsx";
import { face, SUIT_PATH } from "../shared/suits.ts";
import { gameText, text } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";
import {
  cardsCounted,
  cardsDue,
  copiesAt,
  counted,
  DECK_CARDS,
  type DeckCount,
  decksOf,
  hasRest,
  JOKER,
  newCount,
  totalOf,
  UNREAD,
} from "./deck_count.ts";
import type { DealerScreen } from "./screen.ts";

type Step = 1 | -1;

interface Props {
  readonly view: View;
  readonly count: DeckCount;
  readonly step: Step;
  readonly onCount: (count: DeckCount) => void;
  readonly onStep: (step: Step) => void;
}

function Choice({
  label,
  isChosen,
  testid,
  onTouch,
}: {
  label: string;
  isChosen: boolean;
  testid: string;
  onTouch: () => void;
}) {
  return (
    <button
      type="button"
      class="deck-choice"
      aria-pressed={isChosen}
      data-testid={testid}
      onClick={onTouch}
    >
      {label}
    </button>
  );
}

/** A card of the deck with the copies that were counted. */
function CountedCard({ card, view, count, step, onCount }: Props & { readonly card: string }) {
  const front = face(card);
  const copies = copiesAt(count, card);
  const due = count.isRest || !front ? 0 : decksOf(view);
  return (
    <button
      type="button"
      class={front ? `pick-card deck-card suit-${front.suit}` : "deck-other"}
      aria-label={front ? card : undefined}
      data-testid={`count-${card}`}
      data-copies={copies}
      data-odd={copies !== due}
      data-none={copies === 0}
      onClick={() => onCount(counted(count, card, step))}
    >
      {front ? (
        <>
          <b>{front.rank}</b>
          <svg viewBox="0 0 100 100" width="20" height="20" aria-hidden="true">
            <path d={SUIT_PATH[front.suit]} />
          </svg>
        </>
      ) : (
        <span>{text(card === JOKER ? "card.joker" : "deck_check.unread_card")}</span>
      )}
      <i>{copies}</i>
    </button>
  );
}

function Left(props: Props & { readonly onSend: () => void }) {
  const { view, count, step, onCount, onStep, onSend } = props;
  const total = totalOf(count);
  return (
    <div class="report-left deck-left">
      {hasRest(view) && (
        <>
          <h3>{text("deck_check.what")}</h3>
          <div class="deck-choices">
            {([false, true] as const).map((isRest) => (
              <Choice
                key={String(isRest)}
                label={text(isRest ? "deck_check.rest" : "deck_check.all")}
                isChosen={count.isRest === isRest}
                testid={isRest ? "count-rest" : "count-all"}
                onTouch={() => {
                  onCount(newCount(view, isRest));
                  onStep(isRest ? 1 : -1);
                }}
              />
            ))}
          </div>
        </>
      )}
      <h3>{text("deck_check.touch")}</h3>
      <div class="deck-choices">
        <Choice
          label={text("deck_check.less")}
          isChosen={step < 0}
          testid="count-less"
          onTouch={() => onStep(-1)}
        />
        <Choice
          label={text("deck_check.more")}
          isChosen={step > 0}
          testid="count-more"
          onTouch={() => onStep(1)}
        />
      </div>
      <p class="deck-hint">{text(count.isRest ? "deck_check.hint_rest" : "deck_check.hint_all")}</p>
      <p class="deck-total">
        <span>{text("deck_check.counted")}</span>
        <output data-testid="counted">{total}</output>
        <span>{text("deck_check.due", { count: cardsDue(view, count.isRest) })}</span>
      </p>
      <span class="report-space" />
      <button
        type="button"
        class="button-plain"
        data-testid="count-again"
        onClick={() => onCount(newCount(view, count.isRest))}
      >
        <Icon name="repeat" />
        {text("deck_check.again")}
      </button>
      <button
        type="button"
        class="button-primary"
        data-testid="send-check"
        disabled={total === 0}
        onClick={onSend}
      >
        <Icon name="right" size={28} />
        {text("deck_check.send")}
      </button>
    </div>
  );
}

export function DeckCheckSheet({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  const [step, setStep] = useState<Step>(screen.deckCount.value?.isRest ? 1 : -1);
  if (!view) return null;
  const count = screen.deckCount.value ?? newCount(view, false);
  const props: Props = {
    view,
    count,
    step,
    onCount: (next) => {
      screen.deckCount.value = next;
    },
    onStep: setStep,
  };
  const send = (): void => {
    const cards = cardsCounted(count);
    const title = text("approval.check_deck", { count: cards.length });
    const fields = count.isRest ? { cards, rest: true } : { cards };
    screen.dialog.value = null;
    screen.sign({ order: { command: "check_deck", fields }, role: "supervisor", title });
  };
  return (
    <Sheet
      title={gameText(view.table.game, "deck_check.title")}
      size="full"
      testid="deck-check-sheet"
      onClose={() => {
        screen.dialog.value = null;
      }}
    >
      <div class="report">
        <Left {...props} onSend={send} />
        <div class="report-right">
          <div class="pick-cards">
            {DECK_CARDS.map((card) => (
              <CountedCard key={card} card={card} {...props} />
            ))}
          </div>
          <div class="deck-others">
            {[JOKER, UNREAD].map((card) => (
              <CountedCard key={card} card={card} {...props} />
            ))}
          </div>
        </div>
      </div>
    </Sheet>
  );
}
