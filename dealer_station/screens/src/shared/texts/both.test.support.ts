// The words of all screens in both languages, before any test: a page has loaded them by then.
import { en } from "./en.ts";
import { pl } from "./pl.ts";
import { addTexts } from "./texts.ts";

addTexts({ en, pl });
