import { expect, test } from "vitest";
import { readMeter, signedText } from "./meter.ts";
import signed from "./signed.test.json";

test("the signed part is the payload without its last member", () => {
  const text = signedText(signed.plain);
  const { signature, ...rest } = JSON.parse(signed.plain) as Record<string, unknown>;
  expect(text?.signature).toBe(signature);
  expect(text?.signed).toBe(JSON.stringify(rest));
});

test("a signature that is not the last member, or not whole, is none", () => {
  const { signature, ...rest } = JSON.parse(signed.plain) as Record<string, unknown>;
  for (const text of [
    JSON.stringify({ signature, ...rest }),
    JSON.stringify({ ...rest, signature: String(signature).slice(2) }),
    JSON.stringify({ ...rest, signature: String(signature).toUpperCase() }),
    `${signed.plain} `,
    signed.plain.repeat(200),
  ])
    expect(signedText(text)).toBeNull();
});

test.each([
  ["another schema", { schema_version: 2 }],
  ["a fraction of a cent", { levels: [{ level: "main", amount_minor: 1.5, state: "live" }] }],
  ["a negative amount", { levels: [{ level: "main", amount_minor: -1, state: "live" }] }],
  ["text for an amount", { levels: [{ level: "main", amount_minor: "1", state: "live" }] }],
  ["no levels", { levels: null }],
  ["no list of other currencies", { own: null }],
  ["another currency without levels", { own: [{ currency: "EUR" }] }],
  ["no sequence", { sequence: null }],
  ["an epoch that is not exact", { epoch: 2 ** 53 }],
])("%s is no meter", (_, change) => {
  const text = signedText(signed.plain)?.signed ?? "";
  expect(readMeter(text)).not.toBeNull();
  expect(readMeter(JSON.stringify({ ...JSON.parse(text), ...change }))).toBeNull();
});
