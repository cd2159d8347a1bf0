// The number that rules the screen: a window with a drum for every digit, and dashes in their place
// while no number may be shown.
import { Fragment } from "preact";
import { text } from "../shared/texts/texts.ts";
import { type Roller, STRIP } from "./roller.ts";

/** What stands right of a place: the point, a mark between groups of three, or nothing. */
function markAfter(place: number): string {
  if (place === 2) return text("number.point");
  return place > 2 && (place - 2) % 3 === 0 ? text("number.group") : "";
}

interface RowProps {
  readonly places: readonly number[];
  readonly kind: "digits" | "dashes";
  readonly roller?: Roller;
}

function Row({ places, kind, roller }: RowProps) {
  return (
    <div class={`row row-${kind}`}>
      {places.map((place) => (
        <Fragment key={place}>
          <div class="drum">
            {roller ? (
              <div class="strip" data-place={place} ref={(strip) => roller.attach(place, strip)}>
                {STRIP.map((digit, cell) => (
                  <span key={cell} class="figure">
                    {digit}
                  </span>
                ))}
              </div>
            ) : (
              <span class="dash" />
            )}
          </div>
          {markAfter(place) && <span class="mark-between">{markAfter(place)}</span>}
        </Fragment>
      ))}
    </div>
  );
}

export interface OdometerProps {
  readonly roller: Roller;
  readonly isBlank: boolean;
  readonly isDim?: boolean;
  readonly name: string;
}

export function Odometer({ roller, isBlank, isDim = false, name }: OdometerProps) {
  const count = roller.count.value;
  const places = Array.from({ length: count }, (_, index) => count - 1 - index);
  const marks = places.filter((place) => markAfter(place)).length;
  return (
    <div
      class="odometer"
      style={{ "--digits": String(count), "--marks": String(marks) }}
      data-testid={name}
      data-blank={isBlank}
      data-dim={isDim}
      aria-hidden="true"
    >
      <div class="odometer-window">
        <Row places={places} kind="digits" roller={roller} />
        <Row places={places} kind="dashes" />
        <div class="odometer-glass" />
        {roller.rises.value > 0 && <div key={roller.rises.value} class="odometer-gleam" />}
      </div>
    </div>
  );
}
