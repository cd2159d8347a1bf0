// The row of tools above the primary action, and the primary action itself.
import { useEffect, useState } from "preact/hooks";
import { CHIPS, ChipFace } from "../shared/chips.tsx";
import { Icon } from "../shared/icons.tsx";
import { gameText, text } from "../shared/texts/texts.ts";
import type { Chip, DealerScreen } from "./screen.ts";
import { isByBook, isPending, type Primary, primary } from "./state.ts";

/** A touch meant for the step before must not hit the one that has just taken its place. */
const GUARD_MS = 350;

function ChipButton({ screen, chip }: { screen: DealerScreen; chip: Chip }) {
  const isChosen = screen.chip.value === chip;
  const isBack = chip === "take_back";
  return (
    <button
      type="button"
      class={isBack ? "tool tool-back" : "chip-button"}
      aria-pressed={isChosen}
      aria-label={isBack ? text("tool.take_back") : text("tool.chip", { chip })}
      data-testid={isBack ? "take-back" : `chip-${chip}`}
      onClick={() => {
        screen.chip.value = chip;
      }}
    >
      {isBack ? (
        <>
          <Icon name="erase" />
          {text("tool.take_back")}
        </>
      ) : (
        <ChipFace chip={chip} size={54} />
      )}
      {isChosen && (
        <span class="chosen">
          <Icon name="check" size={14} />
        </span>
      )}
    </button>
  );
}

/** Last round's stakes and the chips, while wagers are taken. */
function StakeTools({ screen }: { screen: DealerScreen }) {
  const isSending = isPending(screen.pending.value, "repeat_wagers");
  return (
    <>
      <button
        type="button"
        class="tool tool-repeat"
        data-testid="same-stakes"
        disabled={!screen.view.value?.can_repeat || isSending}
        data-pending={isSending}
        onClick={() => void screen.send({ command: "repeat_wagers" })}
      >
        <Icon name="repeat" />
        {text("tool.repeat")}
      </button>
      <div class="chip-row" role="group" aria-label={text("tool.chips")}>
        {CHIPS.map((chip) => (
          <ChipButton key={chip} screen={screen} chip={chip} />
        ))}
        <ChipButton screen={screen} chip="take_back" />
      </div>
    </>
  );
}

function CallButton({ screen }: { screen: DealerScreen }) {
  const isCalled = Boolean(screen.view.value?.supervisor_called);
  return (
    <button
      type="button"
      class="tool tool-call"
      data-testid="call-supervisor"
      data-called={isCalled}
      disabled={isPending(screen.pending.value, "call_supervisor", "answer_call")}
      onClick={() => screen.callSupervisor()}
    >
      <Icon name={isCalled ? "lock" : "hand"} />
      {isCalled ? (
        <span class="tool-lines">
          {text("tool.called")}
          <small>{text("tool.answer")}</small>
        </span>
      ) : (
        text("tool.call")
      )}
    </button>
  );
}

export function Tools({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  if (!view) return null;
  const kinds = view.irregularities?.length ?? 0;
  return (
    <div class="tools" inert={screen.link.value === "stale"}>
      {view.phase === "betting" && !isByBook(view) && <StakeTools screen={screen} />}
      {view.commands.includes("check_deck") && (
        <button
          type="button"
          class="tool"
          data-testid="check-deck"
          disabled={isPending(screen.pending.value, "check_deck")}
          onClick={() => {
            screen.dialog.value = { kind: "deck_check" };
          }}
        >
          <Icon name="deck" />
          {gameText(view.table.game, "tool.check_deck")}
        </button>
      )}
      <span class="tools-space" />
      <button
        type="button"
        class="tool"
        data-testid="irregularity"
        disabled={kinds === 0}
        onClick={() => {
          screen.dialog.value = { kind: "irregularity" };
        }}
      >
        <Icon name="warning" />
        {text("tool.irregularity")}
      </button>
      {view.is_open && <CallButton screen={screen} />}
    </div>
  );
}

/** Whether the step that a touch meant is still the one that stands there. */
export function useGuard(identity: string): boolean {
  const [guarded, setGuarded] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(identity), GUARD_MS);
    return () => clearTimeout(timer);
  }, [identity]);
  return guarded === identity;
}

export function PrimaryButton({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  const step = view && primary(view, screen.marks.value, screen.link.value, screen.pending.value);
  return step && <StepButton screen={screen} step={step} />;
}

export function StepButton({ screen, step }: { screen: DealerScreen; step: Primary }) {
  const view = screen.view.value;
  const isOpen = useGuard(step.identity);
  const isDealing = view?.phase === "dealing" || view?.phase === "drawing";
  const waitsForCard = step.does === null && view?.next.kind === "card" && isDealing;
  return (
    <button
      type="button"
      class="primary"
      data-testid="primary"
      data-ready={step.does !== null}
      data-waits={waitsForCard}
      disabled={step.does === null || !isOpen}
      onClick={() => screen.doPrimary(step)}
    >
      <Icon name={step.does ? "right" : waitsForCard ? "down" : "hourglass"} size={32} />
      <span class="primary-label">{step.label}</span>
      {step.hint && <span class="primary-hint">{step.hint}</span>}
    </button>
  );
}
