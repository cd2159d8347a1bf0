// The dealer's page of a poker table, brought when the first one is shown. Screens that only watch such
// a table do without it.
import type { ComponentType } from "preact";
import { Part, useHere } from "../shared/part.ts";
import type { View } from "../shared/view.ts";
import { POKER_WORDS } from "./poker_parts.tsx";
import type { DealerScreen } from "./screen.ts";

interface PageParts {
  readonly PotPanel: ComponentType<{ screen: DealerScreen; view: View }>;
  readonly PotFoot: ComponentType<{ screen: DealerScreen; view: View }>;
  readonly PotDialogs: ComponentType<{ screen: DealerScreen; view: View }>;
}

const page = new Part<PageParts>(() => import("./poker/poker_page.tsx"), POKER_WORDS);

export const usePage = (): PageParts | null => useHere(page);
