// Facts of an irregularity in words and pictures: cards as cards, positions and amounts as people
// say them.
import { Card } from "./card.tsx";
import { copiesName, copiesOf } from "./card_name.ts";
import { cardsOf } from "./suits.ts";
import { coded, money, positionName, text } from "./texts/texts.ts";
import type { Facts } from "./view.ts";

const CARD_FACTS = new Set(["card", "cards", "read"]);
const AMOUNT = /^\d+(\.\d{1,2})?$/;

/** Cards of a deck check, by name too; of more than two only the first one. */
const WRONG_CARDS = new Set(["missing", "surplus"]);
const WRONG_SHOWN = 2;

function WrongCards({ words }: { words: string }) {
  const cards = cardsOf(words);
  const kinds = copiesOf(cards);
  const shown = kinds.slice(0, kinds.length > WRONG_SHOWN ? 1 : WRONG_SHOWN);
  const others = cards.length - shown.reduce((sum, [, count]) => sum + count, 0);
  const more = others > 0 ? [text("deck_check.others", { count: others })] : [];
  return (
    <span class="fact-wrong">
      <span class="fact-cards">
        {shown.map(([card]) => (
          <Card key={card} card={card} height={56} />
        ))}
      </span>
      <small>{[...shown.map(copiesName), ...more].join(", ")}</small>
    </span>
  );
}

function FactValue({ name, value }: { name: string; value: string }) {
  if (WRONG_CARDS.has(name)) return <WrongCards words={value} />;
  if (CARD_FACTS.has(name)) {
    const cards = cardsOf(value);
    if (cards.every((card) => card.length === 2)) {
      return (
        <span class="fact-cards">
          {cards.map((card, at) => (
            <Card key={at} card={card} height={56} />
          ))}
        </span>
      );
    }
  }
  if (name === "position") return <b>{positionName(value)}</b>;
  if (name === "amount" && AMOUNT.test(value)) return <b>{money(value)}</b>;
  if (name === "seats") return <b>{value.split(" ").join(", ")}</b>;
  if (name === "action") return <b>{coded("said", value)}</b>;
  if (name === "chips") {
    return (
      <b>
        {value
          .split(" ")
          .map((chip) => money(chip, true))
          .join(" + ")}
      </b>
    );
  }
  if (name === "substantial") return <b>{coded("truth", value)}</b>;
  if (name === "stray") return <b>{coded("stray", value)}</b>;
  return <b>{value}</b>;
}

export function FactList({ facts }: { facts: Facts }) {
  const entries = Object.entries(facts);
  if (entries.length === 0) return <p class="held-stop">{text("held.no_facts")}</p>;
  return (
    <dl class="facts">
      {entries.map(([name, value]) => (
        <div key={name} class="fact" data-wide={name === "note"}>
          <dt>{coded("fact", name)}</dt>
          <dd>
            <FactValue name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
