import { holds, memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { builtInColumns, decideGuide } from './policy.ts';
import {
  countWaiting,
  findGuideFacts,
  findNewestPublished,
  listOwnDrafts,
  listScheduled,
} from './queries.ts';
import type { Start } from './schema.ts';

const mostListed = 5;
const mostCounted = 100;

/** What whoever opens the back office is shown first. */
export async function readStart(ctx: Context): Promise<Start> {
  const { db, actor } = ctx;
  const drafts = await listOwnDrafts(db, memberOf(ctx), mostListed);
  const scheduled = await listScheduled(db, mostListed);
  return {
    guide: holds(actor, 'content.publish') ? await readGuide(ctx, drafts[0]?.id ?? null) : null,
    drafts: drafts.map(({ id, title, updated_at }) => ({ id, title, updatedAt: toIso(updated_at) })),
    scheduled: scheduled.flatMap(({ id, title, published_at }) =>
      published_at ? [{ id, title, publishedAt: toIso(published_at) }] : [],
    ),
    waiting: holds(actor, 'content.review') ? await countWaiting(db, mostCounted) : null,
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
