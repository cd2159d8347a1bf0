// The veil over a picture that may be old: nothing on it can be touched until news has come.
import { Icon } from "./icons.tsx";
import { text } from "./texts/texts.ts";

export function Stale({ seconds }: { seconds: number }) {
  return (
    <div class="stale" role="alert" data-testid="stale">
      <div class="stale-banner">
        <Icon name="hourglass" size={56} />
        <strong>{text("stale.title", { seconds })}</strong>
        <span>{text("stale.text")}</span>
      </div>
    </div>
  );
}

/** Nothing to show yet. */
export function Waiting() {
  return (
    <div class="waiting" data-testid="waiting">
      <Icon name="hourglass" size={44} />
      <p>{text("primary.stale")}</p>
    </div>
  );
}
