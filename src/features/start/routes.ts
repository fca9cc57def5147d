import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { readStart } from './reads.ts';
import { start, stepInput } from './schema.ts';
import { takeStep } from './service.ts';

/** The first screen of the back office. */
export const startRoutes = [
  get('/admin/start', {
    access: { permission: 'content.view' },
    summary: 'What waits for the caller, and how far a new site has got.',
    data: start,
    run: (ctx) => readStart(ctx),
  }),
  post('/admin/start/step', {
    access: { permission: 'content.publish' },
    summary: 'Ticks a step of the first-run guide that only a person can tell, or puts the guide away.',
    body: stepInput,
    data: z.boolean(),
    run: (ctx, { body }) => takeStep(ctx, body.step),
  }),
];
