export type { CountPieces } from './desk/reads.ts';
export { columnDeskRoutes } from './desk/routes.ts';
export type { ColumnRow } from './queries.ts';
export { columnRows, columnsTag, listColumns } from './reads.ts';
export { columnRoutes } from './routes.ts';
export { defineColumns } from './service.ts';
