// What an item of the inbox is about, and its answers: facts in words, the cards concerned, what is
// proposed and why. Every answer is held to be given.
import type { ComponentChildren } from "preact";
import { Card } from "../shared/card.tsx";
import { FactList } from "../shared/facts.tsx";
import { faultWords } from "../shared/faults.ts";
import { Icon } from "../shared/icons.tsx";
import { Meter } from "../shared/meter.tsx";
import type { ToSign } from "../shared/signatures.ts";
import { decidesAlone } from "../shared/signatures.ts";
import {
  coded,
  money,
  optionName,
  optionText,
  placeName,
  positionName,
  roleName,
  sourceText,
  text,
} from "../shared/texts/texts.ts";
import type { OpenRuling } from "../shared/view.ts";
import type { Item, PlacedCard } from "./floor.ts";
import { HoldButton } from "./hold_button.tsx";
import { contentOf, deviceKind, meterOf, prizeHeldBy, readyOrder, rulingOrder } from "./inbox.ts";
import { LazyCardAnswer } from "./poker_parts.tsx";
import type { ConsoleScreen } from "./screen.ts";

interface Props {
  readonly screen: ConsoleScreen;
  readonly item: Item;
}

export interface AnswerProps extends Props {
  readonly toSign: ToSign;
  readonly label: string;
  readonly testid: string;
  readonly isFirst: boolean;
}

/** One answer. Where a second person is needed, it says who signs. */
export function Answer({ screen, item, toSign, label, testid, isFirst }: AnswerProps) {
  const own = screen.person.value?.role;
  const isAlone = decidesAlone(own, toSign.role);
  const sent = screen.pendingOn(item);
  const isThis = sent.some(({ fields }) => fields.option === toSign.order.fields?.option);
  return (
    <HoldButton
      testid={testid}
      label={label}
      under={
        <>
          <Icon name={isAlone ? "clock" : "lock"} size={16} />
          {isAlone ? text("hold.hint") : text("hold.second", { role: roleName(toSign.role) })}
        </>
      }
      isFirst={isFirst}
      isPending={isThis}
      isDisabled={!screen.canDecide.value || sent.length > 0}
      content={contentOf(item)}
      onHeld={() => void screen.decide(item, toSign)}
    />
  );
}

function Concerned({ cards }: { cards: readonly PlacedCard[] }) {
  if (cards.length === 0) return null;
  return (
    <section class="concerned" data-testid="concerned">
      <h3>{text("item.cards")}</h3>
      <ul>
        {cards.map(({ position, card }) => (
          <li key={`${position} ${card}`} data-position={position}>
            <Card card={card} height={96} />
            <small>{position ? positionName(position) : text("item.no_place")}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

const gameAt = (screen: ConsoleScreen, item: Item): string =>
  screen.floor.value?.tables.find(({ id }) => id === item.table)?.game ?? "";

function Ruling({ screen, item, ruling }: Props & { readonly ruling: OpenRuling }) {
  return (
    <>
      <p class="item-kind">
        <b>{ruling.irregularity}</b> ·{" "}
        {text("held.reported_by", { who: roleName(ruling.reported_by) })}
      </p>
      <div class="evidence">
        <FactList facts={ruling.facts} />
        <Concerned cards={item.cards ?? []} />
      </div>
      <section class="proposal" data-testid="proposal">
        <h3>{text("held.proposal")}</h3>
        <p class="proposal-what">
          <strong>{optionName(ruling.proposal)}</strong>{" "}
          <span>{optionText(gameAt(screen, item), ruling.proposal)}</span>
        </p>
        <p class="proposal-source">
          <b>{text("held.source")}:</b> {sourceText(ruling.irregularity, ruling.source)}
        </p>
        {ruling.reread && (
          <p class="proposal-reread">
            <Icon name="repeat" size={18} />
            {text("held.reread")}
          </p>
        )}
      </section>
      <Answers>
        {ruling.options.map((offered) => {
          const isFirst = offered.option === ruling.proposal;
          return offered.card ? (
            <LazyCardAnswer
              key={offered.option}
              screen={screen}
              item={item}
              offered={offered}
              isFirst={isFirst}
            />
          ) : (
            <Answer
              key={offered.option}
              screen={screen}
              item={item}
              toSign={rulingOrder(item, offered)}
              label={optionName(offered.option)}
              testid={`option-${offered.option}`}
              isFirst={isFirst}
            />
          );
        })}
      </Answers>
    </>
  );
}

function Answers({ children }: { children: ComponentChildren }) {
  return (
    <section class="answers">
      <h3>{text("held.options")}</h3>
      <div class="answer-grid">{children}</div>
    </section>
  );
}

/** The one answer of an item that has no options. */
function OneAnswer({ screen, item, label }: Props & { readonly label: string }) {
  const toSign = readyOrder(item, deviceKind(screen.floor.value?.devices ?? [], item));
  if (!toSign) return null;
  return (
    <Answers>
      <Answer screen={screen} item={item} toSign={toSign} label={label} testid="answer" isFirst />
    </Answers>
  );
}

function Verification({ screen, item }: Props) {
  const meters = screen.floor.value?.meters ?? [];
  const meter = meterOf(meters, item.table);
  const held = prizeHeldBy(meters, item);
  return (
    <>
      <div class="winner" data-testid="winner">
        <div class="winner-hand">
          {(item.hand ?? []).map((card, at) => (
            <Card key={at} card={card} height={112} />
          ))}
        </div>
        <dl class="winner-facts">
          <div>
            <dt>{placeName(String(item.seat ?? ""))}</dt>
            <dd>{item.category ? coded("hand", item.category) : "–"}</dd>
          </div>
          <div>
            <dt>{text("item.prize")}</dt>
            <dd class="winner-prize" data-amount={item.amount}>
              {item.amount ? money(item.amount) : "–"}
            </dd>
          </div>
          {meter && (
            <div>
              <dt>{text("item.meter", { meter: meter.progressive })}</dt>
              <dd>
                <small>{meter.currency}</small> <Meter amount={meter.meter} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      <p class="item-hint">{text("item.verification_hint")}</p>
      {held && (
        <button
          type="button"
          class="link-button"
          data-testid="dispute-there"
          onClick={() => screen.showMovements(held.progressive, held.level)}
        >
          {text("item.in_doubt")}
          <Icon name="right" size={16} />
        </button>
      )}
      <OneAnswer screen={screen} item={item} label={text("answer.verification")} />
    </>
  );
}

function Call({ screen, item }: Props) {
  return (
    <>
      <p class="item-hint">{text("item.call_hint", { table: item.table_name })}</p>
      <OneAnswer screen={screen} item={item} label={text("answer.call")} />
    </>
  );
}

function DeviceFault({ screen, item }: Props) {
  const kind = deviceKind(screen.floor.value?.devices ?? [], item);
  return (
    <>
      <p class="item-fault" data-testid="fault-words">
        <Icon name="warning" size={20} />
        {faultWords(kind, item.faults)}
      </p>
      {item.reason && (
        <p class="item-reason">
          <b>{text("fact.reason")}:</b> {item.reason}
        </p>
      )}
      <p class="item-hint">{coded("item", `hint_${kind}`, text("item.hint_device"))}</p>
      <OneAnswer screen={screen} item={item} label={coded("answer", kind, text("answer.device"))} />
    </>
  );
}

export function ItemBody({ screen, item }: Props) {
  return (
    <div class="item-body" data-testid="item-body">
      {item.kind === "ruling" && item.ruling && (
        <Ruling screen={screen} item={item} ruling={item.ruling} />
      )}
      {item.kind === "verification" && <Verification screen={screen} item={item} />}
      {item.kind === "call" && <Call screen={screen} item={item} />}
      {item.kind === "device_fault" && <DeviceFault screen={screen} item={item} />}
    </div>
  );
}
