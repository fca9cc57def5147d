import type { Column } from '#features/columns/schema.ts';
import { useRead } from './data.ts';

const none: Column[] = [];

/** All columns, for select options and names, those that are switched off last; empty while loading. */
export function useColumns(): Column[] {
  const shown = useRead('GET /reception/column/getColumnList').data ?? none;
  const off = useRead('GET /admin/column/own').data?.off;
  return off ? [...shown, ...off] : shown;
}

/** The columns in which the member may change posts, for select options; empty while loading. */
export function useOwnColumns(): Column[] {
  const own = useRead('GET /admin/column/own').data;
  const columns = useColumns();
  if (!own) return none;
  const { ids } = own;
  return ids ? columns.filter(({ id }) => ids.includes(id)) : columns;
}
