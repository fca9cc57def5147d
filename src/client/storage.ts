import { useSyncExternalStore } from 'react';
import type { ColumnItem } from './routes.ts';
import type { UserInfo } from './stores.ts';

/** What local storage contains under `token`. Times are ms since the epoch. */
export type StoredSession = {
  token: string;
  refreshToken: string;
  /** From this time on, the token is renewed before the next call. */
  renewAt?: number;
  user: UserInfo;
};

/** The five keys of local storage in docs/product.md §3 and §15, then our own, with their types. */
export type Stored = {
  token: StoredSession;
  columnList: ColumnItem[];
  menuIds: string[];
  routerPath: string;
  initialLocation: string;
  /** Ids of the know pop-ups that were acknowledged in this browser; the server also saves those of members. */
  acknowledged: string[];
  advertsShown: string[];
  /** What was searched in this browser, the latest first. */
  searches: string[];
  /** The columns that a person has hidden in tables of the back office, by table. */
  hiddenColumns: Record<string, string[]>;
  liveNews: LiveNewsChoices;
  /** Pace and voice of 朗读. */
  listening: { rate?: number; voice?: string };
  /** The single-key shortcuts are switched off. */
  keysOff: boolean;
};

/** What the reader has chosen for live news in this browser; missing means off. */
export type LiveNewsChoices = {
  /** New items wait for a press instead of entering by themselves. */
  isPaused?: boolean;
  hasSound?: boolean;
  /** Notifications of the operating system, while the browser permits them. */
  hasNotifications?: boolean;
  /** Sound and notifications also for items that are not important. */
  isForAll?: boolean;
};

type Entry<T> = { value: T; expiresAt?: number };

// Replaces local storage for this tab if the browser refuses it (private mode, quota).
const memoryFallback = new Map<string, string>();
const listeners = new Set<() => void>();
const parseCache = new Map<string, { raw: string; entry: Entry<unknown> | undefined }>();

/**
 * Reads an entry. An expired entry is deleted and reads as empty (docs/product.md §3), and so does an invalid one. The
 * same stored text returns the same object, so the result can be a React snapshot.
 */
export function readStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  const raw = readRaw(key);
  if (raw === undefined) return undefined;
  const entry = parseEntry(key, raw);
  if (entry && !isExpired(entry.expiresAt)) return entry.value as Stored[K];
  removeRaw(key);
  return undefined;
}

/** Writes an entry; `expiresAt` is in ms since the epoch, and without it the entry does not expire. Never throws. */
export function writeStored<K extends keyof Stored>(key: K, value: Stored[K], expiresAt?: number): void {
  if (!isBrowser()) return;
  const entry: Entry<Stored[K]> = expiresAt === undefined ? { value } : { value, expiresAt };
  writeRaw(key, JSON.stringify(entry));
  notifyListeners();
}

/** Changes an existing entry and keeps its expiry; does nothing if it is missing. Never throws. */
export function changeStored<K extends keyof Stored>(key: K, change: (value: Stored[K]) => Stored[K]): void {
  const value = readStored(key);
  const raw = readRaw(key);
  if (value === undefined || raw === undefined) return;
  writeStored(key, change(value), parseEntry(key, raw)?.expiresAt);
}

/** Deletes entries. Never throws. */
export function removeStored(...keys: (keyof Stored)[]): void {
  for (const key of keys) removeRaw(key);
  notifyListeners();
}

/** Calls the listener after any change of an entry, in this tab or another; returns a function that unsubscribes it. */
export function subscribeToStored(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns an entry as React state: empty on the server and while hydrating, then live and across tabs. */
export function useStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  return useSyncExternalStore(
    subscribeToStored,
    () => readStored(key),
    () => undefined,
  );
}

function parseEntry(key: string, raw: string): Entry<unknown> | undefined {
  const cached = parseCache.get(key);
  if (cached?.raw === raw) return cached.entry;
  const entry = parseRaw(raw);
  parseCache.set(key, { raw, entry });
  return entry;
}

function parseRaw(raw: string): Entry<unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(raw);
    const isEntry = typeof entry === 'object' && entry !== null && 'value' in entry;
    return isEntry ? (entry as Entry<unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isExpired(expiresAt: number | undefined): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

// On the server one process serves all readers, so nothing may be saved there.
function isBrowser(): boolean {
  return typeof window !== 'undefined';
}

function readRaw(key: string): string | undefined {
  if (!isBrowser()) return undefined;
  const fallback = memoryFallback.get(key);
  if (fallback !== undefined) return fallback;
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeRaw(key: string, raw: string): void {
  try {
    window.localStorage.setItem(key, raw);
    memoryFallback.delete(key);
  } catch {
    memoryFallback.set(key, raw);
  }
}

function removeRaw(key: string): void {
  memoryFallback.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Disabled storage contains nothing to delete.
  }
}
