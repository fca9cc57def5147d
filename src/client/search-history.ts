import { readStored, removeStored, useStored, writeStored } from './storage.ts';

const maxSearches = 10;
const maxLength = 50;

/** Adds a search of this browser, or moves it to the front. A longer text is not worth repeating. */
export function rememberSearch(keyword: string): void {
  if (keyword === '' || keyword.length > maxLength) return;
  const others = (readStored('searches') ?? []).filter((word) => word !== keyword);
  writeStored('searches', [keyword, ...others].slice(0, maxSearches));
}

/** Returns the searches of this browser, the latest first; empty on the server and while hydrating. */
export const useSearchHistory = (): readonly string[] => useStored('searches') ?? none;
const none: readonly string[] = [];

export const clearSearchHistory = (): void => removeStored('searches');
