// The page of a poker table: felt, panel, tools, and the acting seat's choices at the bottom. It and
// its words come by themselves, at such a table only.
import type { View } from "../../shared/view.ts";
import type { DealerScreen } from "../screen.ts";
import { StepButton } from "../tools.tsx";
import { Acts } from "./acts.tsx";
import { NamedCards, RuledCard } from "./named.tsx";
import { PotPanel } from "./next.tsx";
import "./poker_page.css";
import { SeatSheet } from "./seat_sheet.tsx";
import { isActing, potPrimary } from "./steps.ts";

interface Props {
  readonly screen: DealerScreen;
  readonly view: View;
}

export { PotPanel };

/** The bottom of the page: what the acting seat may do, or the one next step. */
export function PotFoot({ screen, view }: Props) {
  const isStale = screen.link.value === "stale";
  if (isActing(view) && !isStale) return <Acts screen={screen} view={view} />;
  const step = potPrimary(view, screen.link.value, screen.pending.value);
  return <StepButton screen={screen} step={step} />;
}

export function PotDialogs({ screen, view }: Props) {
  const dialog = screen.dialog.value;
  if (dialog?.kind === "seat") {
    return <SeatSheet key={dialog.seat} screen={screen} view={view} seat={dialog.seat} />;
  }
  if (dialog?.kind === "named")
    return <NamedCards screen={screen} view={view} seat={dialog.seat} />;
  if (dialog?.kind === "ruled_card")
    return <RuledCard screen={screen} view={view} dialog={dialog} />;
  return null;
}
