import { get } from '#kernel/http/calls.ts';
import { listChildren, listColumns } from './reads.ts';
import { childrenQuery, columnList } from './schema.ts';

export const columnRoutes = [
  get('/reception/column/getColumnList', {
    access: 'open',
    summary: 'Lists all columns by `listOrder` descending; the result is the same for every caller.',
    data: columnList,
    run: (ctx) => listColumns(ctx),
  }),
  get('/reception/column/getColumnChildrenList', {
    access: 'open',
    summary: 'Lists the direct children of a column; empty for an unknown column.',
    query: childrenQuery,
    data: columnList,
    run: (ctx, { query }) => listChildren(ctx, query.columnId),
  }),
];
