// Reporting an irregularity: first the kinds that fit this moment, then its facts by touch.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { CardWords } from "../shared/card.tsx";
import { Icon } from "../shared/icons.tsx";
import { Sheet } from "../shared/sheet.tsx";
import { cardsOf } from "../shared/suits.ts";
import { coded, money, positionName, roleName, text } from "../shared/texts/texts.ts";
import type { CommandFields, FactName, IrregularityKind, Problem } from "../shared/view.ts";
import { FactPicker } from "./facts.tsx";
import { type DealerScreen, messageText } from "./screen.ts";
import { isPending } from "./state.ts";

/** So many kinds fill the sheet; with more of them a row is given up for turning pages. */
const ON_ONE_PAGE = 16;
const PER_PAGE = 14;

export type Answers = Readonly<Partial<Record<FactName, string>>>;

const NUMBERS = new Set(["seat", "count", "round_paid"]);

/** Facts as the command wants them: the seat a number, cards a list, amounts complete. */
export function reportFields(kind: string, answers: Answers): CommandFields {
  const fields: Record<string, string | number | readonly string[]> = { irregularity: kind };
  for (const [name, value] of Object.entries(answers)) {
    if (!value.trim()) continue;
    if (NUMBERS.has(name)) fields[name] = Number.parseInt(value, 10);
    else if (name === "cards" || name === "chips") fields[name] = value.split(" ");
    else if (name === "amount") fields.amount = value.replace(/\.$/, "");
    else fields[name] = value.trim();
  }
  return fields;
}

/** A position says whose hand it is, so a seat that is asked for too is filled in with it. */
export function withAnswer(
  answers: Answers,
  name: FactName,
  value: string,
  asked: readonly FactName[],
): Answers {
  const next = { ...answers, [name]: value };
  const seat = name === "position" ? /^seat (\d+) /.exec(value)?.[1] : undefined;
  return seat && asked.includes("seat") ? { ...next, seat } : next;
}

function answerWords(name: FactName, value: string): ComponentChildren {
  if (name === "card" || name === "cards") return <CardWords cards={cardsOf(value)} />;
  if (name === "position") return positionName(value);
  if (name === "amount" && /\d$/.test(value)) return money(value);
  if (name === "action") return coded("said", value);
  if (name === "chips")
    return value
      .split(" ")
      .map((chip) => money(chip, true))
      .join(" + ");
  return value;
}

function Kinds({
  kinds,
  onChoose,
}: {
  kinds: readonly IrregularityKind[];
  onChoose: (kind: IrregularityKind) => void;
}) {
  const [page, setPage] = useState(0);
  const perPage = kinds.length <= ON_ONE_PAGE ? ON_ONE_PAGE : PER_PAGE;
  const pages = Math.max(1, Math.ceil(kinds.length / perPage));
  const shown = kinds.slice(page * perPage, (page + 1) * perPage);
  return (
    <>
      <p class="sheet-question">
        {text(kinds.length ? "irregularity.choose" : "irregularity.none")}
      </p>
      <div class="kinds">
        {shown.map((kind) => (
          <button
            key={kind.id}
            type="button"
            class="kind"
            data-testid={`kind-${kind.id}`}
            onClick={() => onChoose(kind)}
          >
            <b>{kind.id}</b>
            <span>{coded("kind", kind.id, kind.title)}</span>
            <small>
              {kind.decided_by === "dealer"
                ? text("irregularity.dealer")
                : text("irregularity.decided_by", { role: roleName(kind.decided_by) })}
            </small>
          </button>
        ))}
      </div>
      {pages > 1 && (
        <div class="pager">
          <button
            type="button"
            class="button-plain"
            data-testid="next-page"
            onClick={() => setPage((page + 1) % pages)}
          >
            <Icon name="right" />
            {text("common.more")} · {text("irregularity.page", { page: page + 1, pages })}
          </button>
        </div>
      )}
    </>
  );
}

function FactRow({
  name,
  value,
  isOptional,
  isActive,
  onTouch,
}: {
  name: FactName;
  value: string | undefined;
  isOptional: boolean;
  isActive: boolean;
  onTouch: () => void;
}) {
  return (
    <button
      type="button"
      class="fact-row"
      data-active={isActive}
      data-given={Boolean(value)}
      data-testid={`fact-${name}`}
      onClick={onTouch}
    >
      <Icon name={value ? "check" : isActive ? "right" : "minus"} size={20} />
      <span>
        {coded("fact", name)}
        {isOptional && <small> ({text("irregularity.optional")})</small>}
      </span>
      <b>{value ? answerWords(name, value) : text("irregularity.not_set")}</b>
    </button>
  );
}

interface SendProps {
  readonly screen: DealerScreen;
  readonly kind: IrregularityKind;
  readonly answers: Answers;
}

/** The button that reports, or says which fact is still needed, and the station's no. */
function SendReport({ screen, kind, answers }: SendProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const missing = kind.needs.find((name) => !answers[name]);
  const isSending = isPending(screen.pending.value, "report_irregularity");
  const send = async (): Promise<void> => {
    setProblem(null);
    const fields = reportFields(kind.id, answers);
    const result = await screen.send({ command: "report_irregularity", fields });
    if (result !== "done") setProblem(result);
    else if (screen.dialog.value?.kind === "irregularity") screen.dialog.value = null;
  };
  return (
    <>
      {problem && (
        <p class="report-problem" role="alert" data-testid="report-problem">
          <Icon name="warning" size={22} />
          <span>{messageText(problem, screen.view.value?.table.game ?? "")}</span>
        </p>
      )}
      <button
        type="button"
        class="button-primary"
        data-testid="send-report"
        disabled={Boolean(missing) || isSending}
        onClick={() => void send()}
      >
        <Icon name={missing ? "minus" : "right"} size={28} />
        {isSending
          ? text("primary.sending")
          : missing
            ? text("irregularity.missing", { fact: coded("fact", missing) })
            : text("irregularity.send")}
      </button>
    </>
  );
}

interface ReportProps {
  readonly screen: DealerScreen;
  readonly kind: IrregularityKind;
  readonly onBack: () => void;
}

function Report({ screen, kind, onBack }: ReportProps) {
  const optional = kind.optional ?? [];
  const names: readonly FactName[] = [...kind.needs, ...optional];
  const [answers, setAnswers] = useState<Answers>({});
  const [active, setActive] = useState<FactName | null>(names[0] ?? null);
  const answer = (name: FactName, value: string, isComplete: boolean): void => {
    const next = withAnswer(answers, name, value, names);
    setAnswers(next);
    const open = kind.needs.find((each) => !next[each]);
    if (isComplete && open) setActive(open);
  };
  return (
    <div class="report">
      <div class="report-left">
        <p class="report-kind">
          <b>{kind.id}</b>
          {coded("kind", kind.id, kind.title)}
        </p>
        {names.map((name) => (
          <FactRow
            key={name}
            name={name}
            value={answers[name]}
            isOptional={optional.includes(name)}
            isActive={active === name}
            onTouch={() => setActive(name)}
          />
        ))}
        <span class="report-space" />
        <button type="button" class="button-plain" data-testid="back" onClick={onBack}>
          <Icon name="left" />
          {text("common.back")}
        </button>
        <SendReport screen={screen} kind={kind} answers={answers} />
      </div>
      <div class="report-right">
        {active && (
          <FactPicker
            key={active}
            screen={screen}
            name={active}
            value={answers[active] ?? ""}
            onAnswer={(value, isComplete) => answer(active, value, isComplete)}
          />
        )}
      </div>
    </div>
  );
}

export function Irregularity({ screen }: { screen: DealerScreen }) {
  const [kind, choose] = useState<IrregularityKind | null>(null);
  return (
    <Sheet
      title={text("irregularity.title")}
      size="full"
      testid="irregularity-sheet"
      onClose={() => {
        screen.dialog.value = null;
      }}
    >
      {kind ? (
        <Report screen={screen} kind={kind} onBack={() => choose(null)} />
      ) : (
        <Kinds kinds={screen.view.value?.irregularities ?? []} onChoose={choose} />
      )}
    </Sheet>
  );
}
