import type { PostsChanged } from '#features/posts/events.ts';
import { toReadingText } from '#features/posts/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError } from '#kernel/errors.ts';
import { claimIndex, type HolderState, judgeHolder } from './index-holder.ts';
import type { SearchIndexes } from './indexes.ts';
import * as queries from './queries.ts';
import type { SearchDocument } from './search-index.ts';

/** Larger batches are no faster and keep a fresh piece waiting longer behind an import. */
const batchSize = 500;
/** So that a worker that is to stop does not finish a whole import first. */
const batchesAtOnce = 10;
const rebuildBatch = 1000;
/** From here the pieces that are not yet in the inverted index cost a search some milliseconds. */
const worthOptimising = 64;

/** The listener of posts.changed: what changed is noted in the same transaction, so nothing is forgotten. */
export async function queueForIndex(_: Context, trx: Trx, { posts }: PostsChanged): Promise<void> {
  await queries.insertOutbox(
    trx,
    posts.map(({ id }) => id),
  );
}

/**
 * Brings what is noted into the index: published pieces are written, others taken out. Safe in several
 * processes, one works at a time; after a crash the same notes are done again, which is harmless.
 * @returns how many notes were done; 0 also while another process is at it or there is no index yet
 */
export async function feedIndex(ctx: Context, indexes: SearchIndexes): Promise<number> {
  if ((await queries.listOutbox(ctx.db, 1)).length === 0) return 0;
  if (!(await indexes.of(ctx).isReady())) return 0;
  let total = 0;
  for (let batch = 0; batch < batchesAtOnce; batch++) {
    const done = await inTransaction(ctx, (trx) => feedBatch(ctx, trx, indexes));
    total += done;
    if (done < batchSize) break;
  }
  return total;
}

async function feedBatch(ctx: Context, trx: Trx, indexes: SearchIndexes): Promise<number> {
  if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return 0;
  if (judgeHolder(await queries.findHolder(trx), indexes.holder()).state !== 'held') return 0;
  const index = indexes.of(ctx);
  const notes = await queries.listOutbox(trx, batchSize);
  const stale = new Set(notes.map(({ post_id }) => post_id));
  const sources = await queries.findSources(trx, [...stale]);
  await index.upsert(await toDocuments(ctx, sources));
  for (const { id } of sources) stale.delete(id);
  await index.remove([...stale]);
  await queries.deleteOutbox(
    trx,
    notes.map(({ id }) => id),
  );
  return notes.length;
}

/**
 * Makes the index anew from the database, whatever state it is in; the old one answers until the new one is
 * whole. Waits for another writer to finish.
 * @returns how many pieces it holds
 * @throws conflict while the portal uses an index elsewhere
 */
export function rebuildIndex(ctx: Context, indexes: SearchIndexes): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    await queries.allowLongWork(trx);
    await queries.lockIndex(trx, ctx.tenant.id);
    refuseForeign(await claimIndex(trx, indexes.holder()));
    return rebuildLocked(ctx, trx, indexes);
  });
}

/**
 * Looks after the index: a lost or damaged one is made anew, one with many fresh pieces is optimised. To be
 * called now and then by the process that feeds it.
 */
export async function tendIndex(ctx: Context, indexes: SearchIndexes): Promise<void> {
  const index = indexes.of(ctx);
  const holder = judgeHolder(await queries.findHolder(ctx.db), indexes.holder());
  if (holder.state === 'foreign') {
    ctx.log.error(
      { tenant: ctx.tenant.id, machine: holder.machine },
      'another machine indexes; search here is out of date',
    );
    return;
  }
  if (holder.state === 'held') await queries.upsertHolder(ctx.db, indexes.holder());
  if (holder.state === 'free' || !(await index.isSound())) {
    await inTransaction(ctx, async (trx) => {
      if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return;
      const claimed = await claimIndex(trx, indexes.holder());
      // Another process may have made a new one since the check above.
      if (claimed.state === 'foreign' || (claimed.state === 'held' && (await index.isSound()))) return;
      await queries.allowLongWork(trx);
      const pieces = await rebuildLocked(ctx, trx, indexes);
      ctx.log.info({ tenant: ctx.tenant.id, pieces }, 'the search index was made anew');
    });
    return;
  }
  if ((await index.countUnindexed()) < worthOptimising) return;
  await index.optimise().catch((error: unknown) => {
    // A piece changed while its row was being moved; the next round does it.
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ err: error.cause }, 'the search index is optimised later');
  });
}

/**
 * Waits until everything that is noted can be searched.
 * @returns false when nothing moved for `patienceMs`: no process is feeding the index
 */
export async function awaitIndexed(ctx: Context, patienceMs = 5000): Promise<boolean> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const waiting = await queries.countOutbox(ctx.db);
    if (waiting === 0) return true;
    if (waiting < least) [least, movedAt] = [waiting, Date.now()];
    if (Date.now() - movedAt > patienceMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Claims the indexes of this folder for a start. One that takes over from another index is deleted, so that the worker
 * makes it anew: it lacks what the other one took.
 * @returns the machine whose index is in use, or null
 */
export function claimIndexAtStart(ctx: Context, indexes: SearchIndexes): Promise<string | null> {
  return inTransaction(ctx, async (trx) => {
    await queries.lockIndex(trx, ctx.tenant.id);
    const holder = await claimIndex(trx, indexes.holder());
    if (holder.state === 'free') await indexes.remove(ctx);
    return holder.state === 'foreign' ? holder.machine : null;
  });
}

/** Lets another index take over without waiting for the lease. */
export const releaseIndex = ({ db }: Context, indexes: SearchIndexes): Promise<void> =>
  queries.freeHolder(db, indexes.holder().indexId);

/** A restored database names the index of the machine that was backed up. */
export const forgetHolder = ({ db }: Context): Promise<void> => queries.deleteHolder(db);

/** @throws conflict while the portal uses an index elsewhere */
export async function requireOwnIndex({ db }: Pick<Context, 'db'>, indexes: SearchIndexes): Promise<void> {
  refuseForeign(judgeHolder(await queries.findHolder(db), indexes.holder()));
}

function refuseForeign(holder: HolderState): void {
  if (holder.state === 'foreign')
    throw conflict(
      `搜索索引在另一处（${holder.machine}），门户正在使用它：请到那台机器上执行，或先停下那里的门户`,
    );
}

// Notes made until now are covered by what is read after; notes made meanwhile stay and are done afterwards.
async function rebuildLocked(ctx: Context, trx: Trx, indexes: SearchIndexes): Promise<number> {
  await queries.deleteWholeOutbox(trx);
  return indexes.of(ctx).rebuild(allDocuments(ctx));
}

async function* allDocuments(ctx: Context): AsyncGenerator<SearchDocument[]> {
  for (let after = '0'; ; ) {
    const sources = await queries.listSources(ctx.db, after, rebuildBatch);
    yield await toDocuments(ctx, sources);
    const last = sources.at(-1);
    if (!last || sources.length < rebuildBatch) return;
    after = last.id;
  }
}

async function toDocuments(ctx: Context, sources: readonly queries.SourceRow[]): Promise<SearchDocument[]> {
  const stocks = await stockTable(ctx);
  const names = new Map(stocks.map(({ code, name, aliases }) => [code, [name, ...aliases]]));
  return sources.map((row) => toDocument(row, names));
}

/**
 * What search may know of a piece. Its locked text goes in only for a level that opens it alone: what is sold is
 * found by its open text, even where VIP members read it for nothing (PRODUCT §3).
 */
function toDocument(
  row: queries.SourceRow,
  stockNames: ReadonlyMap<string, readonly string[]>,
): SearchDocument {
  const { access } = row;
  const withSummary = (html: string) => `${row.summary}\n${toReadingText(html)}`;
  return {
    id: row.id,
    kind: row.kind,
    columnId: row.column_id,
    authorId: row.author_id,
    authorName: row.author_name,
    title: row.title,
    tags: row.tags,
    stockCodes: row.stock_codes,
    stockNames: row.stock_codes.flatMap((code) => stockNames.get(code) ?? []),
    openText: withSummary(access === 'public' ? row.html : row.open_html),
    whole: access === 'member' || access === 'vip' ? { text: withSummary(row.html), openFor: access } : null,
    publishedAtMs: row.published_at.getTime(),
  };
}
