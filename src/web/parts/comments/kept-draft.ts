const keyOf = (place: string) => `comment:${place}`;

/** What was begun to be written at a place, through a log-in or a reload; it ends with the tab. */
export function readDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), text);
  } catch {
    // Without storage it is written anew.
  }
}
