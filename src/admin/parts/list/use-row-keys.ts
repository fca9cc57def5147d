import { type KeyboardEvent, useRef, useState } from 'react';
import type { Paging } from './use-pages.ts';

type Options<T> = {
  rows: readonly T[];
  onOpen?: ((row: T) => void) | undefined;
  onToggle?: (row: T) => void;
  paging?: Paging | undefined;
};

/**
 * Keyboard navigation of table rows: arrow keys, Home and End move, Enter opens, Space selects, Page Up and Page Down
 * turn pages. One row at a time is a tab stop (roving tabindex).
 */
export function useRowKeys<T extends object>({ rows, onOpen, onToggle, paging }: Options<T>) {
  const [tabStop, setTabStop] = useState(0);
  // Identifies the row by the object, not the index: a sorted table shows its rows in another order.
  const focused = useRef<T>(undefined);
  const last = rows.length - 1;
  const targets: Record<string, number> = {
    ArrowDown: tabStop + 1,
    ArrowUp: tabStop - 1,
    Home: 0,
    End: last,
  };
  const actions: Record<string, (() => void) | undefined> = {
    Enter: onOpen && (() => focused.current && onOpen(focused.current)),
    ' ': onToggle && (() => focused.current && onToggle(focused.current)),
    PageDown: paging?.next,
    PageUp: paging?.previous,
  };
  return {
    onRow: (row: T, index = 0) => ({
      tabIndex: index === Math.min(tabStop, last) ? 0 : -1,
      'data-row': index,
      onFocus: () => {
        setTabStop(index);
        focused.current = row;
      },
    }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Controls inside a row handle their own keys.
      if (!(event.target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey) return;
      const target = targets[event.key];
      const action = actions[event.key];
      if (target === undefined && !action) return;
      event.preventDefault();
      if (action) return action();
      const row = Math.max(0, Math.min(last, target ?? 0));
      event.currentTarget.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus();
    },
  };
}
