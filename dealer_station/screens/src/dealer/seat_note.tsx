// What a seat has to be told beside its state: that time folded it, or that it must play on to collect
// what has won already.
import { Icon } from "../shared/icons.tsx";
import { coded, text } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";
import { isAutoFolded } from "./state.ts";

export function SeatNote({ seat, view }: { seat: number; view: View }) {
  if (isAutoFolded(view, seat)) {
    return (
      <p class="seat-note" data-testid={`seat-${seat}-auto-folded`}>
        <Icon name="clock" size={16} />
        {text("seat.auto_folded")}
      </p>
    );
  }
  const spots = view.call_to_collect?.[String(seat)] ?? [];
  if (spots.length === 0) return null;
  const won = spots.map((spot) => coded("spot", spot)).join(", ");
  return (
    <p class="seat-note" data-collect title={won} data-testid={`seat-${seat}-collect`}>
      <Icon name="warning" size={16} />
      {text("seat.call_to_collect")}
    </p>
  );
}
