import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { approveFeedItem, dismissFeedItems, type FeedDependencies } from './queue.ts';
import { readItem, readItems, readSources } from './reads.ts';
import * as schema from './schema.ts';
import { createSource, deleteSource, fetchNow, saveSource } from './service.ts';

const access = { permission: 'feeds.manage' };

/** Admin routes of incoming feeds: sources, and the queue of their items. */
export const feedRoutes = (dependencies: FeedDependencies) => [
  get('/admin/feed/list', {
    access,
    summary: 'Lists feed sources with the error of the last fetch and the number of pending items.',
    data: schema.sources,
    run: (ctx) => readSources(ctx),
  }),
  post('/admin/feed/create', {
    access,
    summary: 'Adds a feed source.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createSource(ctx, body, dependencies.fetching),
  }),
  post('/admin/feed/save', {
    access,
    summary: 'Changes a feed source.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveSource(ctx, body, dependencies.fetching),
  }),
  post('/admin/feed/delete', {
    access,
    summary: 'Deletes a feed source and its pending items; posts created from it stay.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteSource(ctx, body.id),
  }),
  post('/admin/feed/fetch', {
    access,
    summary: 'Fetches a feed source now, even if it is paused.',
    body: schema.idInput,
    data: schema.fetchReport,
    run: (ctx, { body }) => fetchNow(ctx, body.id, dependencies.fetching),
  }),
  get('/admin/feed/items', {
    access,
    summary: 'Lists feed items, last fetched first, by state and source.',
    query: schema.itemsQuery,
    data: schema.itemsPage,
    run: (ctx, { query }) => readItems(ctx, query),
  }),
  get('/admin/feed/item', {
    access,
    summary: 'Returns a feed item with its sanitised body.',
    query: schema.idQuery,
    data: schema.itemDetail,
    run: (ctx, { query }) => readItem(ctx, query.id),
  }),
  post('/admin/feed/approve', {
    access,
    summary:
      'Creates a post from a feed item, published or as a draft; a repeated call returns the same post.',
    body: schema.approveInput,
    data: schema.approved,
    run: (ctx, { body }) => approveFeedItem(ctx, body, dependencies),
  }),
  post('/admin/feed/dismiss', {
    access,
    summary: 'Dismisses feed items; may be repeated.',
    body: schema.dismissInput,
    data: z.number().int(),
    run: (ctx, { body }) => dismissFeedItems(ctx, body.ids),
  }),
];
