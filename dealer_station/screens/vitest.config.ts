// Tests run as the pages are built, with the words of all screens at hand.
import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

export default mergeConfig(
  vite,
  defineConfig({ test: { setupFiles: ["src/shared/texts/both.test.support.ts"] } }),
);
