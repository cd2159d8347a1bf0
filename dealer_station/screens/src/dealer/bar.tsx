// The thin bar: table, round, state in a word, the station's clock, who is signed in, the link.
import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Mark } from "../shared/mark.tsx";
import {
  chooseLanguage,
  coded,
  language,
  languageName,
  otherLanguage,
  text,
} from "../shared/texts/texts.ts";
import type { DealerScreen } from "./screen.ts";

const PHASE_ICON: Readonly<Record<string, IconName>> = {
  closed: "lock",
  idle: "check",
  betting: "plus",
  closing: "hourglass",
  dealing: "deck",
  deciding: "hand",
  paying: "right",
  settled: "check",
  void: "cross",
  held: "stop",
};

const TWO = (value: number): string => String(value).padStart(2, "0");

/** Hours, minutes and seconds at the table, from the station's time. */
function StationClock({ screen }: { screen: DealerScreen }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const now = screen.stationTime();
  const time = now === null ? null : new Date(now);
  return (
    <span class="bar-clock" data-testid="clock">
      {time
        ? `${TWO(time.getHours())}:${TWO(time.getMinutes())}:${TWO(time.getSeconds())}`
        : "––:––:––"}
    </span>
  );
}

export function Bar({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  const person = screen.person.value;
  if (!view || !person) return null;
  const phase = view.is_open ? view.phase : "closed";
  const link = screen.link.value;
  const other = otherLanguage();
  return (
    <header class="bar">
      <Mark size={30} />
      <strong class="bar-table" data-testid="table-id">
        {view.table.id}
      </strong>
      <span class="bar-game">{view.table.name}</span>
      <span class="bar-round" data-testid="round">
        {view.round > 0 ? text("bar.round", { round: view.round }) : text("bar.no_round")}
      </span>
      <span class="bar-phase" data-phase={phase} data-testid="phase">
        <Icon name={PHASE_ICON[phase] ?? "right"} size={18} />
        {coded("phase", phase)}
      </span>
      <span class="bar-space" />
      <StationClock screen={screen} />
      <span class="bar-person" data-testid="person">
        <Icon name="person" size={18} />
        {coded("role", person.role)} <b>{person.person}</b>
      </span>
      <span class="bar-link" data-link={link} data-testid="link">
        <Icon
          name={link === "live" ? "check" : link === "stale" ? "cross" : "hourglass"}
          size={18}
        />
        {text(`link.${link}`)}
      </span>
      <button
        type="button"
        class="bar-button"
        data-testid="language"
        aria-label={text("bar.language", { language: languageName(other) })}
        onClick={() => chooseLanguage(other)}
      >
        <span data-on={language.value === "en"}>EN</span>
        <span data-on={language.value === "pl"}>PL</span>
      </button>
      <button
        type="button"
        class="bar-button"
        data-testid="menu"
        aria-label={text("bar.menu")}
        onClick={() => {
          screen.dialog.value = { kind: "menu" };
        }}
      >
        <Icon name="menu" size={26} />
      </button>
    </header>
  );
}
