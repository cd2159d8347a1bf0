// A button that counts only when it is held, by pointer or by Enter. A short press says so in words.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
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
  /** What a person sees when he confirms, as text; when it changes, the press does not count. */
  readonly content: string;
  readonly onHeld: () => void;
}

const isHoldKey = (key: string): boolean => key === "Enter" || key === " ";

export function HoldButton(props: Props) {
  const { testid, label, under, isFirst, isPending, isDisabled, content, onHeld } = props;
  const hold = useMemo(() => new Hold(), []);
  useEffect(() => () => hold.stop(), [hold]);
  useLayoutEffect(() => hold.change(), [hold, content]);
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
        if (event.button === 0) hold.press(onHeld);
      }}
      onPointerUp={() => hold.release()}
      onPointerLeave={() => hold.cancel()}
      onPointerCancel={() => hold.cancel()}
      onKeyDown={(event) => {
        if (!isHoldKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.press(onHeld);
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
        ) : grip === "changed" ? (
          text("hold.changed")
        ) : (
          under
        )}
      </span>
    </button>
  );
}
