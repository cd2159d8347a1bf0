// Small preferences of this screen (language, suit colours). Where the browser refuses storage the
// screen works all the same and only forgets.

const PREFIX = "dealer-station.";

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Nothing depends on it.
  }
}
