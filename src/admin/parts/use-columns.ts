import type { Column } from '#features/columns/schema.ts';
import { useRead } from './data.ts';

const none: Column[] = [];

/** Columns visible to readers, for select options and names; empty while loading. */
export const useColumns = (): Column[] => useRead('GET /reception/column/getColumnList').data ?? none;
