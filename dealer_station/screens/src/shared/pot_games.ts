// The games in which players play against each other: known by name wherever only that is told.
const POT_GAMES: ReadonlySet<string> = new Set(["texas-holdem", "seven-card-stud"]);

export const isPotGame = (game: string): boolean => POT_GAMES.has(game);
