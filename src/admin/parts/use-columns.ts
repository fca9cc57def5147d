import type { Column } from '#features/columns/schema.ts';
import { useRead } from './data.ts';

const none: Column[] = [];

/** Columns visible to readers, for select options and names; empty while loading. */
export const useColumns = (): Column[] => useRead('GET /reception/column/getColumnList').data ?? none;

/** The columns in which the member may change posts, for select options; empty while loading. */
export function useOwnColumns(): Column[] {
  const own = useRead('GET /admin/column/own').data;
  const columns = useColumns();
  if (!own) return none;
  const { ids } = own;
  return ids ? columns.filter(({ id }) => ids.includes(id)) : columns;
}
