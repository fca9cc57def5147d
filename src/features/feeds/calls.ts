import type { z } from 'zod';
import type * as schema from './schema.ts';

export type FeedSource = z.infer<typeof schema.source>;
export type FeedItem = z.infer<typeof schema.item>;
export type FeedItemDetail = z.infer<typeof schema.itemDetail>;
export type FetchReport = z.infer<typeof schema.fetchReport>;
export type Approved = z.infer<typeof schema.approved>;

/** What crosses the wire about feeds that come in. */
export type FeedCalls = {
  'GET /admin/feed/list': { data: FeedSource[] };
  'POST /admin/feed/create': { body: z.input<typeof schema.createInput>; data: { id: string } };
  'POST /admin/feed/save': { body: z.input<typeof schema.saveInput>; data: boolean };
  'POST /admin/feed/delete': { body: { id: string }; data: boolean };
  'POST /admin/feed/fetch': { body: { id: string }; data: FetchReport };
  'GET /admin/feed/items': {
    query: z.input<typeof schema.itemsQuery>;
    data: z.infer<typeof schema.itemsPage>;
  };
  'GET /admin/feed/item': { query: { id: string }; data: FeedItemDetail };
  'POST /admin/feed/approve': { body: z.input<typeof schema.approveInput>; data: Approved };
  'POST /admin/feed/dismiss': { body: { ids: string[] }; data: number };
};
