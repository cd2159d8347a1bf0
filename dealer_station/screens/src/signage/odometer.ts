// How the digits move: toward the committed value and never past it. Pure; a position is a number
// of cents with a fraction while a digit turns.

/** A value that was committed, and how long the drums may still take to reach it. */
interface Due {
  readonly amount: number;
  readonly leftS: number;
}

export interface Motion {
  readonly position: number;
  /** Cents a second. */
  readonly speed: number;
  readonly target: number;
  /** Every value on the way that is not reached yet, each with a time of its own: one that comes
   * later puts none of them off. */
  readonly due: readonly Due[];
}

/** From the arrival of a value to its standing on the glass, whatever the gap: with the check of its
 * signature and the line before it, less than a second in all. */
export const ROLL_S = 0.6;
/** Above one: the drums come to rest gently, and in time all the same. */
const EASE = 1.6;
/** How soon the drums are up to speed. */
const RAMP_S = 0.1;
/** More values than this come in no roll; where no frame is drawn the rest need not be kept. */
const DUE_MAX = 32;
const AT_REST = 1e-4;

export const resting = (amount: number): Motion => ({
  position: amount,
  speed: 0,
  target: amount,
  due: [],
});

/** Heads for a new value; a lower one is shown at once. */
export function aimed(motion: Motion, target: number): Motion {
  if (target <= motion.position) return resting(target);
  const before = motion.due.filter(({ amount }) => amount < target);
  const due = [...before, { amount: target, leftS: ROLL_S }].slice(-DUE_MAX);
  return { ...motion, target, due };
}

export const isResting = (motion: Motion): boolean => motion.position === motion.target;

/** Where the digits are after so many milliseconds more. A frame that came late finds them where
 * they are due by then. */
export function moved(motion: Motion, elapsedMs: number): Motion {
  if (motion.target <= motion.position) return resting(motion.target);
  const seconds = Math.max(0, elapsedMs / 1000);
  const wished = Math.max(
    ...motion.due.map(({ amount, leftS }) => (EASE * (amount - motion.position)) / leftS),
  );
  const gained = motion.speed + (wished - motion.speed) * Math.min(1, seconds / RAMP_S);
  const speed = Math.min(wished, gained);
  const left = motion.due.map(({ amount, leftS }) => ({ amount, leftS: leftS - seconds }));
  const overdue = left.filter(({ leftS }) => leftS <= 0).map(({ amount }) => amount);
  const position = Math.max(motion.position + speed * seconds, ...overdue);
  if (position >= motion.target - AT_REST) return resting(motion.target);
  const due = left.filter(({ amount }) => amount > position);
  return { position, speed, target: motion.target, due };
}

/** At least this many digits: "0.00". */
const FEWEST = 3;

/** How many digits a value needs. */
export const digitCount = (amount: number): number =>
  Math.max(FEWEST, String(Math.floor(amount)).length);

export interface Drum {
  /** Which digit stands in the window, with a fraction while it turns: 0 up to, but not, 10. */
  readonly turn: number;
  /** No digit that counts stands here or left of here yet. */
  readonly isLeading: boolean;
}

/** Every drum, the cents first. All that are about to carry turn together with the cents. */
export function drums(position: number, count: number): readonly Drum[] {
  const whole = Math.floor(position);
  const fraction = position - whole;
  let carries = true;
  let rest = whole;
  return Array.from({ length: count }, (_, place) => {
    const digit = rest % 10;
    const drum = {
      turn: carries ? digit + fraction : digit,
      isLeading: rest === 0 && place >= FEWEST,
    };
    carries = carries && digit === 9;
    rest = Math.floor(rest / 10);
    return drum;
  });
}
