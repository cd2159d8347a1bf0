import { expect, test } from "vitest";
import signed from "./signed.test.json";
import { keyId, keysOf, Trust } from "./trust.ts";

const trust = new Trust([signed.key]);
const other = `${"11".repeat(31)}12`;

test("a meter that a station has signed is trusted, with what it says", () => {
  const { meter } = trust.check(signed.plain);
  expect(meter?.levels).toEqual([
    { level: "main", amount_minor: 5431207, state: "live", cap: null },
  ]);
  expect([meter?.epoch, meter?.sequence, meter?.hit]).toEqual([3, 1, null]);
  expect(trust.check(signed.hit).meter?.hit?.table).toBe(signed.table);
});

test("a meter of the form before is trusted as it was signed", () => {
  expect(trust.check(signed.version_1).meter?.sequence).toBe(5);
  const claimed = signed.version_1.replace('"schema_version":1', '"schema_version":2');
  expect(trust.check(claimed)).toEqual({ fault: "wrong_signature" });
});

test("a cap that somebody changed breaks the signature", () => {
  for (const changed of [
    signed.capped.replace('"overflow_to":"reserve"', '"overflow_to":"revenue"'),
    signed.capped.replace('"is_reached":true', '"is_reached":false'),
  ])
    expect(trust.check(changed)).toEqual({ fault: "wrong_signature" });
});

test("a key has the id that the station gives it", () => {
  const raw = Uint8Array.from(signed.key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  expect(keyId(raw)).toBe(signed.key_id);
});

test("one changed letter of the payload or of the signature breaks it", () => {
  for (const text of [signed.plain, signed.hit]) {
    const changed = [
      text.replace("5431207", "5431208"),
      text.replace('"sequence":', '"sequence":9'),
      text.replace(/[0-9a-f]"\}$/, (end) => `${end[0] === "0" ? "1" : "0"}"}`),
      text.replace(/"signature":"[0-9a-f]{64}/, `"signature":"${"0".repeat(64)}`),
      text.replace(/"signature":"[0-9a-f]{128}/, `"signature":"${"f".repeat(128)}`),
    ];
    for (const each of changed) {
      expect(each).not.toBe(text);
      expect(trust.check(each)).toEqual({ fault: "wrong_signature" });
    }
  }
});

test("an amount that stands beside what was signed does not count", () => {
  const levels = '"levels":[{"level":"main","amount_minor":99999999,"state":"live"}]';
  const added = signed.plain.replace(/"\}$/, `",${levels}}`);
  const before = signed.plain.replace("{", `{${levels},`);
  expect(trust.check(added)).toEqual({ fault: "malformed" });
  expect(trust.check(before)).toEqual({ fault: "wrong_signature" });
});

test("another key is named as such, and without a key nothing is trusted", () => {
  expect(trust.check(signed.of_another_key)).toEqual({ fault: "unknown_key" });
  expect(new Trust([other]).check(signed.plain)).toEqual({ fault: "unknown_key" });
  expect(new Trust([]).check(signed.plain)).toEqual({ fault: "no_key" });
});

test("one of several keys is enough", () => {
  expect(new Trust([other, signed.key]).check(signed.plain).meter).toBeDefined();
});

test("what is no point of the curve is no reason to stop", () => {
  const nobody = "ff".repeat(32);
  expect(new Trust([nobody]).check(signed.plain)).toEqual({ fault: "unknown_key" });
});

test.each(["", "{}", "null", "[]", "no json", `{"signature":"${"0".repeat(128)}"}`])(
  "%j is no meter",
  (text) => {
    expect(trust.check(text)).toEqual({ fault: "malformed" });
  },
);

test("keys are read from the part of the address behind the hash", () => {
  expect(keysOf(`#keys=${signed.key}`)).toEqual([signed.key]);
  expect(keysOf(`#keys=${signed.key.toUpperCase()},${other}`)).toEqual([signed.key, other]);
  expect(keysOf(`#a=1&keys=${signed.key},short,`)).toEqual([signed.key]);
  for (const none of ["", "#", "#keys=", "#keys=xyz", `#key=${signed.key}`])
    expect(keysOf(none)).toEqual([]);
});
