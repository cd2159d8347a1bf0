// The table of the tests' snapshots.
import type { View } from "../shared/view.ts";

export const TABLE: View["table"] = {
  id: "CS-2",
  name: "Caribbean Stud 2",
  game: "caribbean-stud",
  rules: "classic",
  currency: "USD",
  seats: [1, 2, 3],
  limits: { min: "5.00", max: "500.00" },
  player_cards_public: false,
  spots: [
    { name: "ante", base: true },
    { name: "progressive", price: "1.00" },
    { name: "bet", decision: true },
  ],
};
