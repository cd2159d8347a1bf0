// Beside the felt: whose turn it is and for what, and the number pad where the amount is free.

import { cents } from "../../shared/amount.ts";
import { NumberPad } from "../../shared/keyboard.tsx";
import { coded, isTextKey, money, placeName, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import { About, NextUp, Said, type Wait, wait, waitsForCard, waitsForRuling } from "../panel.tsx";
import type { DealerScreen } from "../screen.ts";
import { amountOf, isActing, isAllowed, openRange, pushed, tracksStakes } from "./steps.ts";

function waitsForAct(view: View): Wait {
  const seat = String(view.next.seat ?? "");
  if (view.phase === "showdown") {
    const hint = text("next.answers_hint");
    return wait("hand", placeName(seat), seat, text("next.answers"), hint);
  }
  const { call } = view.next.legal ?? {};
  const owes =
    typeof call === "string"
      ? text("next.to_call", { amount: money(call, true) })
      : text(call ? "next.to_answer" : "next.free");
  return wait("hand", text("next.seat"), seat, text("next.to_act"), owes);
}

function waitsForPile(view: View): Wait | null {
  if (view.next.position !== "aside") return null;
  const [over, large] = [text("next.aside"), text("next.aside_card")];
  return wait("deck", over, large, "", text("next.aside_hint"));
}

/** Between hands: what is still in the way of the next one. */
function waitsForHand(view: View): Wait {
  const fault = view.start_fault ?? "";
  if (isTextKey(`start_fault.${fault}`)) {
    const hint = coded("start_fault_hint", fault);
    return wait("person", "", coded("start_fault", fault), "", hint);
  }
  const hint = text(view.phase === "void" ? "next.repeat_hint" : "next.hand_hint");
  return wait("plus", "", text("next.hand"), "", hint);
}

export function waitsFor(view: View): Wait {
  if (!view.is_open) return wait("lock", "", text("next.open"), "", text("next.open_hint"));
  if (view.next.kind === "ruling") return waitsForRuling(view);
  if (view.deck_locked) return wait("deck", "", text("next.deck"), "", text("next.deck_hint"));
  if (view.next.kind === "card") return waitsForPile(view) ?? waitsForCard(view);
  if (view.next.kind === "act") return waitsForAct(view);
  if (view.next.kind === "pay" && !tracksStakes(view)) {
    const seats = (view.awards?.[0]?.shares ?? []).map(({ seat }) => seat).join(", ");
    return wait("check", text("next.wins"), placeName(seats), "", text("next.wins_hint"));
  }
  if (view.next.kind === "pay") {
    const total = money(pushed(view), true);
    return wait("right", text("next.push"), total, "", text("next.push_hint"));
  }
  return waitsForHand(view);
}

/** The amount for the middle button below; what the view does not allow is said and not sent. */
function Pad({ screen, view }: { screen: DealerScreen; view: View }) {
  const range = openRange(view.next.legal ?? {});
  if (!range) return null;
  const entered = screen.entered.value;
  const chip = cents(view.table.chip ?? "0");
  const isWrong = entered !== "" && !isAllowed(amountOf(entered), range, chip);
  const { min, max } = range;
  return (
    <section class="pot-pad" data-testid="pot-pad">
      <output class="pot-pad-amount" data-wrong={isWrong} data-testid="entered">
        {entered || "–"}
      </output>
      <p class="pot-pad-range" data-wrong={isWrong}>
        {text("act.range", { min: money(min, true), max: money(max, true) })}
      </p>
      <NumberPad
        value={entered}
        point={chip % 100 !== 0}
        onChange={(value) => {
          screen.entered.value = value;
        }}
      />
    </section>
  );
}

export function PotPanel({ screen, view }: { screen: DealerScreen; view: View }) {
  const isFree = isActing(view) && openRange(view.next.legal ?? {}) !== null;
  return (
    <aside class="panel pot-panel" data-pad={isFree}>
      <NextUp view={view} wait={waitsFor(view)} />
      {screen.message.value ? <Said screen={screen} /> : !isFree && <About view={view} />}
      {isFree && <Pad screen={screen} view={view} />}
    </aside>
  );
}
