import { z } from 'zod';
import { recordSchema } from '#features/posts/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { listForDesk, listPinned } from './reads.ts';
import { addInput, arrangeInput, deskPin, idInput, made, placeQuery, saveInput } from './schema.ts';
import { addPin, arrangePins, removePin, savePin } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Pins (置顶): pieces that stand before all others; lists themselves, their totals and cursors know nothing of them. */
export const pinRoutes = [
  get('/reception/getPinned', {
    access: 'open',
    summary: 'The pieces pinned to the home page now, or with `columnId` to the head of that column’s list.',
    query: placeQuery,
    data: z.array(recordSchema),
    run: (ctx, { query }) => listPinned(ctx, query.columnId),
  }),
  get('/admin/pin/list', {
    access,
    summary: 'The pins of the home page or of a column, in their order, whatever their period.',
    query: placeQuery,
    data: z.array(deskPin),
    run: (ctx, { query }) => listForDesk(ctx, query.columnId),
  }),
  post('/admin/pin/add', {
    access,
    summary: 'Pins a published piece.',
    body: addInput,
    data: made,
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
    summary: 'Puts the pins of a place in order; 409 when they are others by now.',
    body: arrangeInput,
    data: z.boolean(),
    run: (ctx, { body }) => arrangePins(ctx, body),
  }),
  post('/admin/pin/remove', {
    access,
    summary: 'Takes a pin off.',
    body: idInput,
    data: z.boolean(),
    run: (ctx, { body }) => removePin(ctx, body.id),
  }),
];
