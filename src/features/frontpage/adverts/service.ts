import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { noteMediaUses } from '#features/media/index.ts';
import { noteReaders, type Reader, readerMarks } from '#features/settings/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { dayOf } from '#shared/dates.ts';
import * as queries from './queries.ts';
import { describeAdvert, markOfAdvert } from './reads.ts';
import type { createInput, saveInput } from './schema.ts';

/** Adds adverts; pages follow at once. */
export async function addAdverts(ctx: Context, adverts: queries.NewAdvert[]): Promise<void> {
  if (adverts.length === 0) return;
  await inTransaction(ctx, async (trx) => {
    for (const advert of await queries.insertAdverts(trx, adverts)) await noteImage(ctx, trx, advert);
    await purge(ctx, trx, ['adverts']);
  });
}

/** Empties the pages that show adverts when one began or ended since `from`. */
export async function followAdvertPeriods(ctx: Context, from: Date): Promise<void> {
  if (await queries.hasAdvertBoundary(ctx.db, from, ctx.now())) await purge(ctx, ctx.db, ['adverts']);
}

/** Puts up an advert; readers see it from its beginning on. */
export async function createAdvert(
  ctx: Context,
  input: z.output<typeof createInput>,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (trx) => {
    const [advert] = await queries.insertAdverts(trx, [toRow(input)]);
    if (!advert) throw conflict('广告没有建成，请重试');
    await noteImage(ctx, trx, advert);
    await purge(ctx, trx, ['adverts']);
    const after = describeAdvert(advert);
    await recordAction(ctx, trx, { action: 'advert.create', target: `advert:${advert.id}`, after });
    return { id: advert.id };
  });
}

/** Changes an advert. @throws conflict when somebody changed it since `mark`; notFound */
export async function saveAdvert(ctx: Context, input: z.output<typeof saveInput>): Promise<boolean> {
  return change(ctx, input.id, async (trx, before) => {
    if (markOfAdvert(before) !== input.mark)
      throw conflict(`广告「${before.title}」刚被别人改过，请看过最新的内容后再保存`);
    const advert = await queries.updateAdvert(trx, input.id, toRow(input));
    await noteImage(ctx, trx, advert);
    return { action: 'advert.save', before: describeAdvert(before), after: describeAdvert(advert) };
  });
}

/** Takes an advert out of sight until it goes on, whatever its period. May be repeated. @throws notFound */
export async function pauseAdvert(
  ctx: Context,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<boolean> {
  return change(ctx, id, async (trx, before) => {
    await queries.updateAdvert(trx, id, { is_paused: isPaused });
    return {
      action: isPaused ? 'advert.pause' : 'advert.resume',
      before: { isPaused: before.is_paused },
      after: { isPaused },
    };
  });
}

/** Deletes an advert with its figures. @throws notFound */
export async function deleteAdvert(ctx: Context, id: string): Promise<boolean> {
  return change(ctx, id, async (trx, before) => {
    await queries.deleteAdvertRow(trx, id);
    await noteMediaUses(ctx, trx, `advert:${id}`, []);
    return { action: 'advert.delete', before: describeAdvert(before), after: {} };
  });
}

type Done = { action: string; before: object; after: object };

async function change(
  ctx: Context,
  id: string,
  work: (trx: Trx, before: queries.AdvertRow) => Promise<Done>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockAdvert(trx, id);
    if (!before) throw notFound('没有这个广告，可能已被删除');
    const done = await work(trx, before);
    await purge(ctx, trx, ['adverts']);
    await recordAction(ctx, trx, { ...done, target: `advert:${id}` });
  });
  return true;
}

const noteImage = (ctx: Context, trx: Trx, { id, image }: queries.AdvertRow): Promise<void> =>
  noteMediaUses(ctx, trx, `advert:${id}`, image ? [image] : []);

const toRow = (input: z.output<typeof createInput>): queries.NewAdvert => ({
  position: input.position,
  title: input.title,
  image: input.image,
  href: input.href,
  weight: input.weight,
  starts_at: input.startsAt,
  ends_at: input.endsAt,
});

type Seen = Reader & { scope: 'advert-seen' | 'advert-clicked'; key: string };

const commitCounts = groupCommit((): Map<string, Seen> => new Map(), writeCounts);

/**
 * Counts adverts that a reader's page showed and that were pressed: each once per reader and Shanghai day. Unknown ids are
 * passed by.
 */
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

async function writeCounts(ctx: Context, batch: ReadonlyMap<string, Seen>): Promise<void> {
  const day = dayOf(ctx.now());
  const markOf = await readerMarks(ctx, day);
  await inTransaction(ctx, async (trx) => {
    const all = [...batch.values()];
    // Marks of ids that anybody invents would fill the table.
    const known = await queries.findKnown(trx, [...new Set(all.map(({ key }) => key))]);
    const marks = all
      .filter(({ key }) => known.has(key))
      .map((one) => ({ scope: one.scope, key: one.key, reader: markOf(one) }));
    const counts: queries.Counts = new Map();
    for (const { scope, key } of await noteReaders(trx, day, marks)) {
      if (scope === 'advert-seen') countOf(counts, key).impressions += 1;
      else countOf(counts, key).clicks += 1;
    }
    if (counts.size > 0) await queries.addCounts(trx, counts, day);
  });
}

function countOf(counts: queries.Counts, id: string) {
  const count = counts.get(id) ?? { impressions: 0, clicks: 0 };
  counts.set(id, count);
  return count;
}
