// Terms and open prizes of a level with their changes: brought, with their words, when a meter is
// looked up. A console that nobody asks for a meter does without them.
import type { ComponentType } from "preact";
import { Part, useHere } from "../shared/part.ts";
import type { Sources } from "../shared/texts/loading.ts";
import type { LevelPanelProps } from "./levels_panel.tsx";
import type { LevelSheetProps } from "./levels_sheet.tsx";

const LEVEL_WORDS: Sources = {
  en: [() => import("../shared/texts/levels.en.ts").then((it) => it.levelsEn)],
  pl: [() => import("../shared/texts/levels.pl.ts").then((it) => it.levelsPl)],
};

const panel = new Part<{ readonly LevelPanel: ComponentType<LevelPanelProps> }>(
  () => import("./levels_panel.tsx"),
  LEVEL_WORDS,
);

export function LazyLevelPanel(props: LevelPanelProps) {
  const here = useHere(panel);
  return here && <here.LevelPanel {...props} />;
}

const sheet = new Part<{ readonly LevelSheetShown: ComponentType<LevelSheetProps> }>(
  () => import("./levels_sheet.tsx"),
  LEVEL_WORDS,
);

export function LazyLevelSheet(props: LevelSheetProps) {
  const here = useHere(sheet);
  return here && <here.LevelSheetShown {...props} />;
}
