// Above a meter's movements: the terms of its level, its prizes that are fixed and not paid, and what
// two managers may change of them.
import { useState } from "preact/hooks";
import { CardWords } from "../shared/card.tsx";
import { Icon, type IconName } from "../shared/icons.tsx";
import { BOOK, coded, money, placeName, text } from "../shared/texts/texts.ts";
import type { MeterRow, OpenAward } from "./floor.ts";
import { TERMS, termWords, waysOf } from "./levels.ts";
import { readMeter } from "./levels_requests.ts";
import "./levels_panel.css";
import type { ConsoleScreen, LevelSheet } from "./screen.ts";

export interface LevelPanelProps {
  readonly screen: ConsoleScreen;
  readonly row: MeterRow;
}

/** Only managers change levels; whoever else reads this is told so. */
const mayChange = (screen: ConsoleScreen): boolean =>
  screen.canDecide.value && screen.person.value?.role === "manager";

interface ActProps extends LevelPanelProps {
  readonly change: LevelSheet["change"];
  readonly icon: IconName;
  readonly award?: OpenAward;
}

/** Opens the sheet on which a change is prepared. */
function Act({ screen, row, change, icon, award }: ActProps) {
  return (
    <button
      type="button"
      class="link-button"
      data-testid={change}
      onClick={() => {
        screen.dismiss();
        screen.levelSheet.value = {
          progressive: row.progressive,
          level: row.level,
          change,
          ...(award ? { award: award.award } : {}),
        };
      }}
    >
      <Icon name={icon} size={16} />
      {text(`levels.${change}`)}
    </button>
  );
}

function Reading({ screen, row }: LevelPanelProps) {
  const [isSent, setSent] = useState(false);
  const take = async (): Promise<void> => {
    setSent(true);
    screen.dismiss();
    const problem = await readMeter(row);
    setSent(false);
    if (problem) screen.say(problem);
    else screen.searches.loadMovements(row.progressive, row.level);
  };
  return (
    <button
      type="button"
      class="link-button"
      data-testid="read-meter"
      disabled={isSent}
      onClick={() => void take()}
    >
      <Icon name={isSent ? "hourglass" : "ledger"} size={16} />
      {text(isSent ? "primary.sending" : "levels.read_meter")}
    </button>
  );
}

const WAY_ICON: Readonly<Record<LevelSheet["change"], IconName>> = {
  change_terms: "meter",
  dispute_award: "stop",
  settle_dispute: "check",
  void_award: "erase",
};

/** Where a prize stands, in a word and its icon. */
export function AwardStatus({ award }: { award: OpenAward }) {
  const status = award.is_doubted ? "doubted" : award.status;
  return (
    <span class="meter-state" data-state={status === "disputed" ? "suspended" : status}>
      <Icon name={status === "disputed" ? "stop" : "hourglass"} size={16} />
      {coded("award_status", status)}
    </span>
  );
}

/** Whose prize it is, of which round, and with which hand. */
export function AwardWords({ award }: { award: OpenAward }) {
  return (
    <>
      <b>{award.table}</b>
      <span>{text("bar.round", { round: award.round })}</span>
      <span>{placeName(String(award.seat ?? BOOK))}</span>
      {award.follows ? <span>{text("levels.envy", { seat: award.follows })}</span> : null}
      <span>{coded("hand", award.category)}</span>
      <CardWords cards={award.cards} />
      <b data-amount={award.amount}>
        {money(award.amount)} <small>{award.currency}</small>
      </b>
    </>
  );
}

interface AwardsProps extends LevelPanelProps {
  readonly isManager: boolean;
}

function Awards({ screen, row, isManager }: AwardsProps) {
  if (row.awards.length === 0) return null;
  return (
    <>
      <h3>{text("levels.awards")}</h3>
      <ul>
        {row.awards.map((award) => (
          <li key={award.award} class="level-award" data-testid={`award-${award.award}`}>
            <AwardStatus award={award} />
            <AwardWords award={award} />
            {isManager && (
              <span class="level-acts">
                {waysOf(award).map((change) => (
                  <Act
                    key={change}
                    screen={screen}
                    row={row}
                    change={change}
                    icon={WAY_ICON[change]}
                    award={award}
                  />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What waits for somebody stands first. */
export function LevelPanel({ screen, row }: LevelPanelProps) {
  const { terms } = row;
  const isManager = mayChange(screen);
  return (
    <section class="level" data-testid="level-panel" data-scrolls>
      <Awards screen={screen} row={row} isManager={isManager} />
      {terms ? (
        <dl class="event-facts">
          {TERMS.map((term) => (
            <div key={term} data-testid={`term-${term}`}>
              <dt>{coded("fact", term)}</dt>
              <dd>{termWords(term, terms[term])}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="meter-about">{text("levels.no_terms")}</p>
      )}
      {isManager ? (
        <p class="level-acts">
          {terms && <Act screen={screen} row={row} change="change_terms" icon="meter" />}
          <Reading screen={screen} row={row} />
        </p>
      ) : (
        <p class="meter-about">{text("levels.two_managers")}</p>
      )}
    </section>
  );
}
