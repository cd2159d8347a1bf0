// The station's clock on the glass, carried on by the screen between messages.
import { useEffect, useState } from "preact/hooks";
import { clockTime } from "./times.ts";

/** Draws again so often (milliseconds), for what changes with time alone. */
export function useTick(everyMs: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** Hours, minutes and seconds from the station's time; dashes before its first message. */
export function StationClock({ time }: { time: () => number | null }) {
  useTick(250);
  const now = time();
  return (
    <span class="bar-clock" data-testid="clock">
      {now === null ? "––:––:––" : clockTime(now)}
    </span>
  );
}
