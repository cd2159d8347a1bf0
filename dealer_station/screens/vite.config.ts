// Builds one HTML entry per screen into dist/. Everything is a file of its own (no data: addresses,
// no inline script), so that the strict content security policy of mount.py holds.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const BUNDLED = [
  "@fontsource-variable/inter",
  "@noble/ed25519",
  "@noble/hashes",
  "preact",
  "@preact/signals",
  "@preact/signals-core",
];

/** Puts the licence texts of what is bundled beside it, as those licences ask. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle() {
      const text = BUNDLED.map(
        (name) => `${name}\n\n${readFileSync(here(`node_modules/${name}/LICENSE`), "utf8")}`,
      ).join(`\n${"-".repeat(72)}\n\n`);
      this.emitFile({ type: "asset", fileName: "licences.txt", source: text });
    },
  };
}

// `npm run dev` shows the pages from their sources, with the API of a running station.
const station = process.env.STATION ?? "http://127.0.0.1:8440";

export default defineConfig({
  server: { proxy: { "/api": { target: station, ws: true, changeOrigin: true } } },
  plugins: [licences()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        dealer: here("dealer.html"),
        supervisor: here("supervisor.html"),
        signage: here("signage.html"),
      },
    },
  },
});
