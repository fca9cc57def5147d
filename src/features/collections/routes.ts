import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { get, post } from '#kernel/http/calls.ts';
import { listFollowFeed, listOwnCollects, listOwnFollows, listOwnReadings } from './reads.ts';
import type { CollectShelf } from './schema.ts';
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
  postQuery,
} from './schema.ts';
import { addCollect, addFollow, forgetReadings, removeCollect, removeFollow } from './service.ts';

// Above the routes, which are made with it.
const nouns = { article: 'articles and references', news: 'news' };

/** Collect and follow (seed §7), and the lists of what a member keeps. */
export const collectionRoutes = [
  post('/member/addArticleCollect', {
    access: 'member',
    summary: 'Collects a published article or reference; repeated, it answers the same record.',
    query: articleQuery,
    data: added,
    run: (ctx, { query }) => addCollect(ctx, 'article', query.articleId),
  }),
  post('/member/addNewsCollect', {
    access: 'member',
    summary: 'Collects published news; repeated, it answers the same record.',
    query: newsQuery,
    data: added,
    run: (ctx, { query }) => addCollect(ctx, 'news', query.newsId),
  }),
  post('/member/deleteArticleCollect', removal('article')),
  post('/member/deleteNewsCollect', removal('news')),
  post('/member/addFollow', {
    access: 'member',
    summary: 'Follows an author; repeated, it answers the same record.',
    query: authorQuery,
    data: added,
    run: (ctx, { query }) => addFollow(ctx, query.authorId),
  }),
  post('/member/deleteFollow', {
    access: 'member',
    summary: 'Follows an author no longer; may be repeated.',
    query: authorQuery,
    data: done,
    run: (ctx, { query }) => removeFollow(ctx, query.authorId),
  }),
  get('/member/articleCollects', collects('article')),
  get('/member/newsCollects', collects('news')),
  get('/member/follows', {
    access: 'member',
    summary: 'Whom the caller follows, the last first, each with up to three of their newest pieces.',
    query: pagingQuery,
    data: followPage,
    run: (ctx, { query }) => listOwnFollows(ctx, query),
  }),
  get('/member/followFeed', {
    access: 'member',
    summary: 'The newest pieces of everyone the caller follows.',
    query: pagingQuery,
    data: feedPage,
    run: (ctx, { query }) => listFollowFeed(ctx, query),
  }),
  get('/member/history', {
    access: 'member',
    summary: 'The pieces the caller opened, the last first.',
    query: pagingQuery,
    data: historyPage,
    run: (ctx, { query }) => listOwnReadings(ctx, query),
  }),
  post('/member/deleteHistory', {
    access: 'member',
    summary: 'Forgets that the caller opened this piece; may be repeated.',
    query: postQuery,
    data: done,
    run: (ctx, { query }) => forgetReadings(ctx, query.id),
  }),
  post('/member/clearHistory', {
    access: 'member',
    summary: 'Forgets everything the caller opened.',
    data: done,
    run: (ctx) => forgetReadings(ctx),
  }),
];

function removal(shelf: CollectShelf) {
  return {
    access: 'member' as const,
    summary: `Drops one of the caller's own collects of ${nouns[shelf]} by the record's id; may be repeated.`,
    query: collectQuery,
    data: done,
    run: (ctx: Context, { query }: Query<typeof collectQuery>) => removeCollect(ctx, shelf, query.id),
  };
}

function collects(shelf: CollectShelf) {
  return {
    access: 'member' as const,
    summary: `The ${nouns[shelf]} the caller collected, the last first; those withdrawn keep their title.`,
    query: collectsQuery,
    data: collectPage,
    run: (ctx: Context, { query }: Query<typeof collectsQuery>) => listOwnCollects(ctx, shelf, query),
  };
}

type Query<S extends z.ZodType> = { query: z.output<S> };
