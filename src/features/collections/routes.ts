import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { byHand, get, post } from '#kernel/http/calls.ts';
import { listFollowFeed, listOwnCollects, listOwnFollows, listOwnReadings, readPosition } from './reads.ts';
import type { CollectKind } from './schema.ts';
import {
  added,
  articleQuery,
  authorQuery,
  collectPage,
  collectQuery,
  collectsQuery,
  done,
  feedPage,
  followPage,
  historyPage,
  newsQuery,
  pagingQuery,
  position,
  positionInput,
  postQuery,
} from './schema.ts';
import {
  addCollect,
  addFollow,
  deleteCollect,
  deleteFollow,
  deleteReadings,
  savePosition,
} from './service.ts';

// Defined above the routes that use it.
const nouns = { article: 'articles and references', news: 'news' };

/** Calls to collect and follow (docs/product.md §7), and the member's own lists. */
export const collectionRoutes = [
  post('/member/addArticleCollect', {
    access: 'member',
    limit: byHand,
    summary: 'Collects a published article or reference; a repeated call returns the same record.',
    query: articleQuery,
    data: added,
    run: (ctx, { query }) => addCollect(ctx, 'article', query.articleId),
  }),
  post('/member/addNewsCollect', {
    access: 'member',
    limit: byHand,
    summary: 'Collects a published news post; a repeated call returns the same record.',
    query: newsQuery,
    data: added,
    run: (ctx, { query }) => addCollect(ctx, 'news', query.newsId),
  }),
  post('/member/deleteArticleCollect', deleteRoute('article')),
  post('/member/deleteNewsCollect', deleteRoute('news')),
  post('/member/addFollow', {
    access: 'member',
    limit: byHand,
    summary: 'Follows an author; a repeated call returns the same record.',
    query: authorQuery,
    data: added,
    run: (ctx, { query }) => addFollow(ctx, query.authorId),
  }),
  post('/member/deleteFollow', {
    access: 'member',
    limit: byHand,
    summary: 'Unfollows an author; may be repeated.',
    query: authorQuery,
    data: done,
    run: (ctx, { query }) => deleteFollow(ctx, query.authorId),
  }),
  get('/member/articleCollects', listRoute('article')),
  get('/member/newsCollects', listRoute('news')),
  get('/member/follows', {
    access: 'member',
    summary:
      'Lists the authors the caller follows, last followed first, each with up to three of their newest posts.',
    query: pagingQuery,
    data: followPage,
    run: (ctx, { query }) => listOwnFollows(ctx, query),
  }),
  get('/member/followFeed', {
    access: 'member',
    summary: 'Lists the newest posts of all authors the caller follows.',
    query: pagingQuery,
    data: feedPage,
    run: (ctx, { query }) => listFollowFeed(ctx, query),
  }),
  get('/member/history', {
    access: 'member',
    summary: 'Lists the posts the caller opened, last opened first.',
    query: pagingQuery,
    data: historyPage,
    run: (ctx, { query }) => listOwnReadings(ctx, query),
  }),
  get('/member/readingPosition', {
    access: 'member',
    summary: 'Returns how far the caller has read a post of their history, on any device.',
    query: postQuery,
    data: position,
    run: async (ctx, { query }) => ({ position: await readPosition(ctx, query.id) }),
  }),
  post('/member/saveReadingPosition', {
    access: 'member',
    summary: 'Saves how far the caller has read a post of their history; ignores other posts.',
    body: positionInput,
    data: done,
    run: (ctx, { body }) => savePosition(ctx, body),
  }),
  post('/member/deleteHistory', {
    access: 'member',
    limit: byHand,
    summary: "Deletes a post from the caller's reading history; may be repeated.",
    query: postQuery,
    data: done,
    run: (ctx, { query }) => deleteReadings(ctx, query.id),
  }),
  post('/member/clearHistory', {
    access: 'member',
    limit: byHand,
    summary: "Deletes the caller's whole reading history.",
    data: done,
    run: (ctx) => deleteReadings(ctx),
  }),
];

function deleteRoute(kind: CollectKind) {
  return {
    access: 'member' as const,
    limit: byHand,
    summary: `Deletes one of the caller's own collects of ${nouns[kind]} by the record's id; may be repeated.`,
    query: collectQuery,
    data: done,
    run: (ctx: Context, { query }: Query<typeof collectQuery>) => deleteCollect(ctx, kind, query.id),
  };
}

function listRoute(kind: CollectKind) {
  return {
    access: 'member' as const,
    summary: `Lists the ${nouns[kind]} that the caller collected, last collected first; withdrawn ones have only their title.`,
    query: collectsQuery,
    data: collectPage,
    run: (ctx: Context, { query }: Query<typeof collectsQuery>) => listOwnCollects(ctx, kind, query),
  };
}

type Query<S extends z.ZodType> = { query: z.output<S> };
