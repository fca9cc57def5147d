import { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { countReviews, readReviewQueue } from './reads.ts';
import { decideInput, reviewCounts, reviewPage, reviewQuery } from './schema.ts';
import { decideReview } from './service.ts';

const access = { permission: 'content.review' };

export const reviewRoutes = (settings: Settings) => [
  get('/admin/moderation/list', {
    access,
    summary: 'Lists the items that wait for a reviewer or were decided, newest first.',
    query: reviewQuery,
    data: reviewPage,
    run: (ctx, { query }) => readReviewQueue(ctx, query),
  }),
  get('/admin/moderation/counts', {
    access,
    summary: 'Counts the items that wait for a reviewer, by kind.',
    data: reviewCounts,
    run: (ctx) => countReviews(ctx),
  }),
  post('/admin/moderation/decide', {
    access,
    summary: 'Approves an item, rejects it or asks for changes; the latter two require a note.',
    body: decideInput,
    data: z.boolean(),
    run: (ctx, { body }) => decideReview(ctx, settings, body),
  }),
];
