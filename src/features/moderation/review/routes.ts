import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { countReviews, readReviewQueue } from './reads.ts';
import { decideInput, reviewCounts, reviewPage, reviewQuery } from './schema.ts';
import { decideReview } from './service.ts';

const access = { permission: 'content.review' };

/** The queue of what waits for a reviewer. */
export const reviewRoutes = [
  get('/admin/moderation/list', {
    access,
    summary: 'What waits for a reviewer, or what became of it, newest first.',
    query: reviewQuery,
    data: reviewPage,
    run: (ctx, { query }) => readReviewQueue(ctx, query),
  }),
  get('/admin/moderation/counts', {
    access,
    summary: 'How many wait, by kind.',
    data: reviewCounts,
    run: (ctx) => countReviews(ctx),
  }),
  post('/admin/moderation/decide', {
    access,
    summary: 'Approves or rejects what waits; a rejection needs its reason.',
    body: decideInput,
    data: z.boolean(),
    run: (ctx, { body }) => decideReview(ctx, body),
  }),
];
