import { listWatchedPosts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { byHand, get, post } from '#kernel/http/calls.ts';
import { readStockCodes } from '#kernel/setting-schemas.ts';
import { listOwnWatchedStocks, readHomeQuotes, readStock, readStockPosts } from './reads.ts';
import * as schema from './schema.ts';
import { addWatchedStock, deleteWatchedStock } from './service.ts';

/** The contest's settings, of which the codes on the home page are one. */
export type SecurityServices = { market: { rulesOf: (ctx: Context) => Promise<{ homeCodes: string }> } };

/** Calls for securities and those a member watches (docs/product.md §26). */
export const securityRoutes = ({ market: { rulesOf } }: SecurityServices) => [
  get('/reception/stock', {
    access: 'open',
    summary:
      'Returns a security with its newest quote, the numbers of posts that name it, and whether the caller watches it.',
    query: schema.codeQuery,
    data: schema.stock,
    run: (ctx, { query }) => readStock(ctx, query.code),
  }),
  get('/reception/stockPosts', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the published posts that name a security, of one kind or of all, newest first.',
    query: schema.stockPostsQuery,
    data: schema.stockPostPage,
    run: (ctx, { query }) => readStockPosts(ctx, query),
  }),
  get('/reception/homeQuotes', {
    access: 'open',
    summary: 'Returns the newest quotes of the securities on the home page.',
    data: schema.homeQuotes,
    run: async (ctx) => readHomeQuotes(ctx, readStockCodes((await rulesOf(ctx)).homeCodes)),
  }),
  get('/member/watchedStocks', {
    access: 'member',
    summary: 'Lists the up to 200 securities the caller watches with their quotes, last added first.',
    data: schema.watchedStocks,
    run: (ctx) => listOwnWatchedStocks(ctx),
  }),
  post('/member/addWatchedStock', {
    access: 'member',
    limit: byHand,
    summary: 'Adds a security to those the caller watches; a repeated call returns the same record.',
    query: schema.codeQuery,
    data: schema.added,
    run: (ctx, { query }) => addWatchedStock(ctx, query.code),
  }),
  post('/member/deleteWatchedStock', {
    access: 'member',
    limit: byHand,
    summary: 'Removes a security from those the caller watches; may be repeated.',
    query: schema.codeQuery,
    data: schema.done,
    run: (ctx, { query }) => deleteWatchedStock(ctx, query.code),
  }),
  get('/member/watchedFeed', {
    access: 'member',
    summary: 'Lists the newest posts that name a security the caller watches.',
    query: schema.pagingQuery,
    data: schema.stockPostPage,
    run: (ctx, { query }) => listWatchedPosts(ctx, query),
  }),
];
