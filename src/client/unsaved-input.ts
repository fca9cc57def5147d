import { useEffect, useRef } from 'react';
import { useUser } from './stores.ts';

type Saved = { userId: string; savedAt: number; inputs: Record<string, unknown> };

// In session storage, which ends with the tab: what a person typed is private.
const STORAGE_KEY = 'unsavedInput';
// After that, the person has given the form up.
const MAX_AGE_MS = 30 * 60_000;

const sources = new Map<string, () => unknown>();

/**
 * Lets typed input survive the trip to the log-in when the session has ended (docs/product.md §4). `read` returns what to
 * save under `key`, which names the form and its page, or undefined if nothing was typed.
 */
export function useUnsavedInput(key: string, read: () => unknown): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const readLatest = () => latest.current();
    sources.set(key, readLatest);
    return () => {
      if (sources.get(key) === readLatest) sources.delete(key);
    };
  }, [key]);
}

/** Saves the input of all forms on screen for this member. Never throws. */
export function saveUnsavedInput(userId: string | undefined): void {
  const inputs = Object.fromEntries(
    [...sources].map(([key, read]) => [key, read()]).filter(([, input]) => input !== undefined),
  );
  if (userId === undefined || Object.keys(inputs).length === 0) return;
  write({ userId, savedAt: Date.now(), inputs });
}

/** Returns the input that the logged-in member had typed into a form; undefined if there is none. */
export function readUnsavedInput(key: string): unknown {
  return read()?.inputs[key];
}

/** Deletes the saved input of a form that shows it again. */
export function dropUnsavedInput(key: string): void {
  const saved = read();
  if (!saved) return;
  delete saved.inputs[key];
  write(saved);
}

function read(): Saved | undefined {
  try {
    const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Saved | null;
    const isUsable =
      saved !== null &&
      saved.userId === useUser.getState().userInfo?.id &&
      Date.now() - saved.savedAt < MAX_AGE_MS;
    return isUsable ? saved : undefined;
  } catch {
    return undefined;
  }
}

function write(saved: Saved): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
  } catch {
    // Without storage the input is lost.
  }
}
