import { useSyncExternalStore } from 'react';
import type { ColumnItem } from './routes.ts';
import type { UserInfo } from './stores.ts';

/** What local storage holds under `token`. Times are ms since the epoch. */
export type StoredSession = {
  token: string;
  refreshToken: string;
  /** From here on the token is renewed before the next call. */
  renewAt?: number;
  user: UserInfo;
};

/** The seed's five keys of local storage (§3, PRODUCT §5), then ours, and what each holds. */
export type Stored = {
  token: StoredSession;
  columnList: ColumnItem[];
  menuIds: string[];
  routerPath: string;
  initialLocation: string;
  /** Know pop-ups this browser's reader acknowledged, by their ids; a member's are kept by the portal, too. */
  acknowledged: string[];
  /** Pop-up adverts shown today, by their ids. */
  advertsShown: string[];
};

type Entry<T> = { value: T; expiresAt?: number };

// Takes over when the browser refuses storage (private mode, quota): the tab then remembers for itself.
const remembered = new Map<string, string>();
const listeners = new Set<() => void>();
const parsed = new Map<string, { raw: string; entry: Entry<unknown> | undefined }>();

/**
 * Reads an entry. An expired one is deleted and reads as empty (seed §3), and so does a broken one.
 * The same stored text gives the same object, so the answer can feed a React snapshot.
 */
export function readStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  const raw = readRaw(key);
  if (raw === undefined) return undefined;
  const entry = parseEntry(key, raw);
  if (entry && !isPast(entry.expiresAt)) return entry.value as Stored[K];
  removeRaw(key);
  return undefined;
}

/** Writes an entry; `expiresAt` is a time in ms since the epoch, without it the entry stays. Never throws. */
export function writeStored<K extends keyof Stored>(key: K, value: Stored[K], expiresAt?: number): void {
  if (!isBrowser()) return;
  const entry: Entry<Stored[K]> = expiresAt === undefined ? { value } : { value, expiresAt };
  writeRaw(key, JSON.stringify(entry));
  announce();
}

/** Changes an entry that is there and keeps its expiry; nothing happens without one. Never throws. */
export function changeStored<K extends keyof Stored>(key: K, change: (value: Stored[K]) => Stored[K]): void {
  const value = readStored(key);
  const raw = readRaw(key);
  if (value === undefined || raw === undefined) return;
  writeStored(key, change(value), parseEntry(key, raw)?.expiresAt);
}

/** Forgets entries. Never throws. */
export function removeStored(...keys: (keyof Stored)[]): void {
  for (const key of keys) removeRaw(key);
  announce();
}

/** Calls back after any change of an entry, in this tab or another; returns how to stop. */
export function subscribeToStored(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** An entry as React state: empty on the server and while hydrating, then live, across tabs. */
export function useStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  return useSyncExternalStore(
    subscribeToStored,
    () => readStored(key),
    () => undefined,
  );
}

function parseEntry(key: string, raw: string): Entry<unknown> | undefined {
  const known = parsed.get(key);
  if (known?.raw === raw) return known.entry;
  const entry = parseRaw(raw);
  parsed.set(key, { raw, entry });
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

function isPast(expiresAt: number | undefined): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function announce(): void {
  for (const listener of listeners) listener();
}

// On the server one process serves everybody: nothing may be remembered there.
function isBrowser(): boolean {
  return typeof window !== 'undefined';
}

function readRaw(key: string): string | undefined {
  if (!isBrowser()) return undefined;
  const own = remembered.get(key);
  if (own !== undefined) return own;
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeRaw(key: string, raw: string): void {
  try {
    window.localStorage.setItem(key, raw);
    remembered.delete(key);
  } catch {
    remembered.set(key, raw);
  }
}

function removeRaw(key: string): void {
  remembered.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing is stored where storage is closed.
  }
}
