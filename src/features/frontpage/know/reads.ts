import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { isAcknowledged, listAcknowledgements, listKnowVersions, listLiveKnow } from './queries.ts';
import type { Know, KnowPlace, KnowVersion } from './schema.ts';

const maxVersions = 100;
const acknowledgedCap = 10_000;

const liveKnow = cachedByTag(['know'], (ctx: Context) => listLiveKnow(ctx.db));

/** Returns the live version of a place and whether the caller acknowledged it; null if there is none. */
export async function readKnow(ctx: Context, place: KnowPlace): Promise<Know | null> {
  const row = (await liveKnow(ctx)).find((one) => one.place === place);
  if (!row) return null;
  const acknowledged =
    ctx.actor.kind === 'member' && (await isAcknowledged(ctx.db, ctx.actor.memberId, row.id));
  return { ...row, place, acknowledged };
}

/** Whether the caller owes no acknowledgement at a place: none is live, or the caller acknowledged this version. */
export async function hasAcknowledged(ctx: Context, place: KnowPlace): Promise<boolean> {
  const know = await readKnow(ctx, place);
  return know === null || know.acknowledged;
}

/** Lists every version of a place with its text, newest first. */
export async function listVersions(ctx: Context, place: KnowPlace): Promise<KnowVersion[]> {
  const rows = await listKnowVersions(ctx.db, place, { limit: maxVersions, cap: acknowledgedCap });
  return rows.map(({ is_live, created_at, created_by, ...row }) => ({
    ...row,
    place,
    isLive: is_live,
    createdBy: created_by ?? '编辑部',
    createdAt: toIso(created_at),
  }));
}

/** Acknowledged notices for a member's copy of personal data. */
export const knowData: readonly PersonalDataPart[] = [
  {
    name: 'acknowledged-notices',
    read: async ({ db }, memberId) =>
      (await listAcknowledgements(db, memberId)).map(({ acknowledged_at, ...row }) => ({
        ...row,
        acknowledgedAt: toIso(acknowledged_at),
      })),
  },
];
