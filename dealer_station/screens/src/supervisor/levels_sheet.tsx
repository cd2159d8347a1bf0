// A change of a level on its sheet: first what is changed, from what to what, and why; then the second
// manager, who signs for exactly that. When what he would sign for has changed, it is shown again.
import { useState } from "preact/hooks";
import { Credentials } from "../shared/credentials.tsx";
import { Icon } from "../shared/icons.tsx";
import { newId } from "../shared/ids.ts";
import { Meter } from "../shared/meter.tsx";
import { Sheet } from "../shared/sheet.tsx";
import { coded, text } from "../shared/texts/texts.ts";
import type { Problem } from "../shared/view.ts";
import type { MeterRow, OpenAward, Terms } from "./floor.ts";
import { HoldButton } from "./hold_button.tsx";
import { meterKey } from "./inbox.ts";
import {
  bodyOf,
  CHOICES,
  type ChangeBody,
  contentOf,
  differences,
  type Entered,
  effectsOf,
  enteredOf,
  faultOf,
  TERMS,
  type Term,
  termsOf,
  termWords,
} from "./levels.ts";
import { AwardStatus, AwardWords } from "./levels_panel.tsx";
import { change as send } from "./levels_requests.ts";
import type { ConsoleScreen, LevelSheet } from "./screen.ts";

export interface LevelSheetProps {
  readonly screen: ConsoleScreen;
  readonly sheet: LevelSheet;
}

/** A change that was asked for: its body, and what stood before the person's eyes. */
interface Asked {
  readonly body: ChangeBody;
  readonly content: string;
  readonly from: MeterRow["terms"];
}

interface FieldProps {
  readonly term: Term;
  readonly terms: Terms;
  readonly value: string;
  readonly isFault: boolean;
  readonly onEnter: (value: string) => void;
}

function Named({ term, terms }: Pick<FieldProps, "term" | "terms">) {
  return (
    <span>
      {coded("fact", term)}{" "}
      <small>{text("levels.now", { value: termWords(term, terms[term]) })}</small>
    </span>
  );
}

function Choice({ term, terms, value, onEnter }: FieldProps) {
  return (
    <label class="filter">
      <Named term={term} terms={terms} />
      <select
        value={value}
        data-testid={`new-${term}`}
        onChange={(event) => onEnter(event.currentTarget.value)}
      >
        {CHOICES[term]?.map((choice) => (
          <option key={choice} value={choice}>
            {termWords(term, choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Written({ term, terms, value, isFault, onEnter }: FieldProps) {
  return (
    <label class="filter" data-fault={isFault}>
      <Named term={term} terms={terms} />
      <input
        value={value}
        autocomplete="off"
        data-testid={`new-${term}`}
        onInput={(event) => onEnter(event.currentTarget.value)}
      />
      {isFault && <small role="alert">{faultOf(term)}</small>}
    </label>
  );
}

const Field = (props: FieldProps) => (CHOICES[props.term] ? Choice(props) : Written(props));

/** What is changed, from what to what. */
function Changes({ from, to }: { from: Terms; to: Terms }) {
  return (
    <dl class="level-changes" data-testid="level-changes">
      {differences(from, to).map(({ term, from, to }) => (
        <div key={term} data-testid={`changes-${term}`}>
          <dt>{coded("fact", term)}</dt>
          <dd>
            {from} <Icon name="right" size={14} /> <b>{to}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AwardProps {
  readonly sheet: LevelSheet;
  readonly row: MeterRow;
  readonly award: OpenAward;
}

function AwardAsked({ sheet, row, award }: AwardProps) {
  return (
    <>
      <p class="level-award">
        <AwardStatus award={award} />
        <AwardWords award={award} />
      </p>
      <ul class="level-effects" data-testid="level-effects">
        {effectsOf(sheet.change, award, row).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  );
}

interface WordsProps {
  readonly testid: string;
  readonly children: string;
}

function Warning({ testid, children }: WordsProps) {
  return (
    <p class="level-warning" role="status" data-testid={testid}>
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </p>
  );
}

/** What stands between the person and his question, in words; empty: nothing does. */
function missingIn(row: MeterRow, terms: Terms | null, reason: string): string {
  const isSame = terms && row.terms && differences(row.terms, terms).length === 0;
  if (isSame) return text("levels.nothing");
  return reason.trim() ? "" : text("levels.no_reason");
}

export function LevelSheetShown({ screen, sheet }: LevelSheetProps) {
  const row = screen.floor.value?.meters.find(
    ({ progressive, level }) => progressive === sheet.progressive && level === sheet.level,
  );
  const award = row?.awards.find((one) => one.award === sheet.award);
  const close = (): void => {
    screen.levelSheet.value = null;
  };
  return (
    <Sheet title={coded("title", sheet.change)} size="wide" testid="level-sheet" onClose={close}>
      {row && (award || (sheet.award === undefined && row.terms)) ? (
        <Prepared screen={screen} sheet={sheet} row={row} award={award} onDone={close} />
      ) : (
        <Warning testid="level-gone">{text("levels.gone")}</Warning>
      )}
    </Sheet>
  );
}

interface PreparedProps extends LevelSheetProps {
  readonly row: MeterRow;
  readonly award: OpenAward | undefined;
  readonly onDone: () => void;
}

function Prepared({ screen, sheet, row, award, onDone }: PreparedProps) {
  const [entered, setEntered] = useState<Entered | null>(row.terms ? enteredOf(row.terms) : null);
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isSent, setSent] = useState(false);
  const content = contentOf(row, award);
  // The change itself alters what is shown, so while it is on its way nothing is compared.
  const isOutdated = asked !== null && !isSent && asked.content !== content;
  const sign = async (person: string, password: string): Promise<Problem | null> => {
    if (!asked) return null;
    setSent(true);
    const problem = await send(sheet, asked.body, person, password);
    setSent(false);
    if (problem) return problem;
    onDone();
    screen.searches.loadMovements(sheet.progressive, sheet.level);
    return null;
  };
  return (
    <div class="level-sheet" data-scrolls>
      <p class="level-meter" data-testid="level-meter">
        {text("levels.meter", { meter: meterKey(row) })} <small>{row.currency}</small>
        <Meter amount={row.meter} />
      </p>
      {award && <AwardAsked sheet={sheet} row={row} award={award} />}
      {asked && !isOutdated ? (
        <Signature asked={asked} onSign={sign} />
      ) : (
        <>
          {isOutdated && <Warning testid="level-outdated">{text("levels.outdated")}</Warning>}
          <Form
            row={row}
            entered={award ? null : entered}
            reason={reason}
            isOff={!screen.canDecide.value}
            content={content}
            onEnter={setEntered}
            onReason={setReason}
            onAsk={(terms) =>
              setAsked({ body: bodyOf(sheet, newId(), reason, terms), content, from: row.terms })
            }
          />
        </>
      )}
    </div>
  );
}

interface SignatureProps {
  readonly asked: Asked;
  readonly onSign: (person: string, password: string) => Promise<Problem | null>;
}

/** What is signed for, once more, and the second manager's sign-in. */
function Signature({ asked: { body, from }, onSign }: SignatureProps) {
  return (
    <>
      {from && body.terms ? <Changes from={from} to={body.terms as Terms} /> : null}
      <p class="level-reason">
        <b>{text("fact.reason")}:</b> <span>{String(body.reason)}</span>
      </p>
      <p class="approval-hint">{text("levels.second")}</p>
      <Credentials
        submitLabel={text("approval.submit")}
        submitIcon="check"
        keys={false}
        onSubmit={onSign}
      />
    </>
  );
}

interface FormProps {
  readonly row: MeterRow;
  /** Null: it is about a prize, and no terms are entered. */
  readonly entered: Entered | null;
  readonly reason: string;
  readonly isOff: boolean;
  readonly content: string;
  readonly onEnter: (entered: Entered) => void;
  readonly onReason: (reason: string) => void;
  readonly onAsk: (terms: Terms | null) => void;
}

function Form({ row, entered, reason, isOff, content, onEnter, onReason, onAsk }: FormProps) {
  const { terms, faults } = entered ? termsOf(entered) : { terms: null, faults: [] };
  return (
    <>
      {row.terms && entered && (
        <TermFields
          row={row}
          terms={row.terms}
          faults={faults}
          entered={entered}
          onEnter={onEnter}
        />
      )}
      <label class="filter">
        <span>{text("fact.reason")}</span>
        <input
          value={reason}
          maxLength={500}
          autocomplete="off"
          data-testid="level-reason"
          onInput={(event) => onReason(event.currentTarget.value)}
        />
      </label>
      <HoldButton
        testid="ask-second"
        label={text("levels.ask")}
        under={missingIn(row, terms, reason) || text("hold.hint")}
        isFirst
        isPending={false}
        isDisabled={isOff || faults.length > 0 || missingIn(row, terms, reason) !== ""}
        content={content}
        onHeld={() => onAsk(terms)}
      />
    </>
  );
}

interface TermFieldsProps {
  readonly row: MeterRow;
  readonly terms: Terms;
  readonly faults: readonly Term[];
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
}

function TermFields({ row, terms, faults, entered, onEnter }: TermFieldsProps) {
  return (
    <>
      <div class="level-fields">
        {TERMS.map((term) => (
          <Field
            key={term}
            term={term}
            terms={terms}
            value={entered[term]}
            isFault={faults.includes(term)}
            onEnter={(value) => onEnter({ ...entered, [term]: value })}
          />
        ))}
      </div>
      <p class="meter-about">{text("levels.when")}</p>
      {row.in_play.length > 0 && (
        <Warning testid="level-in-play">
          {text("levels.in_play", { tables: row.in_play.join(", ") })}
        </Warning>
      )}
    </>
  );
}
