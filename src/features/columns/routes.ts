import { get } from '#kernel/http/calls.ts';
import { listChildren, listColumns } from './reads.ts';
import { childrenQuery, columnList } from './schema.ts';

export const columnRoutes = [
  get('/reception/column/getColumnList', {
    access: 'open',
    summary: 'All columns, by listOrder descending, the same for every caller.',
    data: columnList,
    run: (ctx) => listColumns(ctx),
  }),
  get('/reception/column/getColumnChildrenList', {
    access: 'open',
    summary: 'The columns directly below one column; an unknown column has none.',
    query: childrenQuery,
    data: columnList,
    run: (ctx, { query }) => listChildren(ctx, query.columnId),
  }),
];
