// A dialog on the glass: title, close button, content. Escape closes it too.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { text } from "./texts/texts.ts";

interface Props {
  readonly title: string;
  readonly size: "small" | "wide" | "full";
  readonly testid: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Sheet({ title, size, testid, onClose, children }: Props) {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === "Escape") onClose();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [onClose]);
  return (
    <div class="veil">
      <div
        class="sheet"
        data-size={size}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        data-testid={testid}
      >
        <header class="sheet-head">
          <h2>{title}</h2>
          <button type="button" class="sheet-close" data-testid="close" onClick={onClose}>
            <Icon name="cross" />
            {text("common.close")}
          </button>
        </header>
        {children}
      </div>
    </div>
  );
}
