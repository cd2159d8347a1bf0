// How the digits move: toward the committed value and never past it. Pure; a position is a number
// of cents with a fraction while a digit turns.

export interface Motion {
  readonly position: number;
  /** Cents a second. */
  readonly speed: number;
  readonly target: number;
}

/** A larger gap is closed in about this time, whatever its size. */
const SETTLE_S = 0.32;
/** The last digits still turn so that an eye can follow. */
const SLOWEST = 2.6;
/** How soon the drums are up to speed. */
const RAMP_S = 0.16;
/** A frame that came late moves the drums no further than one of this length would. */
const LONGEST_FRAME_S = 0.1;
const AT_REST = 1e-4;

export const resting = (amount: number): Motion => ({
  position: amount,
  speed: 0,
  target: amount,
});

/** Heads for a new value; a lower one is shown at once. */
export function aimed(motion: Motion, target: number): Motion {
  return target <= motion.position ? resting(target) : { ...motion, target };
}

export const isResting = (motion: Motion): boolean => motion.position === motion.target;

/** Where the digits are after so many milliseconds more. */
export function moved(motion: Motion, elapsedMs: number): Motion {
  const gap = motion.target - motion.position;
  if (gap <= 0) return resting(motion.target);
  const seconds = Math.min(LONGEST_FRAME_S, Math.max(0, elapsedMs / 1000));
  const wished = Math.max(SLOWEST, gap / SETTLE_S);
  const gained = motion.speed + (wished - motion.speed) * Math.min(1, seconds / RAMP_S);
  const speed = Math.min(wished, Math.max(SLOWEST, gained));
  const position = motion.position + speed * seconds;
  if (position >= motion.target - AT_REST) return resting(motion.target);
  return { position, speed, target: motion.target };
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
