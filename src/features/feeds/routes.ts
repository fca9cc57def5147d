import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { approveFeedItem, dismissFeedItems, type FeedParts } from './queue.ts';
import { readItem, readItems, readSources } from './reads.ts';
import * as schema from './schema.ts';
import { createSource, fetchNow, removeSource, saveSource } from './service.ts';

const access = { permission: 'feeds.manage' };

/** Feeds that come in: sources, and the queue of what they brought. */
export const feedRoutes = (parts: FeedParts) => [
  get('/admin/feed/list', {
    access,
    summary: 'Sources, with what was wrong with the last fetch and what waits.',
    data: schema.sources,
    run: (ctx) => readSources(ctx),
  }),
  post('/admin/feed/create', {
    access,
    summary: 'Follows a source.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createSource(ctx, body, parts.fetching),
  }),
  post('/admin/feed/save', {
    access,
    summary: 'Changes a source.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveSource(ctx, body, parts.fetching),
  }),
  post('/admin/feed/delete', {
    access,
    summary: 'Follows a source no more.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => removeSource(ctx, body.id),
  }),
  post('/admin/feed/fetch', {
    access,
    summary: 'Asks a source now.',
    body: schema.idInput,
    data: schema.fetchReport,
    run: (ctx, { body }) => fetchNow(ctx, body.id, parts.fetching),
  }),
  get('/admin/feed/items', {
    access,
    summary: 'What the sources brought, the last first, by state and source.',
    query: schema.itemsQuery,
    data: schema.itemsPage,
    run: (ctx, { query }) => readItems(ctx, query),
  }),
  get('/admin/feed/item', {
    access,
    summary: 'One item whole, sanitised.',
    query: schema.idQuery,
    data: schema.itemDetail,
    run: (ctx, { query }) => readItem(ctx, query.id),
  }),
  post('/admin/feed/approve', {
    access,
    summary: 'Makes a piece of an item, published or as a draft; repeated, it answers the piece it made.',
    body: schema.approveInput,
    data: schema.approved,
    run: (ctx, { body }) => approveFeedItem(ctx, body, parts),
  }),
  post('/admin/feed/dismiss', {
    access,
    summary: 'Leaves items out.',
    body: schema.dismissInput,
    data: z.number().int(),
    run: (ctx, { body }) => dismissFeedItems(ctx, body.ids),
  }),
];
