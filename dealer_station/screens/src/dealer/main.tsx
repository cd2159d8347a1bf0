// Entry of the dealer screen.
import { render } from "preact";
import "../shared/fonts.css";
import "../shared/theme.css";
import "../shared/card.css";
import "../shared/roads.css";
import "../shared/keyboard.css";
import "../shared/bar.css";
import "../shared/dialog.css";
import "../shared/facts.css";
import "../shared/deck_check.css";
import "./frame.css";
import "./tools.css";
import "./felt.css";
import "./seat.css";
import "./touched.css";
import "./payout.css";
import "./baccarat/baccarat.css";
import "./held.css";
import "./choice.css";
import "./report.css";
import "./deck_check.css";
import { irregularitiesEn } from "../shared/texts/irregularities.en.ts";
import { irregularitiesPl } from "../shared/texts/irregularities.pl.ts";
import { addTexts, chooseLanguage, language } from "../shared/texts/texts.ts";
import { DealerScreen } from "./screen.ts";
import { fitStage } from "./stage.ts";
import { App } from "./view.tsx";

const stage = document.getElementById("stage");
if (stage) {
  addTexts({ en: irregularitiesEn, pl: irregularitiesPl });
  fitStage(stage);
  chooseLanguage(language.value);
  const screen = new DealerScreen();
  render(<App screen={screen} />, stage);
  void screen.start();
}
