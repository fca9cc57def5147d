import { z } from 'zod';
import { reachMilestone } from '#features/settings/index.ts';
import { holds, memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get, post } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { builtInColumns, decideGuide, milestoneOf } from './policy.ts';
import {
  countWaiting,
  findGuideFacts,
  findNewestPublished,
  listOwnDrafts,
  listScheduled,
} from './queries.ts';
import { type Start, start, stepInput } from './schema.ts';

const maxListed = 5;
const maxCounted = 100;

/** The first screen of the back office. */
export const feature = defineFeature({
  name: 'start',
  routes: [
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
  ],
  menu: [{ to: '/', label: '工作台', icon: 'home', permission: 'content.view', group: 'editing', order: 10 }],
});

/** What whoever opens the back office is shown first. */
async function readStart(ctx: Context): Promise<Start> {
  const { db, actor } = ctx;
  const drafts = await listOwnDrafts(db, memberOf(ctx), maxListed);
  const scheduled = await listScheduled(db, maxListed);
  return {
    guide: holds(actor, 'content.publish') ? await readGuide(ctx, drafts[0]?.id ?? null) : null,
    drafts: drafts.map(({ id, title, updated_at }) => ({ id, title, updatedAt: toIso(updated_at) })),
    scheduled: scheduled.flatMap(({ id, title, published_at }) =>
      published_at ? [{ id, title, publishedAt: toIso(published_at) }] : [],
    ),
    waiting: holds(actor, 'content.review') ? await countWaiting(db, maxCounted) : null,
  };
}

async function readGuide({ db }: Context, draftId: string | null): Promise<Start['guide']> {
  const steps = decideGuide(await findGuideFacts(db, builtInColumns));
  if (!steps) return null;
  const newest = await findNewestPublished(db);
  return {
    steps,
    draftId,
    published: newest
      ? { id: newest.id, title: newest.title, address: `/mobileDetail?id=${newest.id}` }
      : null,
  };
}

/** Ticks what only the person can say, or puts the guide away, for everybody and for good. May be repeated. */
async function takeStep(ctx: Context, step: keyof typeof milestoneOf): Promise<boolean> {
  await reachMilestone(ctx, milestoneOf[step]);
  return true;
}
