import type { PostsChanged } from '#features/posts/events.ts';
import { toReadingText } from '#features/posts/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError } from '#kernel/errors.ts';
import { claimIndex, judgeOwnership, type OwnershipState } from './index-owner.ts';
import * as queries from './queries.ts';
import { publishProgress } from './rebuild-progress.ts';
import type { SearchDocument } from './search-index.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

/** Larger batches are no faster and delay a new post behind an import. */
const batchSize = 500;
/** Lets a worker stop without finishing a whole import first. */
const maxBatchesPerRun = 10;
const rebuildBatchSize = 1000;
/** So many posts are indexed within some seconds. */
const maxNewest = 20_000;
/** From this number on, posts outside the inverted index slow a search by some milliseconds. */
const minUnindexed = 64;

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
  if ((await queries.listOutbox(ctx.db, 1)).length === 0) return 0;
  if (!(await indexes.forTenant(ctx).isReady())) return 0;
  let total = 0;
  for (let batch = 0; batch < maxBatchesPerRun; batch++) {
    const done = await inTransaction(ctx, (trx) => indexBatch(ctx, trx, indexes));
    total += done;
    if (done < batchSize) break;
  }
  return total;
}

async function indexBatch(ctx: Context, trx: Trx, indexes: TenantIndexes): Promise<number> {
  if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return 0;
  if (judgeOwnership(await queries.findIndexOwner(trx), indexes.identity()).state !== 'held') return 0;
  const index = indexes.forTenant(ctx);
  const entries = await queries.listOutbox(trx, batchSize);
  const stale = new Set(entries.map(({ post_id }) => post_id));
  const rows = await queries.findDocumentRows(trx, [...stale]);
  await index.upsert(await toDocuments(ctx, rows));
  for (const { id } of rows) stale.delete(id);
  await index.remove([...stale]);
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
export function rebuildIndex(ctx: Context, indexes: TenantIndexes): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    await queries.disableTimeouts(trx);
    await queries.lockIndex(trx, ctx.tenant.id);
    refuseForeign(await claimIndex(trx, indexes.identity()));
    return rebuildLocked(ctx, trx, indexes);
  });
}

/**
 * Maintains the index: rebuilds a lost or damaged one and optimises one with many new posts. Run periodically by the
 * process that feeds it.
 */
export async function maintainIndex(ctx: Context, indexes: TenantIndexes): Promise<void> {
  const index = indexes.forTenant(ctx);
  const holder = judgeOwnership(await queries.findIndexOwner(ctx.db), indexes.identity());
  if (holder.state === 'foreign') {
    ctx.log.error(
      { tenant: ctx.tenant.id, machine: holder.machine },
      'Another machine indexes this portal; the search index here is out of date',
    );
    return;
  }
  if (holder.state === 'held') await queries.upsertIndexOwner(ctx.db, indexes.identity());
  if (holder.state === 'free' || !(await index.isSound())) {
    await inTransaction(ctx, async (trx) => {
      if (!(await queries.tryLockIndex(trx, ctx.tenant.id))) return;
      const claimed = await claimIndex(trx, indexes.identity());
      // Another process may have rebuilt it since the check above.
      if (claimed.state === 'foreign' || (claimed.state === 'held' && (await index.isSound()))) return;
      await queries.disableTimeouts(trx);
      const count = await rebuildLocked(ctx, trx, indexes);
      ctx.log.info({ tenant: ctx.tenant.id, pieces: count }, 'Rebuilt the search index');
    });
    return;
  }
  if ((await index.countUnindexed()) < minUnindexed) return;
  await index.optimise().catch((error: unknown) => {
    // A post changed while its row was being moved; the next run optimises again.
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ err: error.cause }, 'Could not optimise the search index; the next run tries again');
  });
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
 * Claims the indexes of this folder at a start. An index that takes over from another is deleted, so that the worker
 * rebuilds it, because it lacks the changes that the other one processed.
 * @returns the machine whose index is in use, or null
 */
export function claimIndexAtStart(ctx: Context, indexes: TenantIndexes): Promise<string | null> {
  return inTransaction(ctx, async (trx) => {
    await queries.lockIndex(trx, ctx.tenant.id);
    const holder = await claimIndex(trx, indexes.identity());
    if (holder.state === 'free') await indexes.remove(ctx);
    return holder.state === 'foreign' ? holder.machine : null;
  });
}

/** Releases ownership, so another index takes over without waiting for the lease to expire. */
export const releaseIndex = ({ db }: Context, indexes: TenantIndexes): Promise<void> =>
  queries.releaseIndexOwner(db, indexes.identity().indexId);

/** Deletes the owner: a restored database names the index of the machine that was backed up. */
export const resetIndexOwner = ({ db }: Context): Promise<void> => queries.deleteIndexOwner(db);

/** @throws conflict while the portal uses an index elsewhere */
export async function requireIndexOwnership(
  { db }: Pick<Context, 'db'>,
  indexes: TenantIndexes,
): Promise<void> {
  refuseForeign(judgeOwnership(await queries.findIndexOwner(db), indexes.identity()));
}

function refuseForeign(holder: OwnershipState): void {
  if (holder.state === 'foreign')
    throw conflict(
      `搜索索引在另一处（${holder.machine}），门户正在使用它：请到那台机器上执行，或先停下那里的门户`,
    );
}

// The rebuild reads the state of every outbox entry deleted here; entries added meanwhile stay and are processed later.
async function rebuildLocked(ctx: Context, trx: Trx, indexes: TenantIndexes): Promise<number> {
  await queries.clearOutbox(trx);
  const index = indexes.forTenant(ctx);
  const total = await queries.countDocuments(ctx.db);
  const progress = publishProgress(indexes.folderOf(ctx), total);
  try {
    // Where no index answers, the newest posts are found after some seconds, and the others when all are indexed.
    if (total > 2 * maxNewest && !(await index.canAnswer()))
      await index.rebuild(newestDocuments(ctx), { isPartial: true });
    return await index.rebuild(allDocuments(ctx), { onRows: progress.advance });
  } finally {
    progress.end();
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
  const withSummary = (html: string) => `${row.summary}\n${toReadingText(html)}`;
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
