import { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get, post } from '#kernel/http/calls.ts';
import { type EngineParts, pushWaiting, tidyPushes } from './push-addresses.ts';
import { pushId, pushPage, pushQuery, states } from './schema.ts';
import { queueChanged, readPushes, readStates, repush } from './service.ts';

const access = { permission: 'settings.manage' };

/** Pushes addresses of posts to Baidu and by IndexNow as they come out, change, move and are withdrawn. */
export const feature = defineFeature({
  name: 'engines',
  routes: ({ settings }: { settings: Settings }) => [
    get('/admin/engine/states', {
      access,
      summary: 'Returns what waits to be pushed to each search engine.',
      data: states,
      run: (ctx) => readStates(ctx, settings),
    }),
    get('/admin/engine/pushes', {
      access,
      summary: 'Lists the pushes of a month, newest first.',
      query: pushQuery,
      data: pushPage,
      run: (ctx, { query }) => readPushes(ctx, query),
    }),
    post('/admin/engine/repush', {
      access,
      summary: 'Pushes the addresses of a push again.',
      body: pushId,
      data: z.boolean(),
      run: (ctx, { body }) => repush(ctx, settings, body.id),
    }),
  ],
  listeners: ({ settings }: { settings: Settings }) => ({
    'posts.changed': (ctx, trx, event) => queueChanged(ctx, trx, settings, event),
  }),
  jobs: ({ engines }: { engines: EngineParts }) => [
    { name: 'engines-push', everyMs: 5000, run: (ctx) => pushWaiting(ctx, engines) },
    { name: 'engines-tidy', cron: '41 4 * * *', run: tidyPushes },
  ],
  tables: { installation: ['engine_outbox', 'engine_pushes', 'engine_states'] },
});
