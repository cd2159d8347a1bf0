// What Casino Hold'em has of its own: its spots, why a wager was settled, its irregularities.

export const casinoHoldemEn = {
  "spot.bonus": "Bonus",
  "spot.jumbo7": "Jumbo 7",
  "spot.call": "Call",

  "spot_short.jumbo7": "Jumbo",

  "primary.burn_one": "Burn a card",
  "next.burn_one": "Burn",
  "next.burn_one_card": "one card",
  "next.burn_one_hint": "Face down, before the board's next card.",
  "panel.meter_jumbo7": "Jumbo 7 pool",

  "primary.confirm_all_bet.casino-holdem": "Confirm: all call",
  "primary.confirm.casino-holdem": "Confirm: {bets} call · {folds} fold",
  "primary.all_others_bet.casino-holdem": "All others call · seats {seats}",

  "rule.CH-15": "folded",
  "rule.CH-20": "dealer does not qualify",
  "rule.CH-21": "higher than the dealer",
  "rule.CH-22": "equal to the dealer",
  "rule.CH-23": "dealer is higher",
  "rule.CH-31": "by two cards and the flop",
  "rule.CH-32a": "folded, the Bonus is lost",
  "rule.CH-32b": "folded, the Bonus stands",
  "rule.CH-42": "share of the Jumbo 7 pool",
  "rule.CH-43": "by the prizes of Jumbo 7",
  "rule.CH-G06": "folded",
} as const;
