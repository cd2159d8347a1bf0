// The picture of a table by its game: the felt, or the payments while seats are paid. Everything that
// only one game has on the felt stands behind this.
import type { ComponentType } from "preact";
import { isPotGame } from "../shared/pot_games.ts";
import type { View } from "../shared/view.ts";
import { BaccaratFelt } from "./baccarat/felt.tsx";
import { PayoutHands } from "./baccarat/hands.tsx";
import { Felt } from "./felt.tsx";
import { HoldemFelt } from "./holdem/felt.tsx";
import { HoldemPayoutHead } from "./holdem/hands.tsx";
import { DealerPayoutHead, Payouts } from "./payout.tsx";
import { LazyFelt } from "./poker_parts.tsx";
import { drawnPhase } from "./state.ts";
import type { FeltScreen } from "./watched.ts";

interface Drawn {
  readonly Felt: ComponentType<{ screen: FeltScreen; compact: boolean }>;
  /** The hands above the payments. */
  readonly PayoutHead: ComponentType<{ view: View }>;
}

const DEALT: Drawn = { Felt, PayoutHead: DealerPayoutHead };
const BY_GAME: Readonly<Record<string, Drawn>> = {
  baccarat: { Felt: BaccaratFelt, PayoutHead: PayoutHands },
  "casino-holdem": { Felt: HoldemFelt, PayoutHead: HoldemPayoutHead },
};

/** `compact`: beneath a held banner, where the felt has less room. */
export function TablePicture({
  screen,
  view,
  compact,
}: {
  screen: FeltScreen;
  view: View;
  compact: boolean;
}) {
  if (isPotGame(view.table.game)) {
    return <LazyFelt screen={screen} view={view} compact={compact} />;
  }
  const drawn = BY_GAME[view.table.game] ?? DEALT;
  const isHeld = view.phase === "held" && Boolean(view.ruling);
  const isPaying = drawnPhase(view) === "paying" && !isHeld && (view.payouts?.length ?? 0) > 0;
  if (isPaying) {
    return <Payouts screen={screen} view={view} head={<drawn.PayoutHead view={view} />} />;
  }
  return <drawn.Felt screen={screen} compact={compact} />;
}
