import { useState } from 'react';

/** Selected rows by id, across pages. Clears the selection when `scope` changes. */
export function useSelection<T>(scope: string) {
  const [selection, setSelection] = useState({ scope, rows: new Map<string, T>() });
  if (selection.scope !== scope) setSelection({ scope, rows: new Map() });
  const rows = selection.scope === scope ? selection.rows : new Map<string, T>();
  const set = (next: Map<string, T>) => setSelection({ scope, rows: next });
  return {
    rows,
    set,
    clear: () => set(new Map()),
    /** Selects exactly `ids` of the rows on screen; rows of other pages stay selected. */
    choose: (onScreen: readonly (readonly [string, T])[], ids: ReadonlySet<string>) => {
      const next = new Map(rows);
      for (const [id, row] of onScreen)
        if (ids.has(id)) next.set(id, row);
        else next.delete(id);
      set(next);
    },
  };
}

export type Selection<T> = ReturnType<typeof useSelection<T>>;
