import { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { countReviews, readReviewQueue } from './reads.ts';
import { decideInput, reviewCounts, reviewPage, reviewQuery } from './schema.ts';
import { decideReview } from './service.ts';

const access = { permission: 'content.review' };

/** The queue of what waits for a reviewer. */
export const reviewRoutes = (settings: Settings) => [
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
    summary: 'Approves what waits, rejects it or asks for changes; the latter two need words.',
    body: decideInput,
    data: z.boolean(),
    run: (ctx, { body }) => decideReview(ctx, settings, body),
  }),
];
