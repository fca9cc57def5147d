import { z } from 'zod';
import { offModules, reachMilestone } from '#features/settings/index.ts';
import { type Actor, hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get, post } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { type GoLiveParts, goLive, readGoLive, tickGoLive } from './go-live.ts';
import { builtInColumns, decideGuide, milestoneOf } from './policy.ts';
import {
  countWaiting,
  findGuideFacts,
  findNewestPublished,
  type GuideFacts,
  listOwnDrafts,
  listReturned,
  listScheduled,
  listWork,
  type WaitingName,
  type WorkName,
} from './queries.ts';
import { goLiveInput, type Start, start, stepInput } from './schema.ts';

const maxListed = 5;
const maxCounted = 100;
const maxWork = 20;
const failureWindowMs = 7 * dayMs;

/** The permission that handles each kind of waiting item. */
const waitingPermissions: Record<WaitingName, string> = {
  reviews: 'content.review',
  comments: 'comments.moderate',
  reports: 'comments.moderate',
  feedItems: 'feeds.manage',
  refunds: 'orders.refund',
  invoices: 'orders.invoice',
  withdrawals: 'ledger.settle',
  qualifications: 'authors.manage',
};
const workPermissions: Record<WorkName, string> = {
  transfers: 'transfers.manage',
  scans: 'leaks.manage',
  index: 'content.view',
  jobs: 'settings.manage',
  sources: 'feeds.manage',
};

const namesPermitted = <N extends string>(actor: Actor, permissions: Record<N, string>): N[] =>
  (Object.keys(permissions) as N[]).filter((name) => hasPermission(actor, permissions[name]));

/** The start page of the back office. */
export const feature = defineFeature({
  name: 'start',
  routes: (parts: GoLiveParts) => [
    get('/admin/start', {
      access: 'staff',
      summary:
        'Returns the work that waits for the caller, running and failed background work, and the progress of the first-run guide.',
      data: start,
      run: (ctx) => readStart(ctx, parts),
    }),
    post('/admin/start/step', {
      access: { permission: 'content.publish' },
      summary:
        'Completes a step of the first-run guide that only a person can confirm, or dismisses the guide.',
      body: stepInput,
      data: z.boolean(),
      run: (ctx, { body }) => tickStep(ctx, body.step),
    }),
    post('/admin/start/goLive', {
      access: { permission: 'settings.manage' },
      summary: 'Ticks an item of the go-live list by hand, takes the tick back, or dismisses the list.',
      body: goLiveInput,
      data: z.boolean(),
      run: (ctx, { body }) => tickGoLive(ctx, body),
    }),
    post('/admin/start/live', {
      access: { permission: 'settings.manage' },
      summary:
        'Switches the portal to live mode for good and starts it again; refuses while a setting of a live portal is missing.',
      data: z.boolean(),
      run: (ctx) => goLive(ctx, parts),
    }),
  ],
  menu: [{ to: '/', label: '工作台', icon: 'home', permission: null, group: 'editing', order: 10 }],
});

async function readStart(ctx: Context, parts: GoLiveParts): Promise<Start> {
  const { db, actor } = ctx;
  const canView = hasPermission(actor, 'content.view');
  // Whoever saved a draft last wrote what it shows here.
  const mayWrite = canView || hasPermission(actor, 'content.contribute');
  const drafts = mayWrite ? await listOwnDrafts(db, requireMemberId(ctx), maxListed) : [];
  const returned = await listReturned(db, requireMemberId(ctx), maxListed);
  const scheduled = canView ? await listScheduled(db, maxListed) : [];
  const mayPublish = hasPermission(actor, 'content.publish');
  const maySet = hasPermission(actor, 'settings.manage');
  const facts = mayPublish || maySet ? await findGuideFacts(db, builtInColumns) : null;
  const since = new Date(ctx.now().getTime() - failureWindowMs);
  const hasComments = !(await offModules(ctx)).includes('comments');
  const waitingFor = namesPermitted(actor, waitingPermissions).filter(
    (name) => hasComments || (name !== 'comments' && name !== 'reports'),
  );
  return {
    guide: facts && mayPublish ? await readGuide(ctx, facts, drafts[0]?.id ?? null) : null,
    goLive: facts && maySet ? await readGoLive(ctx, parts, facts) : null,
    drafts: drafts.map(({ id, title, updated_at }) => ({ id, title, updatedAt: toIso(updated_at) })),
    returned: returned.map(({ decided_by, decided_at, ...post }) => ({
      ...post,
      decidedBy: decided_by,
      decidedAt: toIso(decided_at),
    })),
    scheduled: scheduled.flatMap(({ id, title, published_at }) =>
      published_at ? [{ id, title, publishedAt: toIso(published_at) }] : [],
    ),
    waiting: (await countWaiting(db, waitingFor, maxCounted)).filter(({ count }) => count > 0),
    work: (await listWork(db, namesPermitted(actor, workPermissions), { since, limit: maxWork })).map(
      ({ at, ...row }) => ({
        ...row,
        at: toIso(at),
      }),
    ),
  };
}

async function readGuide(
  { db }: Context,
  facts: GuideFacts,
  draftId: string | null,
): Promise<Start['guide']> {
  const steps = decideGuide(facts);
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

/**
 * Records a step that only a person can confirm, or dismisses the guide, for everyone and permanently. May be repeated.
 */
async function tickStep(ctx: Context, step: keyof typeof milestoneOf): Promise<boolean> {
  await reachMilestone(ctx, milestoneOf[step]);
  return true;
}
