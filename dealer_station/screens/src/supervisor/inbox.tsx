// The inbox: one item lies open with all that is needed to decide it, the others wait in a line each.
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "../shared/icons.tsx";
import { coded, refusalText, roleName, text } from "../shared/texts/texts.ts";
import { lasting } from "../shared/times.ts";
import type { Item, ItemKind } from "./floor.ts";
import { decides, deviceKind, titleOf } from "./inbox.ts";
import { ItemBody } from "./item.tsx";
import { Nothing, Panel } from "./panel.tsx";
import type { ConsoleScreen } from "./screen.ts";

interface Props {
  readonly screen: ConsoleScreen;
}

interface ItemProps extends Props {
  readonly item: Item;
  readonly isOpen: boolean;
}

const KIND_ICON: Readonly<Record<ItemKind, IconName>> = {
  ruling: "stop",
  verification: "eye",
  call: "hand",
  device_fault: "device",
};

/** How long an item has waited by the station's time. */
const waitedFor = (screen: ConsoleScreen, item: Item): string =>
  lasting((screen.stationTime() ?? item.since) - item.since);

function Head({ screen, item, isOpen }: ItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = screen.chosenItem.value === item.id;
  // Stepping by keys brings the focus along, so that what is read out is what lies open. At once:
  // the next key may come before the next picture.
  useLayoutEffect(() => {
    if (isChosen && isOpen) button.current?.focus();
  }, [isChosen, isOpen]);
  const isSent = screen.pendingOn(item).length > 0;
  const kind = deviceKind(screen.floor.value?.devices ?? [], item);
  return (
    <button
      ref={button}
      type="button"
      class="item-head"
      aria-expanded={isOpen}
      data-testid={`item-${item.id}`}
      onClick={() => screen.chooseItem(item)}
    >
      <span class="item-danger" data-danger={item.danger}>
        <Icon name={KIND_ICON[item.kind]} size={20} />
        <b>{coded("danger", String(item.danger))}</b>
      </span>
      <span class="item-where">
        <b>{item.table}</b>
        <span>{text("bar.round", { round: item.round })}</span>
        <span>
          <Icon name="clock" size={14} />
          {waitedFor(screen, item)}
        </span>
        {isSent && (
          <span class="item-sent">
            <Icon name="hourglass" size={14} />
            {text("console.sent")}
          </span>
        )}
      </span>
      <strong class="item-title">{titleOf(item, kind)}</strong>
    </button>
  );
}

function InboxItem({ screen, item, isOpen }: ItemProps) {
  return (
    <li class="item" data-open={isOpen} data-danger={item.danger} data-kind={item.kind}>
      <Head screen={screen} item={item} isOpen={isOpen} />
      {isOpen && <ItemBody screen={screen} item={item} />}
    </li>
  );
}

/** The station's last no to an answer, in words that say what to do next. */
export function Said({ screen, testid }: Props & { readonly testid: string }) {
  const message = screen.message.value;
  if (!message) return null;
  return (
    <button
      type="button"
      class="said"
      data-testid={testid}
      data-code={message.code}
      aria-label={text("common.dismiss")}
      onClick={() => screen.dismiss()}
    >
      <Icon name="warning" size={24} />
      <span role="alert">{refusalText(message.code, message.facts, message.detail)}</span>
      <Icon name="cross" size={18} />
    </button>
  );
}

export function Inbox({ screen }: Props) {
  const items = screen.inbox.value;
  const open = screen.item.value;
  const role = screen.person.value?.role;
  return (
    <Panel
      name="inbox"
      icon="inbox"
      title={text("inbox.title")}
      count={items.length}
      aside={<KeyHints />}
    >
      <Said screen={screen} testid="message" />
      {items.length === 0 && (
        <Nothing
          icon="check"
          title={text("inbox.empty")}
          hint={text("inbox.empty_hint")}
          testid="inbox-empty"
        />
      )}
      {items.length > 0 && role && !decides(role) && (
        <p class="inbox-watch">
          <Icon name="eye" size={18} />
          {text("inbox.watch", { role: roleName(role) })}
        </p>
      )}
      <ol class="items">
        {items.map((item) => (
          <InboxItem key={item.id} screen={screen} item={item} isOpen={item === open} />
        ))}
      </ol>
    </Panel>
  );
}

function KeyHints() {
  return (
    <span class="key-hints">
      <kbd>j</kbd>
      <kbd>k</kbd>
      {text("inbox.keys")}
    </span>
  );
}
