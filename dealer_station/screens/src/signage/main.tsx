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
import { language } from "../shared/texts/texts.ts";
import { signAddress } from "./address.ts";
import { SignScreen } from "./screen.ts";
import { TableScreen } from "./table/screen.ts";
import { TableSign } from "./table/view.tsx";
import { Sign } from "./view.tsx";

const stage = document.getElementById("stage");
if (stage) {
  const address = signAddress(location.search, location.hash);
  // Not remembered: a sign's language is part of its address.
  language.value = address.language;
  document.documentElement.lang = address.language;
  // The keys are read once; another address is another sign.
  addEventListener("hashchange", () => location.reload());
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
}
