// A panel of the console: its head with a count, and what it holds, which may scroll.
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icons.tsx";
import { refusalText, text } from "../shared/texts/texts.ts";
import type { Loaded } from "./loaded.ts";

interface PanelProps {
  readonly name: string;
  readonly icon: IconName;
  readonly title: string;
  readonly count?: number;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ name, icon, title, count, aside, children }: PanelProps) {
  return (
    <section class="panel" data-testid={name} aria-label={title}>
      <header class="panel-head">
        <h2>
          <Icon name={icon} size={18} />
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </h2>
        {aside}
      </header>
      {/* Scrolled by keys too, so it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable */}
      <div class="panel-body" data-scrolls tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </section>
  );
}

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint?: string;
  readonly testid?: string;
}

/** An empty part says so, and what would stand there. */
export function Nothing({ icon, title, hint, testid }: NothingProps) {
  return (
    <div class="nothing" data-testid={testid}>
      <Icon name={icon} size={32} />
      <strong>{title}</strong>
      {hint && <span>{hint}</span>}
    </div>
  );
}

/** What the station has answered to a question with no, or that the answer is waited for. */
export function LoadState({ loaded }: { loaded: Loaded<unknown> }) {
  const problem = loaded.problem.value;
  if (problem) {
    return (
      <p class="load-problem" role="alert" data-testid="load-problem" data-code={problem.code}>
        <Icon name="warning" size={18} />
        <span>{refusalText(problem.code, problem.facts, problem.detail)}</span>
      </p>
    );
  }
  if (!loaded.isLoading.value || loaded.value.value !== null) return null;
  return (
    <p class="loading" role="status">
      <Icon name="hourglass" size={18} />
      {text("console.loading")}
    </p>
  );
}

/** Goes on with what is older. */
export function More({ loaded, onMore }: { loaded: Loaded<unknown>; onMore: () => void }) {
  return (
    <button
      type="button"
      class="more"
      data-testid="more"
      disabled={loaded.isLoading.value}
      onClick={onMore}
    >
      <Icon name={loaded.isLoading.value ? "hourglass" : "down"} size={18} />
      {text(loaded.isLoading.value ? "console.loading" : "console.older")}
    </button>
  );
}
