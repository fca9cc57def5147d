import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { type CountColumnPosts, readTree } from './reads.ts';
import { arrangeInput, created, createInput, deleteInput, moved, saveInput, tree } from './schema.ts';
import { arrangeColumns, createColumn, deleteColumn, saveColumn } from './service.ts';

const access = { permission: 'columns.manage' };

export const columnAdminRoutes = (countColumnPosts: CountColumnPosts) => [
  get('/admin/column/tree', {
    access,
    summary: 'Returns all columns with every field and their numbers of posts by state.',
    data: tree,
    run: (ctx) => readTree(ctx, countColumnPosts),
  }),
  post('/admin/column/create', {
    access,
    summary: 'Creates a column.',
    body: createInput,
    data: created,
    run: (ctx, { body }) => createColumn(ctx, body),
  }),
  post('/admin/column/save', {
    access,
    summary: 'Changes a column; 409 if the version token `mark` is outdated.',
    body: saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveColumn(ctx, body),
  }),
  post('/admin/column/arrange', {
    access,
    summary: 'Sets the order and the parents of all columns; 409 if the version token `mark` is outdated.',
    body: arrangeInput,
    data: z.boolean(),
    run: (ctx, { body }) => arrangeColumns(ctx, body),
  }),
  post('/admin/column/delete', {
    access,
    summary: 'Deletes a column and moves its posts to the column `moveTo` of the same kind.',
    body: deleteInput,
    data: moved,
    run: (ctx, { body }) => deleteColumn(ctx, body, countColumnPosts),
  }),
];
