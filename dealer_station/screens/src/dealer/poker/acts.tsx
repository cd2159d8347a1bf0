// The acting seat's choices as large buttons, in the place of the primary action.
import { Icon, type IconName } from "../../shared/icons.tsx";
import { text } from "../../shared/texts/texts.ts";
import type { View } from "../../shared/view.ts";
import type { DealerScreen } from "../screen.ts";
import { isPending } from "../state.ts";
import { useGuard } from "../tools.tsx";
import { type Offer, offers, turnOf } from "./steps.ts";

const ICONS: Readonly<Record<Offer["tone"], IconName>> = {
  fold: "cross",
  plain: "check",
  main: "up",
};

export function Acts({ screen, view }: { screen: DealerScreen; view: View }) {
  const isOpen = useGuard(turnOf(view));
  const isSending = isPending(screen.pending.value, "act", "show_hand");
  const seat = view.next.seat ?? 0;
  if (isSending) {
    return (
      <p class="primary" data-testid="acts-sending" role="status">
        <Icon name="hourglass" size={32} />
        <span class="primary-label">{text("primary.sending")}</span>
      </p>
    );
  }
  const touch = ({ order, names }: Offer): void => {
    if (names) screen.dialog.value = { kind: "named", seat };
    else if (order) void screen.send(order);
  };
  return (
    <div class="acts" role="group" aria-label={text("place.seat", { seat })} data-testid="acts">
      <p class="acts-seat">
        <b>{seat}</b>
      </p>
      {offers(view, screen.entered.value).map((offer) => (
        <button
          key={offer.key}
          type="button"
          class="act"
          data-tone={offer.tone}
          data-off={offer.order === null}
          data-testid={offer.key}
          disabled={!isOpen || offer.order === null}
          onClick={() => touch(offer)}
        >
          <Icon name={ICONS[offer.tone]} size={26} />
          <span class="act-words">
            <b>{offer.label}</b>
            {offer.under && <small>{offer.under}</small>}
          </span>
        </button>
      ))}
    </div>
  );
}
