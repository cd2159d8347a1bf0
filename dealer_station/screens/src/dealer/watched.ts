// The dealer's picture of a table lies on his own screen, and on screens that only watch: those show
// the same cards, stakes and payments and offer nothing to touch.
import type { ReadonlySignal } from "@preact/signals";
import type { View } from "../shared/view.ts";
import type { DealerScreen } from "./screen.ts";

export interface Watched {
  readonly isWatching: true;
  readonly view: ReadonlySignal<View | null>;
}

export type FeltScreen = DealerScreen | Watched;
