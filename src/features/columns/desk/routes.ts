import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { type CountPieces, readTree } from './reads.ts';
import { arrangeInput, createInput, deleteInput, made, moved, saveInput, tree } from './schema.ts';
import { arrangeColumns, createColumn, removeColumn, saveColumn } from './service.ts';

const access = { permission: 'columns.manage' };

/** The columns desk: made, changed, put in order and deleted by staff. */
export const columnDeskRoutes = (countPieces: CountPieces) => [
  get('/admin/column/tree', {
    access,
    summary: 'All columns with every field and how many pieces of each state they hold.',
    data: tree,
    run: (ctx) => readTree(ctx, countPieces),
  }),
  post('/admin/column/create', {
    access,
    summary: 'Makes a column.',
    body: createInput,
    data: made,
    run: (ctx, { body }) => createColumn(ctx, body),
  }),
  post('/admin/column/save', {
    access,
    summary: 'Changes a column; 409 when somebody else did since `mark`.',
    body: saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveColumn(ctx, body),
  }),
  post('/admin/column/arrange', {
    access,
    summary: 'Puts all columns in order and under their parents; 409 when somebody else did since `mark`.',
    body: arrangeInput,
    data: z.boolean(),
    run: (ctx, { body }) => arrangeColumns(ctx, body),
  }),
  post('/admin/column/delete', {
    access,
    summary: 'Deletes a column; its pieces move to the column `moveTo` of the same kind.',
    body: deleteInput,
    data: moved,
    run: (ctx, { body }) => removeColumn(ctx, body, countPieces),
  }),
];
