// A meter's amount: counts up to the committed value and never past it; any fall is shown at once.
import { useEffect, useRef, useState } from "preact/hooks";
import { cents } from "./amount.ts";
import { money } from "./texts/texts.ts";

const COUNT_MS = 600;

const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function Meter({ amount }: { amount: string }) {
  const target = cents(amount);
  const [shown, show] = useState(target);
  const from = useRef(target);
  useEffect(() => {
    const start = from.current;
    if (target <= start || stillness()) {
      from.current = target;
      show(target);
      return;
    }
    const began = performance.now();
    let frame = 0;
    const roll = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - began) / COUNT_MS));
      from.current = start + Math.floor((target - start) * part);
      show(from.current);
      if (part < 1) frame = requestAnimationFrame(roll);
    };
    frame = requestAnimationFrame(roll);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  const words = money(shown);
  return (
    <output class="meter-amount" data-long={words.length > 10} data-amount={amount}>
      {words}
    </output>
  );
}
