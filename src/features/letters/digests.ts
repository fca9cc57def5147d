import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { dayMs, dayOf, hourMs, toIso } from '#shared/dates.ts';
import {
  type DigestRow,
  deleteDigestRow,
  insertDigest,
  listDigestRows,
  lockAndCountDigests,
  lockDigest,
  lockDueDigest,
  updateCovered,
  updateDigest,
} from './digest-queries.ts';
import { insertLetter } from './letter-queries.ts';
import { listNewPosts } from './post-queries.ts';
import type * as schema from './schema.ts';
import type { Digest } from './schema.ts';
import { checkAudience } from './service.ts';

const maxDigests = 20;
const maxPosts = 20;
const maxPeriods = 2;

type Input = z.output<typeof schema.digestInput>;

export async function readDigests({ db }: Context): Promise<Digest[]> {
  return (await listDigestRows(db)).map((row) => ({
    ...inputOf(row),
    id: row.id,
    nextAt: toIso(row.next_at),
  }));
}

/** @throws invalid for an unknown column; conflict at the limit */
export async function createDigest(ctx: Context, input: Input): Promise<{ id: string }> {
  await checkDigest(ctx, input);
  return inTransaction(ctx, async (trx) => {
    if ((await lockAndCountDigests(trx)) >= maxDigests)
      throw conflict(`定期摘要最多 ${maxDigests} 个，请先删除不用的`);
    const id = await insertDigest(trx, rowOf(input), ctx.now(), nextDigestAt(input, ctx.now()));
    await recordAction(ctx, trx, {
      action: 'letterDigest.create',
      target: `letterDigest:${id}`,
      after: input,
    });
    return { id };
  });
}

/** @throws invalid for an unknown column; notFound */
export async function saveDigest(
  ctx: Context,
  { id, ...input }: z.output<typeof schema.digestChange>,
): Promise<boolean> {
  await checkDigest(ctx, input);
  await inTransaction(ctx, async (trx) => {
    const before = await lockDigest(trx, id);
    if (!before) throw digestMissing();
    await updateDigest(trx, id, rowOf(input), nextDigestAt(input, ctx.now()));
    await recordAction(ctx, trx, {
      action: 'letterDigest.save',
      target: `letterDigest:${id}`,
      before: inputOf(before),
      after: input,
    });
  });
  return true;
}

/** Deletes a digest; the letters that it made stay. @throws notFound */
export async function deleteDigest(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await deleteDigestRow(trx, id);
    if (!row) throw digestMissing();
    await recordAction(ctx, trx, {
      action: 'letterDigest.delete',
      target: `letterDigest:${id}`,
      before: row,
    });
  });
  return true;
}

/** Makes a letter of each digest that is due and has new posts. Safe in several processes. */
export async function makeDigests(ctx: Context): Promise<void> {
  while (await makeNext(ctx)) {
    // Each call makes one in a transaction.
  }
}

const makeNext = (ctx: Context): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const digest = await lockDueDigest(trx, now);
    if (!digest) return false;
    const periodMs = digest.period === 'daily' ? dayMs : 7 * dayMs;
    // After a long break only the last two periods are news.
    const since = new Date(Math.max(Number(digest.covered_until), now.getTime() - maxPeriods * periodMs));
    const postIds = await listNewPosts(trx, digest.column_ids, { since, until: now }, maxPosts);
    if (postIds.length > 0)
      await insertLetter(
        trx,
        {
          subscription: digest.period,
          subject: `${digest.name} · ${dayName(now)}`,
          introduction: digest.introduction,
          postIds,
          isWhole: false,
          audience: digest.audience,
          audienceKey: digest.audience_key,
        },
        { digestId: digest.id, scheduledAt: now, now },
      );
    await updateCovered(trx, digest.id, now, nextDigestAt(inputOf(digest), now));
    return true;
  });

/** Returns the first time after `after` that a digest is due, in Shanghai time. */
export function nextDigestAt(
  { period, weekday, hour }: Pick<Input, 'period' | 'weekday' | 'hour'>,
  after: Date,
): Date {
  const midnight = Date.parse(`${dayOf(after)}T00:00:00+08:00`);
  for (let day = 0; ; day += 1) {
    const at = new Date(midnight + day * dayMs + hour * hourMs);
    // 2026-11-23 was a Monday, and all days have 24 hours.
    const isDay = period === 'daily' || weekdayNumber(at) === weekday;
    if (at > after && isDay) return at;
  }
}

const monday = Date.parse('2026-11-23T00:00:00+08:00');
const weekdayNumber = (at: Date): number => {
  const days = Math.floor((at.getTime() - monday) / dayMs);
  return (((days % 7) + 7) % 7) + 1;
};

const dayName = (at: Date): string => {
  const [, month, day] = dayOf(at).split('-').map(Number);
  return `${month}月${day}日`;
};

async function checkDigest(ctx: Context, { columnIds, audience, audienceKey }: Input): Promise<void> {
  const known = new Set((await columnRows(ctx)).map(({ id }) => id));
  if (columnIds.some((id) => !known.has(id))) throw invalid('所选栏目已不存在，请重新选择', 'columnIds');
  await checkAudience(ctx, audience, audienceKey);
}

const rowOf = ({ columnIds, audienceKey, isOn, ...input }: Input) => ({
  ...input,
  column_ids: columnIds,
  audience_key: audienceKey,
  is_on: isOn,
});

const inputOf = (row: DigestRow): Input => ({
  name: row.name,
  period: row.period,
  weekday: row.weekday,
  hour: row.hour,
  columnIds: row.column_ids,
  introduction: row.introduction,
  audience: row.audience,
  audienceKey: row.audience_key,
  isOn: row.is_on,
});

const digestMissing = () => notFound('没有这个定期摘要');
