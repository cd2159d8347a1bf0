// Payouts in paying order: the seat whose turn it is large, with every wager, its odds and result,
// and what the dealer hands over as chips.
import type { ComponentChildren } from "preact";
import { cents, sum } from "../shared/amount.ts";
import { Hand } from "../shared/card.tsx";
import { ChipStack } from "../shared/chips.tsx";
import { worthText } from "../shared/hands.ts";
import { Icon, type IconName } from "../shared/icons.tsx";
import { OUTCOME_ICON } from "../shared/phases.ts";
import { cardsOf } from "../shared/suits.ts";
import { BOOK, coded, money, text } from "../shared/texts/texts.ts";
import type { Payout, View, Wager } from "../shared/view.ts";
import { BookPayout } from "./book.tsx";
import { DeviceNotice } from "./felt.tsx";
import { currentPayout, isByBook, isWin, statusOf, statusText } from "./state.ts";
import type { FeltScreen } from "./watched.ts";

function WagerRow({ wager }: { wager: Wager }) {
  const { spot, stake, odds, wins, rule } = wager;
  const outcome = wager.outcome ?? "pending";
  const net = wins ? cents(wins) : 0;
  return (
    <tr data-outcome={outcome} data-testid={`wager-${spot}`}>
      <th scope="row">
        {coded("spot", spot)}
        {rule && <small data-rule={rule}>{coded("rule", rule, rule)}</small>}
      </th>
      <td>{money(stake)}</td>
      <td>{odds ?? "–"}</td>
      <td class="wager-outcome">
        <span>
          <Icon name={OUTCOME_ICON[outcome]} size={20} />
          {coded("outcome", outcome)}
        </span>
      </td>
      <td class="wager-wins">{net === 0 ? "–" : `${net > 0 ? "+" : ""}${money(net)}`}</td>
    </tr>
  );
}

function WagerTable({ payout }: { payout: Payout }) {
  return (
    <table class="wagers">
      <thead>
        <tr>
          <th />
          <th scope="col">{text("payout.stake")}</th>
          <th scope="col">{text("payout.odds")}</th>
          <th scope="col">{text("payout.result")}</th>
          <th scope="col">{text("payout.net")}</th>
        </tr>
      </thead>
      <tbody>
        {payout.wagers.map((wager) => (
          <WagerRow key={wager.spot} wager={wager} />
        ))}
      </tbody>
    </table>
  );
}

/** The right column: a supervisor first where one must see the hand, else what is handed over. */
function HandBack({ payout, mustShow }: { payout: Payout; mustShow: boolean }) {
  const back = cents(payout.hand_back);
  const taken = sum(
    payout.wagers.map(({ outcome, stake }) => (outcome === "lose" ? stake : undefined)),
  );
  const shown = back > 0 ? back : taken;
  const words = money(shown);
  return (
    <div class="payout-back" data-empty={back === 0}>
      <h3>{back === 0 ? text("payout.take") : text("payout.hand_back", { seat: payout.seat })}</h3>
      <p
        class="payout-amount"
        data-testid="hand-back"
        data-amount={payout.hand_back}
        data-long={words.length > 9}
      >
        {words}
      </p>
      {mustShow ? (
        <p class="payout-verify" data-testid="payout-verify">
          <Icon name="eye" size={40} />
          <b>{text("payout.verify")}</b>
          <span>{text("payout.verify_hint")}</span>
        </p>
      ) : (
        <ChipStack amount={shown} size={48} counts />
      )}
      {!mustShow && back % 100 > 0 && (
        <small class="payout-coins">{text("payout.coins", { amount: money(back % 100) })}</small>
      )}
    </div>
  );
}

/** What the other bettors get for this hand: all the same, and together with its prize. */
function Envy({ payout }: { payout: Payout }) {
  const envies = payout.envy ?? [];
  const [first] = envies;
  if (!first) return null;
  const seats = envies.map(({ seat }) => seat).join(", ");
  return (
    <span class="payout-envy" data-testid="payout-envy" data-amount={first.amount}>
      {text("payout.envy", { seats, amount: money(first.amount) })}
    </span>
  );
}

function Current({ view, payout }: { view: View; payout: Payout }) {
  const seat = payout.seat;
  const mustShow = view.next.kind === "verify" && view.next.seat === seat;
  const status = statusOf(view, seat);
  const cards = cardsOf(view.cards?.[String(seat)]);
  return (
    <article
      class="payout-now"
      data-testid="payout-current"
      data-seat={seat}
      data-verify={mustShow}
    >
      <header>
        <div>
          <span class="payout-seat">{text("place.seat", { seat })}</span>
          {payout.hand && <strong class="payout-hand">{coded("hand", payout.hand)}</strong>}
          {status && status !== "in" && (
            <span class="payout-status">
              <Icon name="cross" size={20} />
              {statusText(view, seat, status)}
            </span>
          )}
          <Envy payout={payout} />
        </div>
        {cards.length > 0 && <Hand cards={cards} height={112} step={84} />}
      </header>
      <WagerTable payout={payout} />
      <HandBack payout={payout} mustShow={mustShow} />
    </article>
  );
}

const STATE_ICON: Readonly<Record<Payout["state"], IconName>> = {
  paid: "check",
  current: "right",
  waiting: "hourglass",
};

function Tile({ payout }: { payout: Payout }) {
  const back = cents(payout.hand_back);
  const isTaken = payout.state === "paid" && back === 0;
  const words = payout.state === "waiting" || isTaken ? "" : money(back);
  return (
    <li class="payout-tile" data-state={payout.state} data-testid={`payout-${payout.seat}`}>
      <b>{payout.seat}</b>
      <span class="payout-tile-state">
        <Icon name={STATE_ICON[payout.state]} size={16} />
        {text(isTaken ? "payout.taken" : `payout.${payout.state}`)}
      </span>
      <span class="payout-tile-hand">{payout.hand ? coded("hand", payout.hand) : ""}</span>
      <strong data-win={isWin(payout)} data-long={words.length > 10}>
        {words}
      </strong>
      {payout.verify && payout.state === "waiting" && (
        <span class="payout-tile-eye">
          <Icon name="eye" size={18} />
        </span>
      )}
    </li>
  );
}

/** The dealer's hand above the payments. */
export function DealerPayoutHead({ view }: { view: View }) {
  const hand = view.hands?.dealer;
  return (
    <div class="payout-dealer" data-testid="dealer-hand">
      <span class="payout-dealer-label">
        <b>{text("place.dealer")}</b>
        {hand && <span data-testid="dealer-hand-name">{worthText(hand)}</span>}
      </span>
      <Hand cards={cardsOf(view.cards?.dealer)} height={104} step={81} />
    </div>
  );
}

/** `head`: the hands that the wagers were decided against. */
export function Payouts({
  screen,
  view,
  head,
}: {
  screen: FeltScreen;
  view: View;
  head: ComponentChildren;
}) {
  const payout = currentPayout(view);
  const payouts = view.payouts ?? [];
  return (
    <section class="payouts" data-testid="payouts">
      <DeviceNotice screen={screen} view={view} />
      {head}
      {payout?.seat === BOOK ? (
        <BookPayout view={view} payout={payout} />
      ) : payout ? (
        <Current key={payout.seat} view={view} payout={payout} />
      ) : (
        <p class="payout-done">
          <Icon name="check" size={36} />
          {text("payout.done")}
        </p>
      )}
      {!isByBook(view) && (
        <ol class="payout-rail" data-many={payouts.length > 7} aria-label={text("payout.order")}>
          {payouts.map((each) => (
            <Tile key={each.seat} payout={each} />
          ))}
        </ol>
      )}
    </section>
  );
}
