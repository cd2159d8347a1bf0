// The held banner: what happened, what is proposed and why, and who may decide it. Nothing at the
// table moves until then.
import { FactList } from "../shared/facts.tsx";
import { Icon } from "../shared/icons.tsx";
import {
  coded,
  gameText,
  isTextKey,
  optionName,
  roleName,
  sourceText,
  text,
} from "../shared/texts/texts.ts";
import type { OpenRuling, RulingOption, View } from "../shared/view.ts";
import type { DealerScreen } from "./screen.ts";
import { signForRuling } from "./state.ts";

/** Signs for a decision; where it picks a card, that is asked first. */
function rule(screen: DealerScreen, view: View, { option, needs, card }: RulingOption): void {
  if (card) screen.dialog.value = { kind: "ruled_card", option, role: needs };
  else screen.sign(signForRuling(view, option, needs));
}

function Options({ screen, ruling }: { screen: DealerScreen; ruling: OpenRuling }) {
  const view = screen.view.value;
  if (!view) return null;
  return (
    <div class="held-options">
      <h3>{text("held.options")}</h3>
      {ruling.options.map((offered) => {
        const { option, needs } = offered;
        return (
          <button
            key={option}
            type="button"
            class="held-option"
            data-proposed={option === ruling.proposal}
            data-testid={`option-${option}`}
            onClick={() => rule(screen, view, offered)}
          >
            <span>
              {option === ruling.proposal && <Icon name="check" size={20} />}
              {optionName(option)}
            </span>
            <small>
              <Icon name="lock" size={14} />
              {roleName(needs)}
            </small>
          </button>
        );
      })}
    </div>
  );
}

/** What a ruling does, as the game says it; nothing where the station has a ruling of a newer kind. */
function optionText(game: string, option: string): string {
  const key = `option_text.${option}`;
  return isTextKey(key) ? gameText(game, key) : " ";
}

export function Held({ screen }: { screen: DealerScreen }) {
  const view = screen.view.value;
  const ruling = view?.ruling;
  if (!ruling) return null;
  return (
    <section class="held" role="alert" data-testid="held" data-irregularity={ruling.irregularity}>
      <div class="held-hatch">
        <Icon name="stop" size={30} />
        <strong>{text("held.title")}</strong>
        <span>{text(ruling.reread ? "held.reread" : "held.stop")}</span>
      </div>
      <div class="held-body">
        <div class="held-what">
          <h3>
            {ruling.irregularity} ·{" "}
            {text("held.reported_by", { who: roleName(ruling.reported_by) })}
          </h3>
          <p class="held-title">{coded("kind", ruling.irregularity, ruling.title)}</p>
          <FactList facts={ruling.facts} />
        </div>
        <div class="held-proposal" data-testid="proposal">
          <h3>{text("held.proposal")}</h3>
          <p class="held-title">{optionName(ruling.proposal)}</p>
          <p>{optionText(view.table.game, ruling.proposal)}</p>
          <p class="held-source">
            <b>{text("held.source")}:</b> {sourceText(ruling.irregularity, ruling.source)}
          </p>
        </div>
        <Options screen={screen} ruling={ruling} />
      </div>
    </section>
  );
}
