// The middle of a poker table: the board, the pots with whom they may fall to, what becomes of them
// before they are pushed, and what the dealer says aloud.
import { cents, sum } from "../../shared/amount.ts";
import { Hand } from "../../shared/card.tsx";
import { cardName } from "../../shared/card_name.ts";
import { ChipStack } from "../../shared/chips.tsx";
import { Icon } from "../../shared/icons.tsx";
import type { Announcement, Pot, PotAward } from "../../shared/pot_view.ts";
import { cardsOf } from "../../shared/suits.ts";
import { coded, money, optionName, type Params, text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import { nextPlace } from "../state.ts";
import { openRange, tracksStakes } from "./steps.ts";

const BOARD_PLACES = 5;

function Board({ view, height }: { view: View; height: number }) {
  const cards = cardsOf(view.cards?.board);
  const isNext = view.next.kind === "card" && nextPlace(view)?.place === "board";
  const isLaid = view.table.has_button === true;
  if (!isLaid && cards.length === 0 && !isNext) return null;
  return (
    <div class="pot-board" data-testid="board" data-cards={cards.join(" ")}>
      <Hand
        cards={cards}
        height={height}
        step={height * 0.7 + 8}
        places={isLaid ? BOARD_PLACES : 1}
        next={isNext}
      />
    </div>
  );
}

const potName = (at: number, count: number): string => {
  if (count === 1) return text("pot.total");
  return at === 0 ? text("pot.main") : text("pot.side", { number: at });
};

const seatsOf = ({ seats }: Pot): string => text("pot.seats", { seats: seats.join(", ") });

function Pots({ view, compact }: { view: View; compact: boolean }) {
  const pots = (view.pots ?? []).filter(({ amount }) => cents(amount) > 0);
  if (pots.length === 0) return null;
  return (
    <ul class="pots" data-many={pots.length > 2} data-testid="pots">
      {pots.map((pot, at) => (
        <li key={at} data-testid={`pot-${at}`} data-amount={pot.amount}>
          {!compact && pots.length < 3 && <ChipStack amount={cents(pot.amount)} size={24} />}
          <span>
            <small>{potName(at, pots.length)}</small>
            <b>{money(pot.amount, true)}</b>
            {pots.length > 1 && !compact && <i>{seatsOf(pot)}</i>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Who wins where no chips are followed; after him who wins a side pot that there may be. */
function Winners({ awards }: { awards: readonly PotAward[] }) {
  return (
    <ul class="awards" data-many={awards.length > 2} data-testid="winners">
      {awards.map(({ shares }, at) => (
        <li key={at} class="award">
          <p class="award-pot">
            <small>{text(at === 0 ? "pot.winner" : "pot.beside")}</small>
          </p>
          <p class="award-shares">
            {shares.map(({ seat }) => (
              <span key={seat} data-testid={`wins-${seat}`}>
                <Icon name="right" size={20} />
                {text("pot.wins", { seat })}
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Award({ award, name }: { award: PotAward; name: string }) {
  return (
    <li class="award">
      <p class="award-pot">
        <small>{name}</small>
        <b>{money(award.amount, true)}</b>
        {cents(award.rake) > 0 && <i>{text("pot.rake", { amount: money(award.rake, true) })}</i>}
      </p>
      <p class="award-shares">
        {award.shares.map(({ seat, amount }) => (
          <span key={seat} data-testid={`takes-${seat}`} data-amount={amount}>
            <Icon name="right" size={20} />
            {text("pot.takes", { seat, amount: money(amount, true) })}
          </span>
        ))}
      </p>
    </li>
  );
}

/** What becomes of each pot: read before it is pushed, and shown until the next hand. */
function Awards({ awards }: { awards: readonly PotAward[] }) {
  return (
    <ul class="awards" data-many={awards.length > 2} data-testid="awards">
      {awards.map((award, at) => (
        <Award key={at} award={award} name={potName(at, awards.length)} />
      ))}
    </ul>
  );
}

const ranksOf = ({ ranks }: Announcement): string =>
  ranks.map((rank) => coded("rank", rank === "T" ? "10" : rank)).join(", ");

/** What the dealer says, in his own words: two pairs are said as such. */
export function said(one: Announcement): string {
  const kind = one.kind === "pair" && one.ranks.length > 1 ? "two_pair" : one.kind;
  const facts: Params = {
    seat: one.seat,
    ranks: ranksOf(one),
    card: one.card ? cardName(one.card) : "",
    ...(one.suit ? { suit: coded("suit", one.suit) } : {}),
    ...(one.to ? { to: money(one.to, true) } : {}),
  };
  return coded("announce", kind, "", facts);
}

function Announcements({ view, most }: { view: View; most: number }) {
  const all = view.announcements ?? [];
  if (all.length === 0) return null;
  return (
    <ul class="announcements" data-testid="announcements">
      {all.slice(0, most).map((one, at) => (
        <li key={at} data-kind={one.kind}>
          <Icon name={one.kind === "low" ? "down" : "up"} size={18} />
          {said(one)}
        </li>
      ))}
    </ul>
  );
}

/** The last ruling, where the number pad has its place in the panel. */
function Ruled({ view }: { view: View }) {
  const done = (view.rulings ?? []).filter(({ by }) => by).at(-1);
  if (!done || view.phase === "held" || !openRange(view.next.legal ?? {})) return null;
  return (
    <p class="pot-ruled" data-testid="last-ruling">
      <Icon name="check" size={18} />
      <b>{done.irregularity}</b> {optionName(done.option)}
    </p>
  );
}

/** What the table plays for. */
function Terms({ view }: { view: View }) {
  const { limits, level, ante, bring_in, small_blind, big_blind } = view.table;
  const amounts = [
    ["terms.blinds", small_blind, big_blind],
    ["terms.ante", ante],
    ["terms.bring_in", bring_in],
  ] as const;
  const [min, max] = [money(limits.min, true), limits.max ? money(limits.max, true) : ""];
  return (
    <p class="piles" data-testid="terms">
      {cents(limits.min) > 0 && (
        <span>
          {level
            ? text("terms.level", { level })
            : text(max ? "terms.limit" : "terms.no_limit", { min, max })}
        </span>
      )}
      {amounts.map(([key, ...sums]) =>
        sums.every((amount) => cents(amount ?? "0") > 0) ? (
          <span key={key}>
            {text(key, { amount: sums.map((amount) => money(amount ?? "0", true)).join(" / ") })}
          </span>
        ) : null,
      )}
    </p>
  );
}

/** Too few cards for everybody: the dealer does something between two cards. */
function Shortage({ view }: { view: View }) {
  if (!view.shortage) return null;
  const { step, cards } = view.shortage;
  return (
    <p class="pot-ruled" role="status" data-testid="shortage" data-step={step}>
      <Icon name="warning" size={24} />
      <span>
        <b>{text("shortage.title")}</b> {coded("shortage", step, "", { cards })}
      </span>
    </p>
  );
}

function Piles({ view }: { view: View }) {
  const burned = cardsOf(view.cards?.burn).length;
  const aside = cardsOf(view.cards?.aside);
  return (
    <p class="piles">
      {view.street && <span>{coded("street", view.street)}</span>}
      {burned > 0 && <span>{`${text("place.burn")} · ${burned}`}</span>}
      {aside.length > 0 && (
        <span data-testid="aside">{`${text("place.aside")} · ${aside.length}`}</span>
      )}
    </p>
  );
}

interface MiddleProps {
  readonly view: View;
  readonly width: number;
  readonly compact: boolean;
}

export function Middle({ view, width, compact }: MiddleProps) {
  const awards = view.awards ?? [];
  const many = awards.length > 2 || (view.pots?.length ?? 0) > 2;
  const fits = Math.floor((width / BOARD_PLACES - 8) / 0.7);
  const height = Math.min(compact ? 58 : awards.length > 0 || many ? 84 : 100, fits);
  // With much to say there is no room; ante and bring-in are paid by then.
  const hasRoom = !compact && (view.announcements?.length ?? 0) < 4;
  const inAll = sum([...(view.pots ?? []).map(({ amount }) => amount)]);
  return (
    <div
      class="pot-middle"
      data-testid="pot-middle"
      data-total={inAll}
      role="group"
      aria-label={text("pot.middle")}
    >
      <Ruled view={view} />
      {hasRoom && <Terms view={view} />}
      <Shortage view={view} />
      <Piles view={view} />
      <Board view={view} height={height} />
      {awards.length > 0 ? (
        !compact && (tracksStakes(view) ? <Awards awards={awards} /> : <Winners awards={awards} />)
      ) : (
        <Pots view={view} compact={compact} />
      )}
      {!compact && awards.length === 0 && <Announcements view={view} most={5} />}
    </div>
  );
}
