import { z } from 'zod';
import { recordSchema } from '#features/posts/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { changesWithPosts } from '#kernel/http/sharing.ts';
import { listForAdmin, listPinned } from './reads.ts';
import { addInput, adminPin, arrangeInput, created, idInput, saveInput, scopeQuery } from './schema.ts';
import { addPin, arrangePins, removePin, savePin } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Calls for pins (置顶): posts shown before all others. Lists, their totals and their cursors ignore pins. */
export const pinRoutes = [
  get('/reception/getPinned', {
    sharing: changesWithPosts,
    access: 'open',
    reads: 'replica',
    summary:
      "Lists the posts pinned now to the home page or, with `columnId`, to the top of that column's list.",
    query: scopeQuery,
    data: z.array(recordSchema),
    run: (ctx, { query }) => listPinned(ctx, query.columnId),
  }),
  get('/admin/pin/list', {
    access,
    summary: 'Lists all pins of the home page or of a column in their order, whatever their period.',
    query: scopeQuery,
    data: z.array(adminPin),
    run: (ctx, { query }) => listForAdmin(ctx, query.columnId),
  }),
  post('/admin/pin/add', {
    access,
    summary: 'Pins a published post.',
    body: addInput,
    data: created,
    run: (ctx, { body }) => addPin(ctx, body),
  }),
  post('/admin/pin/save', {
    access,
    summary: 'Changes the period of a pin.',
    body: saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => savePin(ctx, body),
  }),
  post('/admin/pin/arrange', {
    access,
    summary: 'Orders the pins of the home page or of a column; 409 if the pins have changed meanwhile.',
    body: arrangeInput,
    data: z.boolean(),
    run: (ctx, { body }) => arrangePins(ctx, body),
  }),
  post('/admin/pin/remove', {
    access,
    summary: 'Removes a pin.',
    body: idInput,
    data: z.boolean(),
    run: (ctx, { body }) => removePin(ctx, body.id),
  }),
];
