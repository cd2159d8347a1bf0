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
import { showIn } from "../shared/texts/loading.ts";
import { MissingLanguage } from "../shared/texts/missing.tsx";
import { language } from "../shared/texts/texts.ts";
import { ConsoleScreen } from "./screen.ts";
import { App } from "./view.tsx";

const WORDS = {
  en: [
    () => import("../shared/texts/en.ts").then(({ en }) => en),
    () => import("../shared/texts/console.en.ts").then(({ consoleEn }) => consoleEn),
    () => import("../shared/texts/irregularities.en.ts").then((it) => it.irregularitiesEn),
  ],
  pl: [
    () => import("../shared/texts/pl.ts").then(({ pl }) => pl),
    () => import("../shared/texts/console.pl.ts").then(({ consolePl }) => consolePl),
    () => import("../shared/texts/irregularities.pl.ts").then((it) => it.irregularitiesPl),
  ],
};

const stage = document.getElementById("stage");
if (stage) {
  void showIn(language.value, WORDS, stage, () => {
    const screen = new ConsoleScreen();
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
