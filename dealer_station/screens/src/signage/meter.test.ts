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
  ["a later form", { schema_version: 3 }],
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

test("a meter says what caps its prizes have, and one of the form before says nothing", () => {
  const [main, mini] = readMeter(signedText(signed.capped)?.signed ?? "")?.levels ?? [];
  expect(main?.cap).toEqual({ cap_minor: 5431207, is_reached: true, overflow_to: "reserve" });
  expect(mini?.cap).toBeNull();
  const before = readMeter(signedText(signed.version_1)?.signed ?? "");
  expect(before?.levels).toEqual([{ level: "main", amount_minor: 5431207, state: "live" }]);
});

const CAP = { cap_minor: 100, is_reached: false, overflow_to: "overflow" };

test.each([
  ["an amount above its cap", { ...CAP, cap_minor: 99 }],
  ["a reached cap above the amount", { ...CAP, cap_minor: 101, is_reached: true }],
  ["a cap that does not say whether it is reached", { ...CAP, is_reached: null }],
  ["a cap that is no amount", { ...CAP, cap_minor: "100" }],
  ["a cap that flows nobody knows where", { ...CAP, overflow_to: "moon" }],
])("%s is no meter", (_, cap) => {
  const text = JSON.parse(signedText(signed.plain)?.signed ?? "") as object;
  const of = (given: object) =>
    readMeter(
      JSON.stringify({
        ...text,
        levels: [{ level: "main", amount_minor: 100, state: "live", cap: given }],
      }),
    );
  expect(of(CAP)).not.toBeNull();
  expect(of({ ...CAP, is_reached: true })).not.toBeNull();
  expect(of(cap)).toBeNull();
});
