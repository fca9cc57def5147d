import { recordAction } from '#features/audit/index.ts';
import type { ColumnsDeleting } from '#features/columns/events.ts';
import { columnRows, requireColumn } from '#features/columns/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { explainRefusal } from '#kernel/fetch/explain-fetch.ts';
import { checkAddress, type FetchLimits, FetchRefusal } from '#kernel/fetch/fetch-bytes.ts';
import { fetchErrorText, fetchSource } from './fetch-source.ts';
import * as queries from './queries.ts';
import type { FetchReport } from './schema.ts';

export type SourceInput = {
  name: string;
  url: string;
  columnId: string;
  intervalMinutes: number;
  isActive: boolean;
};

/** Items not approved within 90 days are no longer news. */
const retentionMs = 90 * 86_400_000;

/** Whoever saves a new address fetches it themselves and is told what came; without them the worker does. */
const firstFetchMs = 60_000;
const firstFetchAt = (ctx: Context) => new Date(ctx.now().getTime() + firstFetchMs);

/** Adds a source, which is due in a minute. @throws invalid naming the field; conflict if it exists already */
export async function createSource(
  ctx: Context,
  input: SourceInput,
  fetching: FetchLimits,
): Promise<{ id: string }> {
  const fields = await toSourceFields(ctx, input, fetching);
  return inTransaction(ctx, async (trx) => {
    const id = await queries.insertSource(trx, { ...fields, next_fetch_at: firstFetchAt(ctx) });
    if (!id) throw conflict('这个地址已经订阅了', 'url');
    await recordAction(ctx, trx, {
      action: 'feed.create',
      target: `feed:${id}`,
      after: auditFieldsOf(fields),
    });
    return { id };
  });
}

/** Changes a source; a new address is due in a minute. @throws the errors of createSource; notFound */
export async function saveSource(
  ctx: Context,
  { id, ...input }: SourceInput & { id: string },
  fetching: FetchLimits,
): Promise<true> {
  const fields = await toSourceFields(ctx, input, fetching);
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockSource(trx, id);
    if (!before) throw notFound('没有这个订阅源');
    await requireColumn(ctx, before.column_id);
    if (await queries.isAddressTaken(trx, fields.url, id)) throw conflict('这个地址已经订阅了', 'url');
    const isNewAddress = before.url !== fields.url;
    const fetchState = {
      etag: '',
      last_modified: '',
      last_error: '',
      failures: 0,
      next_fetch_at: firstFetchAt(ctx),
    };
    await queries.updateSource(trx, id, { ...fields, ...(isNewAddress && fetchState) });
    await recordAction(ctx, trx, {
      action: 'feed.save',
      target: `feed:${id}`,
      before: auditFieldsOf(before),
      after: auditFieldsOf(fields),
    });
  });
  return true;
}

/** Deletes a source and its queued items; posts made from its items stay. @throws notFound */
export async function deleteSource(ctx: Context, id: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockSource(trx, id);
    if (!before) throw notFound('没有这个订阅源');
    await requireColumn(ctx, before.column_id);
    await queries.deleteSource(trx, id);
    await recordAction(ctx, trx, {
      action: 'feed.delete',
      target: `feed:${id}`,
      before: auditFieldsOf(before),
    });
  });
  return true;
}

/** Fetches a source now, even if it is paused. @returns how many items were added, and the error. @throws notFound */
export async function fetchNow(ctx: Context, id: string, fetching: FetchLimits): Promise<FetchReport> {
  const source = await queries.findSource(ctx.db, id);
  if (!source) throw notFound('没有这个订阅源');
  await requireColumn(ctx, source.column_id);
  return fetchSource(ctx, source, fetching);
}

/** Prevents the deletion of a column that is the target of a source. @throws conflict */
export async function onColumnDeleting(_: Context, trx: Trx, { id, name }: ColumnsDeleting): Promise<void> {
  const sources = await queries.countSourcesOf(trx, id);
  if (sources > 0) throw conflict(`还有 ${sources} 个订阅源把来稿放进“${name}”，请先改它们的栏目或删除它们`);
}

/** Deletes items that were not approved within 90 days. */
export async function deleteExpiredItems(ctx: Context): Promise<void> {
  await queries.deleteOldItems(ctx.db, new Date(ctx.now().getTime() - retentionMs));
}

/**
 * Feed items go into an existing column of the caller's, but never into one for references.
 * @throws invalid; forbidden
 */
export async function requireFeedColumn(ctx: Context, columnId: string): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === columnId);
  if (!column) throw invalid('栏目不存在', 'columnId');
  if (column.kind === 'reference') throw invalid('栏目放的是内参，不能放来稿', 'columnId');
  await requireColumn(ctx, columnId);
}

async function toSourceFields(
  ctx: Context,
  { name, url, columnId, intervalMinutes, isActive }: SourceInput,
  { mayConnect }: FetchLimits,
): Promise<queries.SourceFields> {
  await requireFeedColumn(ctx, columnId);
  return {
    name,
    url: addressOf(url, mayConnect),
    column_id: columnId,
    interval_minutes: intervalMinutes,
    is_active: isActive,
  };
}

/** Returns the canonical form of a feed address. */
function addressOf(url: string, mayConnect: FetchLimits['mayConnect']): string {
  try {
    return checkAddress(url, mayConnect).href;
  } catch (error) {
    throw error instanceof FetchRefusal ? invalid(explainRefusal(error, fetchErrorText), 'url') : error;
  }
}

const auditFieldsOf = ({
  name,
  url,
  column_id,
  interval_minutes,
  is_active,
}: queries.SourceFields | queries.SourceRow) => ({
  name,
  url,
  columnId: column_id,
  intervalMinutes: interval_minutes,
  isActive: is_active,
});
