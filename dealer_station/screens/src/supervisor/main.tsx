// Entry of the supervisor console.
import { render } from "preact";
import "../shared/fonts.css";
import "../shared/theme.css";
import "../shared/card.css";
import "../shared/bar.css";
import "../shared/dialog.css";
import "../shared/facts.css";
import "../shared/deck_check.css";
import "../shared/roads.css";
import "../dealer/felt.css";
import "../dealer/seat.css";
import "../dealer/payout.css";
import "../dealer/baccarat/baccarat.css";
import "./console.css";
import "./wall.css";
import "./table.css";
import "./inbox.css";
import "./recall.css";
import "./house.css";
import "./narrow.css";
import { consoleEn } from "../shared/texts/console.en.ts";
import { consolePl } from "../shared/texts/console.pl.ts";
import { irregularitiesEn } from "../shared/texts/irregularities.en.ts";
import { irregularitiesPl } from "../shared/texts/irregularities.pl.ts";
import { addTexts, chooseLanguage, language } from "../shared/texts/texts.ts";
import { ConsoleScreen } from "./screen.ts";
import { App } from "./view.tsx";

const stage = document.getElementById("stage");
if (stage) {
  addTexts({ en: consoleEn, pl: consolePl });
  addTexts({ en: irregularitiesEn, pl: irregularitiesPl });
  chooseLanguage(language.value);
  const screen = new ConsoleScreen();
  render(<App screen={screen} />, stage);
  void screen.start();
}
