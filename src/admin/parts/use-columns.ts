import { useSyncExternalStore } from 'react';
import type { Column } from '#features/columns/schema.ts';
import { call } from '../api.ts';

let columns: Column[] = [];
let asked: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The columns, for choices and names: asked for once a visit, empty until they are here or if that failed. */
export function useColumns(): Column[] {
  return useSyncExternalStore(subscribe, () => columns);
}

/** Asks again, after columns were changed. */
export function forgetColumns(): void {
  asked = listeners.size > 0 ? ask() : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) asked = ask();
  return () => listeners.delete(listener);
}

async function ask(): Promise<void> {
  try {
    columns = await call('GET /reception/column/getColumnList', { silent: true });
    for (const listener of listeners) listener();
  } catch {
    // The next screen asks again.
    asked = undefined;
  }
}
