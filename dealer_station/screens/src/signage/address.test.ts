import { expect, test } from "vitest";
import { signAddress } from "./address.ts";

const KEY = "ab".repeat(32);

test("everything that a sign is set up with stands in its address", () => {
  expect(
    signAddress("?progressive=caribbean-main&level=mini&currency=EUR&lang=pl", `#keys=${KEY}`),
  ).toEqual({
    table: null,
    progressive: "caribbean-main",
    level: "mini",
    currency: "EUR",
    language: "pl",
    keys: [KEY],
  });
});

test("what is left out has a value, and a key is never taken from before the hash", () => {
  expect(signAddress(`?progressive=p&keys=${KEY}&lang=de`, "")).toEqual({
    table: null,
    progressive: "p",
    level: null,
    currency: null,
    language: "en",
    keys: [],
  });
});

test("a sign of a table's rounds names the table", () => {
  expect(signAddress("?table=BA-1&lang=pl", "")).toMatchObject({ table: "BA-1", language: "pl" });
  expect(signAddress("?table=", "")).toMatchObject({ table: null });
});
