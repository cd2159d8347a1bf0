// Entry of the signage page.
import { render } from "preact";
import "../shared/fonts.css";
import "../shared/theme.css";
import "../shared/card.css";
import "./sign.css";
import "./odometer.css";
import "./hit.css";
import "../shared/roads.css";
import "./table/table.css";
import { showIn } from "../shared/texts/loading.ts";
import { signAddress } from "./address.ts";
import { SignScreen } from "./screen.ts";
import { TableScreen } from "./table/screen.ts";
import { TableSign } from "./table/view.tsx";
import { Sign } from "./view.tsx";

const WORDS = {
  en: [() => import("../shared/texts/en.ts").then(({ en }) => en)],
  pl: [() => import("../shared/texts/pl.ts").then(({ pl }) => pl)],
};

const stage = document.getElementById("stage");
if (stage) {
  const address = signAddress(location.search, location.hash);
  // The keys are read once; another address is another sign.
  addEventListener("hashchange", () => location.reload());
  const show = (): void => {
    if (address.table) {
      const screen = new TableScreen(address.table);
      render(<TableSign screen={screen} />, stage);
      screen.start();
    } else {
      const newWorker = () =>
        new Worker(new URL("./trust.worker.ts", import.meta.url), { type: "module" });
      const screen = new SignScreen(address, newWorker);
      render(<Sign screen={screen} />, stage);
      screen.start();
    }
  };
  // Neither remembered nor turned to the other one: a sign's language is part of its address.
  void showIn(address.language, WORDS, stage, show, true);
}
