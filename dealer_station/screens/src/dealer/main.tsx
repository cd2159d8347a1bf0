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
import { showIn } from "../shared/texts/loading.ts";
import { MissingLanguage } from "../shared/texts/missing.tsx";
import { language } from "../shared/texts/texts.ts";
import { DealerScreen } from "./screen.ts";
import { fitStage } from "./stage.ts";
import { App } from "./view.tsx";

const WORDS = {
  en: [
    () => import("../shared/texts/en.ts").then(({ en }) => en),
    () => import("../shared/texts/irregularities.en.ts").then((it) => it.irregularitiesEn),
  ],
  pl: [
    () => import("../shared/texts/pl.ts").then(({ pl }) => pl),
    () => import("../shared/texts/irregularities.pl.ts").then((it) => it.irregularitiesPl),
  ],
};

const stage = document.getElementById("stage");
if (stage) {
  fitStage(stage);
  void showIn(language.value, WORDS, stage, () => {
    const screen = new DealerScreen();
    render(
      <>
        <App screen={screen} />
        <MissingLanguage />
      </>,
      stage,
    );
    void screen.start();
  });
}
