// Playing cards drawn by us on a 140 x 200 grid. The index strip (rank over suit) is 39 units wide,
// so that fanned cards stay readable when only their left edge shows.
import type { ComponentChildren } from "preact";
import { face, SUIT_PATH, type Suit } from "./suits.ts";

const WIDTH = 140;
const HEIGHT = 200;

function SuitShape({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  return (
    <path
      d={SUIT_PATH[suit]}
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`}
    />
  );
}

function Index({ rank, suit }: { rank: string; suit: Suit }) {
  const squeeze = rank === "10" ? { textLength: 36, lengthAdjust: "spacingAndGlyphs" } : {};
  return (
    <g>
      <text class="card-rank" x="21" y="46" {...squeeze}>
        {rank}
      </text>
      <SuitShape suit={suit} x={21} y={72} size={33} />
    </g>
  );
}

// Columns and rows of the pips: x 0 left, 1 middle, 2 right; y in units of the card.
const COLUMNS = [54, 70, 86] as const;
type Pip = readonly [column: 0 | 1 | 2, y: number];
const PIPS: Readonly<Record<string, readonly Pip[]>> = {
  "2": [
    [1, 44],
    [1, 156],
  ],
  "3": [
    [1, 44],
    [1, 100],
    [1, 156],
  ],
  "4": [
    [0, 48],
    [2, 48],
    [0, 152],
    [2, 152],
  ],
  "5": [
    [0, 48],
    [2, 48],
    [1, 100],
    [0, 152],
    [2, 152],
  ],
  "6": [
    [0, 48],
    [2, 48],
    [0, 100],
    [2, 100],
    [0, 152],
    [2, 152],
  ],
  "7": [
    [0, 48],
    [2, 48],
    [1, 74],
    [0, 100],
    [2, 100],
    [0, 152],
    [2, 152],
  ],
  "8": [
    [0, 48],
    [2, 48],
    [1, 74],
    [0, 100],
    [2, 100],
    [1, 126],
    [0, 152],
    [2, 152],
  ],
  "9": [
    [0, 40],
    [2, 40],
    [0, 80],
    [2, 80],
    [1, 100],
    [0, 120],
    [2, 120],
    [0, 160],
    [2, 160],
  ],
  "10": [
    [0, 40],
    [2, 40],
    [1, 60],
    [0, 80],
    [2, 80],
    [0, 120],
    [2, 120],
    [1, 140],
    [0, 160],
    [2, 160],
  ],
};

// What the courts wear, drawn above their suit; the lower half mirrors the upper.
const CROWNS: Readonly<Record<string, string>> = {
  K: "M50 66V40l9 10 11-18 11 18 9-10v26zM48 70h44v6H48z",
  Q: "M50 66l-3-22 11 11 6-17 6 15 6-15 6 17 11-11-3 22zM50 70h40v6H50zM70 30a4 4 0 1 0 .01 0z",
  J: "M50 66c0-18 10-26 30-30l10-6c-2 8-2 10 0 18v18zM48 70h44v6H48z",
};

function Court({ rank, suit }: { rank: string; suit: Suit }) {
  const half = (
    <g>
      <path class="card-crown" d={CROWNS[rank] ?? ""} />
    </g>
  );
  return (
    <g>
      <rect class="card-frame" x="44" y="18" width="52" height="164" rx="6" />
      {half}
      <g transform="rotate(180 70 100)">{half}</g>
      <SuitShape suit={suit} x={70} y={100} size={40} />
    </g>
  );
}

function Middle({ rank, suit }: { rank: string; suit: Suit }) {
  const pips = PIPS[rank];
  if (pips) {
    const size = pips.length > 8 ? 19 : 21;
    return (
      <g>
        {pips.map(([column, y]) => (
          <g
            key={`${column}.${y}`}
            transform={y > 100 ? `rotate(180 ${COLUMNS[column]} ${y})` : ""}
          >
            <SuitShape suit={suit} x={COLUMNS[column]} y={y} size={pips.length < 4 ? 26 : size} />
          </g>
        ))}
      </g>
    );
  }
  if (rank === "A") return <SuitShape suit={suit} x={70} y={100} size={64} />;
  return <Court rank={rank} suit={suit} />;
}

function Outline({ children }: { children: ComponentChildren }) {
  return (
    <g>
      <rect class="card-paper" x="1.5" y="1.5" width="137" height="197" rx="13" />
      {children}
    </g>
  );
}

function Front({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <Outline>
      <g class={`suit-${suit}`}>
        <Middle rank={rank} suit={suit} />
        <Index rank={rank} suit={suit} />
        <g transform="rotate(180 70 100)">
          <Index rank={rank} suit={suit} />
        </g>
      </g>
    </Outline>
  );
}

const LOZENGES = Array.from({ length: 6 }, (_, row) =>
  Array.from({ length: 4 }, (_, column) => [28 + column * 28, 30 + row * 28] as const),
).flat();

function Back() {
  return (
    <g>
      <rect class="card-back-edge" x="1.5" y="1.5" width="137" height="197" rx="13" />
      <rect class="card-back" x="9" y="9" width="122" height="182" rx="8" />
      <g class="card-back-lines">
        {LOZENGES.map(([x, y]) => (
          <path key={`${x}.${y}`} d={`M${x} ${y - 10}l8 10-8 10-8-10z`} />
        ))}
        <rect x="15" y="15" width="110" height="170" rx="5" />
      </g>
      <circle class="card-back" cx="70" cy="100" r="32" />
      <circle class="card-back-ring" cx="70" cy="100" r="29" />
      <circle class="card-back-dot" cx="70" cy="84" r="5.5" />
      <path
        class="card-back-mark"
        fill-rule="evenodd"
        d="M51 94h38v3a19 19 0 0 1-38 0zm7 5a12 12 0 0 0 24 0z"
      />
    </g>
  );
}

function Unread() {
  return (
    <g>
      <rect class="card-unread" x="4" y="4" width="132" height="192" rx="13" />
      <text class="card-question" x="70" y="130">
        ?
      </text>
    </g>
  );
}

function Joker() {
  return (
    <Outline>
      <text class="card-joker" x="70" y="112" textLength="100" lengthAdjust="spacingAndGlyphs">
        JOKER
      </text>
    </Outline>
  );
}

export interface CardProps {
  /** Notation: "Ah", "##" face down, "??" not read, "Jo" joker. */
  readonly card: string;
  /** Height in pixels of the stage. */
  readonly height: number;
}

export function Card({ card, height }: CardProps) {
  const front = face(card);
  return (
    <svg
      class="card"
      data-card={card}
      role="img"
      aria-label={card}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={height}
      width={(height * WIDTH) / HEIGHT}
    >
      {front ? (
        <Front {...front} />
      ) : card === "##" ? (
        <Back />
      ) : card === "Jo" ? (
        <Joker />
      ) : (
        <Unread />
      )}
    </svg>
  );
}

/** Cards in a line of text: rank and suit on a scrap of paper. */
export function CardWords({ cards }: { cards: readonly string[] }) {
  return (
    <span class="card-words">
      {cards.map((card, at) => {
        const front = face(card);
        return (
          <span key={at} class={`card-word ${front ? `suit-${front.suit}` : ""}`}>
            {front ? front.rank : card}
            {front && (
              <svg viewBox="0 0 100 100" width="16" height="16" aria-hidden="true">
                <path d={SUIT_PATH[front.suit]} />
              </svg>
            )}
          </span>
        );
      })}
    </span>
  );
}

/** The place where the next card goes. */
export function CardSlot({ height }: { height: number }) {
  return (
    <svg
      class="card card-slot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={height}
      width={(height * WIDTH) / HEIGHT}
      aria-hidden="true"
    >
      <rect x="5" y="5" width="130" height="190" rx="13" />
      <path d="M70 62v72M42 108l28 30 28-30" />
    </svg>
  );
}

export interface HandProps {
  readonly cards: readonly string[];
  readonly height: number;
  /** Pixels from one card's left edge to the next one's. */
  readonly step: number;
  /** Room kept for so many cards, so that those that lie never move. */
  readonly places?: number;
  /** Shows the empty place after the last card. */
  readonly next?: boolean;
}

export function Hand({ cards, height, step, places = 0, next = false }: HandProps) {
  const taken = cards.length + (next ? 1 : 0);
  const room = Math.max(1, places, taken);
  const width = (height * WIDTH) / HEIGHT;
  const at = (place: number) => ({ left: `${place * step}px`, width: `${width}px` });
  return (
    <div class="hand" style={{ width: `${width + (room - 1) * step}px`, height: `${height}px` }}>
      {cards.map((card, place) => (
        <div key={place} class="hand-card" style={at(place)}>
          <Card card={card} height={height} />
        </div>
      ))}
      {next && (
        <div key="next" class="hand-card" style={at(cards.length)}>
          <CardSlot height={height} />
        </div>
      )}
      {Array.from({ length: room - taken }, (_, place) => (
        <div key={`free${taken + place}`} class="hand-free" style={at(taken + place)} />
      ))}
    </div>
  );
}
