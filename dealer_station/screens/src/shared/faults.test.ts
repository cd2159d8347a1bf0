// Faults of devices in words.
import { expect, test } from "vitest";
import { faultWords } from "./faults.ts";

test("faults are said as they are for the kind of device, each once", () => {
  const faults = ["device_lost", "device_restarted"];
  expect(faultWords("card_shoe", faults)).toBe("cards may have passed unread");
  expect(faultWords("meter_display", ["device_lost"])).toBe("the sign does not answer");
  expect(faultWords("bet_acceptor", ["journal_lost"])).toBe("the device lost its journal");
  expect(faultWords("bet_acceptor", ["not_known_yet"])).toBe("not known yet");
});
