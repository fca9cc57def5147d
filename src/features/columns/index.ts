export type { ColumnsChanged } from './events.ts';
export type { ColumnRow, NewColumn } from './queries.ts';
export { columnRows, columnsTag, listColumns } from './reads.ts';
export { columnRoutes } from './routes.ts';
export { defineColumns } from './service.ts';
