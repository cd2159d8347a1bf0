// Icons of phases, outcomes and states; the word beside them carries the meaning.
import type { IconName } from "./icons.tsx";
import type { Outcome } from "./view.ts";

const PHASES: Readonly<Record<string, IconName>> = {
  closed: "lock",
  idle: "check",
  betting: "plus",
  closing: "hourglass",
  dealing: "deck",
  deciding: "hand",
  drawing: "deck",
  paying: "right",
  settled: "check",
  void: "cross",
  held: "stop",
};

export const phaseIcon = (phase: string): IconName => PHASES[phase] ?? "right";

export const OUTCOME_ICON: Readonly<Record<Outcome, IconName>> = {
  win: "up",
  lose: "down",
  push: "equal",
  void: "erase",
  pending: "hourglass",
};
