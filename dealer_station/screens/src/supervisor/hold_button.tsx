// A button that counts only when it is held, by pointer or by Enter. A short press says so in words.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../shared/icons.tsx";
import { text } from "../shared/texts/texts.ts";
import { Hold } from "./hold.ts";

interface Props {
  readonly testid: string;
  readonly label: string;
  /** Under the label: who decides. */
  readonly under?: ComponentChildren;
  /** The one that is proposed, or the only one. */
  readonly isFirst: boolean;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly onHeld: () => void;
}

const isHoldKey = (key: string): boolean => key === "Enter" || key === " ";

export function HoldButton(props: Props) {
  const { testid, label, under, isFirst, isPending, isDisabled, onHeld } = props;
  const newest = useRef(onHeld);
  newest.current = onHeld;
  const hold = useMemo(() => new Hold(() => newest.current()), []);
  useEffect(() => () => hold.stop(), [hold]);
  const isOff = isDisabled || isPending;
  useEffect(() => {
    if (isOff) hold.stop();
  }, [hold, isOff]);
  const grip = hold.grip.value;
  return (
    <button
      type="button"
      class="hold"
      data-testid={testid}
      data-grip={grip}
      data-first={isFirst}
      data-pending={isPending}
      disabled={isOff}
      onPointerDown={(event) => {
        if (event.button === 0) hold.press();
      }}
      onPointerUp={() => hold.release()}
      onPointerLeave={() => hold.cancel()}
      onPointerCancel={() => hold.cancel()}
      onKeyDown={(event) => {
        if (!isHoldKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.press();
      }}
      onKeyUp={(event) => {
        if (isHoldKey(event.key)) hold.release();
      }}
      onBlur={() => hold.cancel()}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span class="hold-fill" />
      <span class="hold-label">
        {isFirst && <Icon name="check" size={20} />}
        {label}
      </span>
      <span class="hold-under" role="status">
        {isPending ? (
          <>
            <Icon name="hourglass" size={16} />
            {text("primary.sending")}
          </>
        ) : grip === "held" ? (
          text("hold.keep")
        ) : grip === "short" ? (
          text("hold.short")
        ) : (
          under
        )}
      </span>
    </button>
  );
}
