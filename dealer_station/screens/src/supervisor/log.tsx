// Search in the record: by words, table, kind of event and time. The newest first.
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icons.tsx";
import { coded, codesOf, text } from "../shared/texts/texts.ts";
import { LookedUp } from "./looked_up.tsx";
import { LoadState, More, Nothing } from "./panel.tsx";
import type { ConsoleScreen } from "./screen.ts";
import { EventLine } from "./time_line.tsx";

interface Props {
  readonly screen: ConsoleScreen;
}

interface MomentProps extends Props {
  readonly which: "from" | "until";
}

function Moment({ screen, which }: MomentProps) {
  return (
    <label class="filter">
      <span>{text(`log.${which}`)}</span>
      <input
        type="datetime-local"
        step="1"
        data-testid={`log-${which}`}
        value={screen.searches.query.value[which]}
        onChange={(event) => screen.searches.change({ [which]: event.currentTarget.value })}
      />
    </label>
  );
}

/** How the catalogue of events groups its kinds. */
const GROUPS = ["money", "game", "device", "security"] as const;

function Filters({ screen }: Props) {
  const query = screen.searches.query.value;
  const types = [...codesOf("event_kind")].sort((one, other) =>
    coded("event_kind", one).localeCompare(coded("event_kind", other)),
  );
  return (
    <div class="filters">
      <label class="filter">
        <span>{text("log.table")}</span>
        <select
          data-testid="log-table"
          value={query.table}
          onChange={(event) => screen.searches.change({ table: event.currentTarget.value })}
        >
          <option value="">{text("log.any_table")}</option>
          {(screen.floor.value?.tables ?? []).map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <label class="filter">
        <span>{text("log.type")}</span>
        <select
          data-testid="log-type"
          value={query.type}
          onChange={(event) => screen.searches.change({ type: event.currentTarget.value })}
        >
          <option value="">{text("log.any_type")}</option>
          <optgroup label={text("log.groups")}>
            {GROUPS.map((group) => (
              <option key={group} value={group}>
                {text(`log.${group}`)}
              </option>
            ))}
          </optgroup>
          <optgroup label={text("log.kinds")}>
            {types.map((type) => (
              <option key={type} value={type}>
                {coded("event_kind", type)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Moment screen={screen} which="from" />
      <Moment screen={screen} which="until" />
    </div>
  );
}

/** The words that are searched for, and the filters. */
export function LogForm({ screen, isMain }: Props & { readonly isMain: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const asked = screen.searchesAsked.value;
  useLayoutEffect(() => {
    if (isMain && asked > 0) field.current?.focus();
  }, [isMain, asked]);
  return (
    <form
      class="log-form"
      role="search"
      data-testid={isMain ? "log-form" : "log-start"}
      onSubmit={(event) => {
        event.preventDefault();
        screen.showLog();
      }}
    >
      <div class="search-line">
        <Icon name="search" size={20} />
        <input
          ref={field}
          type="search"
          class="search-field"
          data-testid={isMain ? "log-text" : "log-start-text"}
          aria-label={text("log.text")}
          placeholder={text("log.text")}
          value={screen.searches.query.value.text}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => screen.searches.change({ text: event.currentTarget.value })}
        />
        {!isMain && <kbd class="search-key">/</kbd>}
        <button type="submit" class="search-go" data-testid={isMain ? "log-go" : "log-start-go"}>
          {text("log.go")}
        </button>
      </div>
      {isMain && <Filters screen={screen} />}
    </form>
  );
}

export function LogResults({ screen }: Props) {
  const { log, isNotAsked } = screen.searches;
  const page = log.value.value;
  return (
    <div class="looked-up">
      <LookedUp screen={screen} title={text("log.title")} />
      <LogForm screen={screen} isMain />
      <LoadState loaded={log} />
      {isNotAsked.value && (
        <p class="not-asked" role="status" data-testid="log-not-asked">
          <Icon name="warning" size={18} />
          {text("log.not_asked")}
        </p>
      )}
      <div
        class="log-results"
        data-scrolls
        data-testid="log-results"
        data-is-old={isNotAsked.value}
      >
        {page && page.events.length === 0 && (
          <Nothing
            icon="search"
            title={text(page.before ? "log.further" : "log.empty")}
            hint={page.before ? "" : text("log.empty_hint")}
            testid="log-empty"
          />
        )}
        <ol class="events">
          {(page?.events ?? []).map((event) => (
            <EventLine
              key={event.position}
              screen={screen}
              event={event}
              now={screen.floor.value?.now ?? event.at}
            />
          ))}
        </ol>
        {page?.before && <More loaded={log} onMore={() => screen.searches.moreEvents()} />}
      </div>
    </div>
  );
}
