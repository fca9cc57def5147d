import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { recordMediaUses } from '#features/media/index.ts';
import { loadReaderHasher, recordUniqueReaders, type Viewer } from '#features/settings/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { dayOf } from '#shared/dates.ts';
import * as queries from './queries.ts';
import { describeAdvert, versionTokenOfAdvert } from './reads.ts';
import type { createInput, saveInput } from './schema.ts';

/** Adds adverts; pages show them at once. */
export async function addAdverts(ctx: Context, adverts: queries.NewAdvert[]): Promise<void> {
  if (adverts.length === 0) return;
  await inTransaction(ctx, async (trx) => {
    for (const advert of await queries.insertAdverts(trx, adverts)) await recordImage(ctx, trx, advert);
    await purge(ctx, trx, ['adverts']);
  });
}

/** Invalidates the pages that show adverts if one began or ended since `from`. */
export async function purgeAtAdvertBoundary(ctx: Context, from: Date): Promise<void> {
  if (await queries.hasAdvertBoundary(ctx.db, from, ctx.now())) await purge(ctx, ctx.db, ['adverts']);
}

/** Creates an advert; readers see it from its start on. */
export async function createAdvert(
  ctx: Context,
  input: z.output<typeof createInput>,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (trx) => {
    const [advert] = await queries.insertAdverts(trx, [toRow(input)]);
    if (!advert) throw conflict('广告没有建成，请重试');
    await recordImage(ctx, trx, advert);
    await purge(ctx, trx, ['adverts']);
    const after = describeAdvert(advert);
    await recordAction(ctx, trx, { action: 'advert.create', target: `advert:${advert.id}`, after });
    return { id: advert.id };
  });
}

/**
 * Changes an advert.
 * @throws conflict if `mark` is outdated; notFound
 */
export async function saveAdvert(ctx: Context, input: z.output<typeof saveInput>): Promise<boolean> {
  return changeAdvert(ctx, input.id, async (trx, before) => {
    if (versionTokenOfAdvert(before) !== input.mark)
      throw conflict(`广告“${before.title}”刚被别人改过，请看过最新的内容后再保存`);
    const advert = await queries.updateAdvert(trx, input.id, toRow(input));
    await recordImage(ctx, trx, advert);
    return { action: 'advert.save', before: describeAdvert(before), after: describeAdvert(advert) };
  });
}

/**
 * Pauses or resumes an advert, regardless of its period. May be repeated.
 * @throws notFound
 */
export async function pauseAdvert(
  ctx: Context,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<boolean> {
  return changeAdvert(ctx, id, async (trx, before) => {
    await queries.updateAdvert(trx, id, { is_paused: isPaused });
    return {
      action: isPaused ? 'advert.pause' : 'advert.resume',
      before: { isPaused: before.is_paused },
      after: { isPaused },
    };
  });
}

/**
 * Deletes an advert and its counters.
 * @throws notFound
 */
export async function deleteAdvert(ctx: Context, id: string): Promise<boolean> {
  return changeAdvert(ctx, id, async (trx, before) => {
    await queries.deleteAdvertRow(trx, id);
    await recordMediaUses(ctx, trx, `advert:${id}`, []);
    return { action: 'advert.delete', before: describeAdvert(before), after: {} };
  });
}

type AdvertChange = { action: string; before: object; after: object };

async function changeAdvert(
  ctx: Context,
  id: string,
  work: (trx: Trx, before: queries.AdvertRow) => Promise<AdvertChange>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockAdvert(trx, id);
    if (!before) throw notFound('没有这个广告，可能已被删除');
    const changed = await work(trx, before);
    await purge(ctx, trx, ['adverts']);
    await recordAction(ctx, trx, { ...changed, target: `advert:${id}` });
  });
  return true;
}

const recordImage = (ctx: Context, trx: Trx, { id, image }: queries.AdvertRow): Promise<void> =>
  recordMediaUses(ctx, trx, `advert:${id}`, image ? [image] : []);

const toRow = (input: z.output<typeof createInput>): queries.NewAdvert => ({
  position: input.position,
  title: input.title,
  image: input.image,
  href: input.href,
  weight: input.weight,
  starts_at: input.startsAt,
  ends_at: input.endsAt,
});

type AdvertHit = Viewer & { scope: 'advert-seen' | 'advert-clicked'; key: string };

const commitCounts = groupCommit((): Map<string, AdvertHit> => new Map(), writeCounts);

/** Counts impressions and clicks of adverts, each once per reader and Shanghai day. Ignores unknown ids. */
export async function countAdverts(
  ctx: Context,
  { seen, clicked }: { seen: readonly string[]; clicked: readonly string[] },
  { address, userAgent }: Pick<Origin, 'address' | 'userAgent'>,
): Promise<true> {
  if (seen.length === 0 && clicked.length === 0) return true;
  const reader = { memberId: ctx.actor.kind === 'member' ? ctx.actor.memberId : null, address, userAgent };
  const name = reader.memberId ?? `${address} ${userAgent}`;
  await commitCounts(ctx, (batch) => {
    for (const key of seen) batch.set(`seen ${key} ${name}`, { ...reader, scope: 'advert-seen', key });
    for (const key of clicked)
      batch.set(`clicked ${key} ${name}`, { ...reader, scope: 'advert-clicked', key });
  });
  return true;
}

async function writeCounts(ctx: Context, batch: ReadonlyMap<string, AdvertHit>): Promise<void> {
  const day = dayOf(ctx.now());
  const hashReader = await loadReaderHasher(ctx, day);
  await inTransaction(ctx, async (trx) => {
    const all = [...batch.values()];
    // Rows for invented ids would fill the table.
    const existing = await queries.findExisting(trx, [...new Set(all.map(({ key }) => key))]);
    const readers = all
      .filter(({ key }) => existing.has(key))
      .map((one) => ({ scope: one.scope, key: one.key, reader: hashReader(one) }));
    const counts: queries.Counts = new Map();
    for (const { scope, key } of await recordUniqueReaders(trx, day, readers)) {
      if (scope === 'advert-seen') counterOf(counts, key).impressions += 1;
      else counterOf(counts, key).clicks += 1;
    }
    if (counts.size > 0) await queries.addCounts(trx, counts, day);
  });
}

function counterOf(counts: queries.Counts, id: string) {
  const count = counts.get(id) ?? { impressions: 0, clicks: 0 };
  counts.set(id, count);
  return count;
}
