import type { PostsChanged } from '#features/posts/events.ts';
import { toReadingText } from '#features/posts/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError } from '#kernel/errors.ts';
import { claimIndex, judgeOwnership, type OwnershipState } from './index-owner.ts';
import * as queries from './queries.ts';
import { publishProgress } from './rebuild-progress.ts';
import type { SearchDocument, SearchIndex } from './search-index.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

/** Larger batches are no faster and delay a new post behind an import. */
const batchSize = 500;
/** Lets a worker stop without finishing a whole import first. */
const maxBatchesPerRun = 10;
const rebuildBatchSize = 1000;
/** So many posts are indexed within some seconds. */
const maxNewest = 20_000;
/**
 * From this number on, posts outside the inverted index slow a search by some milliseconds. Of a large index it is a share,
 * since moving them takes as long as the index is large.
 */
const minUnindexed = 64;
const minUnindexedShare = 1 / 4000;

/** Handles posts.changed: adds the posts to the outbox in the same transaction, so none is lost. */
export async function onPostsChanged(_: Context, trx: Trx, { posts }: PostsChanged): Promise<void> {
  await queries.insertOutbox(
    trx,
    posts.map(({ id }) => id),
  );
}

/**
 * Applies the outbox to the index: writes published posts and removes others. Safe in several processes, of which one
 * works at a time. After a crash the same entries are processed again, which is harmless.
 * @returns the number of processed entries; 0 also while another process works or if there is no index yet
 */
export async function indexChangedPosts(ctx: Context, indexes: TenantIndexes): Promise<number> {
  await queueDoubtful(ctx, indexes);
  if ((await queries.listOutbox(ctx.db, 1)).length === 0) return 0;
  if (!(await indexes.forTenant(ctx).isReady())) return 0;
  let total = 0;
  for (let batch = 0; batch < maxBatchesPerRun; batch++) {
    const done = await inTransaction(ctx, (trx) => indexBatch(ctx, trx, indexes));
    indexes.doubtfulPosts(ctx).clear();
    total += done;
    if (done < batchSize) break;
  }
  return total;
}

/**
 * If the connection is lost during a write, so is the lock, and another worker may have written a newer version of the
 * same posts before this write took effect: they are written again.
 */
async function queueDoubtful(ctx: Context, indexes: TenantIndexes): Promise<void> {
  const doubtful = indexes.doubtfulPosts(ctx);
  if (doubtful.size === 0) return;
  await queries.insertOutbox(ctx.db, [...doubtful]);
  doubtful.clear();
}

async function indexBatch(ctx: Context, trx: Trx, indexes: TenantIndexes): Promise<number> {
  if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return 0;
  const owner = await queries.findIndexOwner(trx);
  if (judgeOwnership(owner, await indexes.identity()).state !== 'held') return 0;
  const index = indexes.forTenant(ctx);
  const entries = await queries.listOutbox(trx, batchSize);
  const stale = new Set(entries.map(({ post_id }) => post_id));
  const rows = await queries.findDocumentRows(trx, [...stale]);
  await index.upsert(await toDocuments(ctx, rows));
  for (const { id } of rows) stale.delete(id);
  await index.remove([...stale]);
  for (const { post_id } of entries) indexes.doubtfulPosts(ctx).add(post_id);
  await queries.deleteOutbox(
    trx,
    entries.map(({ id }) => id),
  );
  return entries.length;
}

/**
 * Rebuilds the index from the database, whatever its state; the old index answers until the new one is complete. Waits
 * for another writer to finish.
 * @returns the number of indexed posts
 * @throws conflict while the portal uses an index elsewhere
 */
export async function rebuildIndex(ctx: Context, indexes: TenantIndexes): Promise<number> {
  const count = await rebuildIf(ctx, indexes, async (trx) => {
    await queries.disableTimeouts(trx);
    await queries.lockIndex(trx, ctx.tenant.id);
    refuseForeign(await claimIndex(trx, await indexes.identity()));
    return true;
  });
  return count ?? 0;
}

/**
 * Maintains the index: rebuilds a lost or damaged one and optimises one with many new posts. Run periodically by the
 * process that feeds it.
 */
export async function maintainIndex(ctx: Context, indexes: TenantIndexes): Promise<void> {
  const index = indexes.forTenant(ctx);
  const own = await indexes.identity();
  const owner = await queries.findIndexOwner(ctx.db);
  const holder = judgeOwnership(owner, own);
  if (holder.state === 'foreign') {
    ctx.log.error(
      { tenant: ctx.tenant.id, machine: holder.machine },
      'The portal uses the search index of another machine, which this machine cannot read',
    );
    return;
  }
  if (holder.state === 'held')
    await (owner ? queries.renewIndexOwner : queries.upsertIndexOwner)(ctx.db, own);
  const { isSettled, settle } = await index.settled.look();
  if (isSettled && holder.state === 'held') return;
  if (holder.state === 'free' || (await mustRebuild(ctx, index))) {
    const count = await rebuildIf(ctx, indexes, async (trx) => {
      if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return false;
      const { state } = await claimIndex(trx, own);
      // Another process may have rebuilt it since the check above.
      return state === 'free' || (state === 'held' && (await index.examine()) !== 'sound');
    });
    if (count !== null) ctx.log.info({ tenant: ctx.tenant.id, pieces: count }, 'Rebuilt the search index');
    return;
  }
  // The next run reads it again.
  if (failures.get(index)) return;
  const { indexed, unindexed } = await index.countIndexed();
  if (unindexed < Math.max(minUnindexed, indexed * minUnindexedShare)) return settle();
  await inTransaction(ctx, async (trx) => {
    if (!(await queries.tryLockIndex(trx, ctx.tenant.id, 'optimisation'))) return;
    await queries.disableTimeouts(trx);
    await index.optimise();
  }).catch((error: unknown) => {
    // A post changed while its row was being moved; the next run optimises again.
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ err: error.cause }, 'Could not optimise the search index; the next run tries again');
  });
}

/** So many failed examinations in a row mean damage; fewer may be a bucket that does not answer. */
const minFailures = 3;
const failures = new WeakMap<SearchIndex, number>();

async function mustRebuild(ctx: Context, index: SearchIndex): Promise<boolean> {
  const condition = await index.examine();
  const count = condition === 'broken' ? (failures.get(index) ?? 0) + 1 : 0;
  failures.set(index, count);
  if (condition === 'broken')
    ctx.log.warn({ tenant: ctx.tenant.id, failures: count }, 'The search index could not be read');
  return condition === 'absent' || count >= minFailures;
}

/**
 * Waits until every outbox entry can be searched.
 * @returns false if the outbox did not shrink for `stallMs`, because no process feeds the index
 */
export async function waitUntilIndexed(ctx: Context, stallMs = 5000): Promise<boolean> {
  let minWaiting = Number.POSITIVE_INFINITY;
  let progressAt = Date.now();
  for (;;) {
    const waiting = await queries.countOutbox(ctx.db);
    if (waiting === 0) return true;
    if (waiting < minWaiting) [minWaiting, progressAt] = [waiting, Date.now()];
    if (Date.now() - progressAt > stallMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Claims the index of this place at a start. An index that takes over from another is deleted, so that the worker
 * rebuilds it, because it lacks the changes that the other one processed.
 * @returns the machine whose index is in use, or null
 */
export async function claimIndexAtStart(ctx: Context, indexes: TenantIndexes): Promise<string | null> {
  const own = await indexes.identity();
  // Without the lock, because a rebuild by another machine of this place holds it until its end.
  if ((await queries.findIndexOwner(ctx.db))?.index_id === own.indexId) {
    await queries.renewIndexOwner(ctx.db, own);
    return null;
  }
  return inTransaction(ctx, async (trx) => {
    // Another machine is building its index; the worker claims this one when that machine stops.
    if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return null;
    const holder = await claimIndex(trx, own);
    if (holder.state === 'free') await indexes.forTenant(ctx).clear();
    return holder.state === 'foreign' ? holder.machine : null;
  });
}

/** Releases ownership, so another index takes over without waiting for the lease to expire. */
export const releaseIndex = async ({ db }: Context, indexes: TenantIndexes): Promise<void> =>
  queries.releaseIndexOwner(db, await indexes.identity());

/** Deletes the owner: a restored database names the index of the machine that was backed up. */
export const resetIndexOwner = ({ db }: Context): Promise<void> => queries.deleteIndexOwner(db);

/** @throws conflict while the portal uses an index elsewhere */
export async function requireIndexOwnership(
  { db }: Pick<Context, 'db'>,
  indexes: TenantIndexes,
): Promise<void> {
  refuseForeign(judgeOwnership(await queries.findIndexOwner(db), await indexes.identity()));
}

function refuseForeign(holder: OwnershipState): void {
  if (holder.state === 'foreign')
    throw conflict(
      `搜索索引在另一处（${holder.machine}），门户正在使用它：请到那台机器上执行，或先停下那里的门户`,
    );
}

/**
 * Rebuilds the index in one transaction that holds the lock, if `mayRebuild` allows it.
 * @returns the number of indexed posts, or null
 */
async function rebuildIf(
  ctx: Context,
  indexes: TenantIndexes,
  mayRebuild: (trx: Trx) => Promise<boolean>,
): Promise<number | null> {
  let isComplete = false;
  try {
    return await inTransaction(ctx, async (trx) => {
      if (!(await mayRebuild(trx))) return null;
      await queries.disableTimeouts(trx);
      const count = await rebuildLocked(ctx, trx, indexes);
      isComplete = true;
      return count;
    });
  } catch (error) {
    // Another worker may have processed outbox entries after the lock was lost: the index is rebuilt again.
    if (isComplete) await queries.disownIndex(ctx.db);
    throw error;
  }
}

// The rebuild reads the state of every outbox entry deleted here; entries added meanwhile stay and are processed later.
async function rebuildLocked(ctx: Context, trx: Trx, indexes: TenantIndexes): Promise<number> {
  await queries.clearOutbox(trx);
  const index = indexes.forTenant(ctx);
  const own = await indexes.identity();
  const total = await queries.countDocuments(ctx.db);
  const progress = await publishProgress(ctx, total, () => queries.renewIndexOwner(ctx.db, own));
  const confirm = () => queries.confirmLock(trx);
  try {
    // Where no index answers, the newest posts are found after some seconds, and the others when all are indexed.
    if (total > 2 * maxNewest && !(await index.canAnswer()))
      await index.rebuild(newestDocuments(ctx), { isPartial: true, expected: maxNewest, confirm });
    return await index.rebuild(allDocuments(ctx), { expected: total, onRows: progress.advance, confirm });
  } finally {
    await progress.end();
  }
}

/** Lists all published posts, the newest ids first. */
async function* allDocuments(
  ctx: Context,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<SearchDocument[]> {
  let before: string | null = null;
  for (let count = 0; count < limit; ) {
    const rows: queries.DocumentRow[] = await queries.listDocumentRows(ctx.db, before, rebuildBatchSize);
    yield await toDocuments(ctx, rows);
    const last = rows.at(-1);
    if (!last || rows.length < rebuildBatchSize) return;
    before = last.id;
    count += rows.length;
  }
}

const newestDocuments = (ctx: Context) => allDocuments(ctx, maxNewest);

async function toDocuments(ctx: Context, rows: readonly queries.DocumentRow[]): Promise<SearchDocument[]> {
  const stocks = await stockTable(ctx);
  const names = new Map(stocks.map(({ code, name, aliases }) => [code, [name, ...aliases]]));
  return rows.map((row) => toDocument(row, names));
}

/**
 * Builds the document of a post. Locked text is included only for a level that opens it without a purchase; a post for
 * sale is found by its open text, even if VIP members read it for free (docs/product.md §13).
 */
function toDocument(
  row: queries.DocumentRow,
  stockNames: ReadonlyMap<string, readonly string[]>,
): SearchDocument {
  const { access } = row;
  const withSummary = (html: string) => `${row.own_summary}\n${toReadingText(html)}`;
  return {
    id: row.id,
    kind: row.kind,
    columnId: row.column_id,
    authorIds: row.author_ids,
    authorNames: row.author_names,
    title: row.title,
    tags: row.tags,
    stockCodes: row.stock_codes,
    stockNames: row.stock_codes.flatMap((code) => stockNames.get(code) ?? []),
    openText: withSummary(access === 'public' ? row.html : row.open_html),
    whole: access === 'member' || access === 'vip' ? { text: withSummary(row.html), openFor: access } : null,
    publishedAtMs: row.published_at.getTime(),
  };
}
