// Chips: as a button's face from above, and as piles from the side. The number or the count beside
// them carries the value; the colour only helps.
import { type Cents, chipPiles } from "./amount.ts";

/** What a dealer stakes with. */
export const CHIPS = [1, 5, 10, 25, 100] as const;
/** What payouts are drawn with. */
export const PAYING = [1, 5, 10, 25, 100, 500, 1000] as const;
const PILE_HIGH = 7;

export function ChipFace({ chip, size }: { chip: number; size: number }) {
  return (
    <svg
      class={`chip chip-${chip}`}
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle class="chip-body" cx="50" cy="50" r="48" />
      <circle class="chip-edge" cx="50" cy="50" r="42" />
      <circle class="chip-ring" cx="50" cy="50" r="33" />
      <text class="chip-number" x="50" y={chip >= 100 ? 61 : 62} data-wide={chip >= 100}>
        {chip}
      </text>
    </svg>
  );
}

interface PileProps {
  readonly chip: number;
  readonly count: number;
  readonly size: number;
}

/** One pile from the side; more than seven chips are drawn as seven (the count tells). */
function Pile({ chip, count, size }: PileProps) {
  const shown = Math.min(count, PILE_HIGH);
  const height = 26 + (shown - 1) * 11 + 14;
  return (
    <svg
      class={`chip chip-${chip}`}
      viewBox={`0 0 80 ${height}`}
      width={size}
      height={(size * height) / 80}
      aria-hidden="true"
    >
      {Array.from({ length: shown }, (_, at) => {
        const y = height - 14 - 11 - at * 11;
        return (
          <g key={at}>
            <path class="chip-body" d={`M2 ${y}v11a38 13 0 0 0 76 0v-11z`} />
            <path class="chip-stripe" d={`M18 ${y + 9}v11l10 3v-11zM52 ${y + 12}v11l10-3v-11z`} />
            <ellipse class="chip-top" cx="40" cy={y} rx="38" ry="13" />
            <ellipse class="chip-top-ring" cx="40" cy={y} rx="25" ry="8" />
          </g>
        );
      })}
    </svg>
  );
}

export function ChipStack({
  amount,
  size,
  counts = false,
}: {
  amount: Cents;
  size: number;
  counts?: boolean;
}) {
  const [piles] = chipPiles(amount, PAYING);
  return (
    <div class="chip-stack">
      {piles.map(({ chip, count }) => (
        <div key={chip} class="chip-pile">
          <Pile chip={chip} count={count} size={size} />
          {counts && <span class="chip-count">{`${count} × ${chip}`}</span>}
        </div>
      ))}
    </div>
  );
}
