// What is said when a language's words have not come: the screen stays as it is and says why.
import { Icon } from "../icons.tsx";
import { missing } from "./loading.ts";
import { languageName, text } from "./texts.ts";

/** A touch takes the wish for that language back. */
export function MissingLanguage() {
  const which = missing.value;
  if (!which) return null;
  return (
    <button
      type="button"
      class="device-notice missing-language"
      data-testid="missing-language"
      aria-label={text("common.dismiss")}
      onClick={() => {
        missing.value = null;
      }}
    >
      <Icon name="hourglass" size={24} />
      <span role="alert">{text("language.missing", { language: languageName(which) })}</span>
    </button>
  );
}
