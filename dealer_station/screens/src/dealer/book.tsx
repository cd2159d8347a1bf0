// The bettors of a book in sums: how many, what they have staked, who has not decided, what they were
// paid. No bettor of his own stands on the glass, and no chip: the platform that sends them pays them.
import { type Cents, cents, sum } from "../shared/amount.ts";
import { Icon } from "../shared/icons.tsx";
import { BOOK, coded, counted, money, placeName, text } from "../shared/texts/texts.ts";
import type { Book, Payout, View } from "../shared/view.ts";
import { stakedInAll } from "./state.ts";
import "./book.css";

/** What the bettors got back, stakes with it; null until they are settled. */
export function paidInAll(book: Book): Cents | null {
  if (book.spots.some(({ net }) => !net)) return null;
  return stakedInAll(book) + sum(book.spots.map(({ net }) => net ?? undefined));
}

const outcomeOf = (net: Cents): string => (net > 0 ? "win" : net < 0 ? "lose" : "push");
const signed = (amount: Cents): string => `${amount > 0 ? "+" : ""}${money(amount)}`;

function Figure({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div data-testid={`book-${name}`} data-value={value}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** How many there are, and how they have decided. */
export function BookFigures({ book }: { book: Book }) {
  const isDecided = book.stage === "closed";
  const paid = paidInAll(book);
  return (
    <dl class="book-figures">
      <Figure name="bettors" label={text("book.bettors")} value={counted(book.bettors)} />
      {book.stage === "deciding" && (
        <Figure name="undecided" label={text("book.undecided")} value={counted(book.undecided)} />
      )}
      {book.stage !== "betting" &&
        Object.entries(book.decisions).map(([action, count]) => (
          <Figure
            key={action}
            name={action}
            label={coded("book_action", action)}
            value={counted(count)}
          />
        ))}
      {isDecided && book.auto_folded > 0 && (
        <Figure
          name="auto-folded"
          label={text("book.auto_folded")}
          value={counted(book.auto_folded)}
        />
      )}
      <Figure name="staked" label={text("book.staked")} value={money(stakedInAll(book))} />
      {paid !== null && <Figure name="paid" label={text("book.paid")} value={money(paid)} />}
      {book.house && (
        <Figure name="house" label={text("book.house")} value={signed(cents(book.house))} />
      )}
    </dl>
  );
}

/** Spot by spot: how many stakes and how much; once settled, what was paid and the bettors' net. */
export function BookTable({ book }: { book: Book }) {
  const isSettled = paidInAll(book) !== null;
  return (
    <table class="wagers book-table">
      <thead>
        <tr>
          <th />
          <th scope="col">{text("book.stakes")}</th>
          <th scope="col">{text("book.staked")}</th>
          {isSettled && <th scope="col">{text("book.paid")}</th>}
          {isSettled && <th scope="col">{text("payout.net")}</th>}
        </tr>
      </thead>
      <tbody>
        {book.spots.map(({ spot, stakes, staked, net }) => (
          <tr
            key={spot}
            data-testid={`book-spot-${spot}`}
            data-staked={staked}
            data-net={net ?? ""}
            data-outcome={outcomeOf(cents(net ?? "0"))}
          >
            <th scope="row">{coded("spot", spot)}</th>
            <td data-label={text("book.stakes")}>{counted(stakes)}</td>
            <td data-label={text("book.staked")}>{money(staked)}</td>
            {isSettled && (
              <td data-label={text("book.paid")}>{money(cents(staked) + cents(net ?? "0"))}</td>
            )}
            {isSettled && (
              <td class="wager-wins" data-label={text("payout.net")}>
                {signed(cents(net ?? "0"))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In the place of the seats. `isBrief`: there is little room on the felt, so the spots give way. */
export function BookOnFelt({ view, isBrief }: { view: View; isBrief: boolean }) {
  if (!view.book || !view.is_open) return null;
  return (
    <section class="book" data-testid="book" data-stage={view.book.stage}>
      <h2 class="payout-hand">{placeName(String(BOOK))}</h2>
      <BookFigures book={view.book} />
      {!isBrief && <BookTable book={view.book} />}
    </section>
  );
}

/** The book's turn to be paid: what lies in it, and what the dealer has to do about it. */
export function BookPayout({ view, payout }: { view: View; payout: Payout }) {
  const { book } = view;
  if (!book) return null;
  const mustShow = view.next.kind === "verify";
  return (
    <article
      class="payout-now"
      data-testid="payout-current"
      data-seat={BOOK}
      data-verify={mustShow}
    >
      <div>
        <span class="payout-seat">{placeName(String(BOOK))}</span>{" "}
        {payout.hand && <strong class="payout-hand">{coded("hand", payout.hand)}</strong>}
        <BookFigures book={book} />
      </div>
      <BookTable book={book} />
      <div class="payout-back">
        <h3>{text("book.bettors")}</h3>
        <p class="payout-amount">{counted(book.bettors)}</p>
        {mustShow ? (
          <p class="payout-verify" data-testid="payout-verify">
            <Icon name="eye" size={40} />
            <b>{text("payout.verify")}</b>
            <span>{text("payout.verify_hint")}</span>
          </p>
        ) : (
          <p class="payout-coins" data-testid="book-note">
            {text("book.by_platform")}
          </p>
        )}
      </div>
    </article>
  );
}
