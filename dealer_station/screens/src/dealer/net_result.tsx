// What a round brought to a seat.
import { cents, decimal } from "../shared/amount.ts";
import { money } from "../shared/texts/texts.ts";
import type { View } from "../shared/view.ts";
import { netOf, shortName } from "./state.ts";

/** What the round brought: the sum large, the stakes beneath. */
export function NetResult({ seat, view }: { seat: number; view: View }) {
  const net = netOf(view, seat);
  if (net === null) return null;
  const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount));
  return (
    <div class="net" data-testid={`seat-${seat}-net`} data-amount={decimal(net)}>
      <strong
        data-tone={net > 0 ? "win" : net < 0 ? "lose" : "push"}
        data-long={Math.abs(net) >= 1_000_000}
        data-huge={Math.abs(net) >= 100_000_000}
      >
        {signed(net)}
      </strong>
      {Object.entries(view.net?.[String(seat)] ?? {}).map(([spot, amount]) => (
        <span key={spot}>
          <i>{shortName(spot)}</i>
          <b>{signed(cents(amount))}</b>
        </span>
      ))}
    </div>
  );
}
