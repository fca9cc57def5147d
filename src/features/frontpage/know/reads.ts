import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { isAcknowledged, listAcknowledgements, listKnowVersions, listLiveKnow } from './queries.ts';
import type { Know, KnowPlace, KnowVersion } from './schema.ts';

const mostVersions = 100;
const acknowledgedCap = 10_000;

const live = remembered(['know'], (ctx: Context) => listLiveKnow(ctx.db));

/** What stands at a place now, and whether the caller acknowledged this version; null where nothing stands. */
export async function readKnow(ctx: Context, place: KnowPlace): Promise<Know | null> {
  const row = (await live(ctx)).find((one) => one.place === place);
  if (!row) return null;
  const acknowledged =
    ctx.actor.kind === 'member' && (await isAcknowledged(ctx.db, ctx.actor.memberId, row.id));
  return { ...row, place, acknowledged };
}

/** Whether the caller owes no acknowledgement at a place: nothing stands there, or they gave it for this version. */
export async function hasAcknowledged(ctx: Context, place: KnowPlace): Promise<boolean> {
  const know = await readKnow(ctx, place);
  return know === null || know.acknowledged;
}

/** Every version of a place, newest first, with its text. */
export async function listVersions(ctx: Context, place: KnowPlace): Promise<KnowVersion[]> {
  const rows = await listKnowVersions(ctx.db, place, { limit: mostVersions, cap: acknowledgedCap });
  return rows.map(({ is_live, created_at, created_by, ...row }) => ({
    ...row,
    place,
    isLive: is_live,
    createdBy: created_by ?? '编辑部',
    createdAt: toIso(created_at),
  }));
}

/** Which notices a member acknowledged, for their own copy of their data. */
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
