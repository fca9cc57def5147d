import { recordAction } from '#features/audit/index.ts';
import type { ColumnsDeleting } from '#features/columns/events.ts';
import { columnRows } from '#features/columns/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { explainRefusal } from '#kernel/fetch/explain-fetch.ts';
import { checkAddress, type FetchLimits, FetchRefusal } from '#kernel/fetch/fetch-bytes.ts';
import { feedWords, fetchSource } from './fetch-source.ts';
import * as queries from './queries.ts';
import type { FetchReport } from './schema.ts';

export type SourceInput = {
  name: string;
  url: string;
  columnId: string;
  intervalMinutes: number;
  isActive: boolean;
};

/** What is not approved within a quarter is no news any more. */
const keptMs = 90 * 86_400_000;

/** Follows a source from now on. @throws invalid naming the field; conflict when it is followed already */
export async function createSource(
  ctx: Context,
  input: SourceInput,
  fetching: FetchLimits,
): Promise<{ id: string }> {
  const fields = await check(ctx, input, fetching);
  return inTransaction(ctx, async (trx) => {
    const id = await queries.insertSource(trx, fields);
    if (!id) throw conflict('这个地址（url）已经订阅了');
    await recordAction(ctx, trx, { action: 'feed.create', target: `feed:${id}`, after: shownOf(fields) });
    return { id };
  });
}

/** Changes a source; another address is asked at once. @throws as createSource; notFound */
export async function saveSource(
  ctx: Context,
  { id, ...input }: SourceInput & { id: string },
  fetching: FetchLimits,
): Promise<true> {
  const fields = await check(ctx, input, fetching);
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockSource(trx, id);
    if (!before) throw notFound('没有这个订阅源');
    if (await queries.isAddressTaken(trx, fields.url, id)) throw conflict('这个地址（url）已经订阅了');
    const isElsewhere = before.url !== fields.url;
    const anew = { etag: '', last_modified: '', last_error: '', failures: 0, next_fetch_at: ctx.now() };
    await queries.updateSource(trx, id, { ...fields, ...(isElsewhere && anew) });
    await recordAction(ctx, trx, {
      action: 'feed.save',
      target: `feed:${id}`,
      before: shownOf(before),
      after: shownOf(fields),
    });
  });
  return true;
}

/** Follows a source no more; what waits of it goes, what became a piece stays. @throws notFound */
export async function removeSource(ctx: Context, id: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockSource(trx, id);
    if (!before) throw notFound('没有这个订阅源');
    await queries.deleteSource(trx, id);
    await recordAction(ctx, trx, { action: 'feed.delete', target: `feed:${id}`, before: shownOf(before) });
  });
  return true;
}

/** Asks a source now, paused or not. @returns what came, and what was wrong. @throws notFound */
export async function fetchNow(ctx: Context, id: string, fetching: FetchLimits): Promise<FetchReport> {
  const source = await queries.findSource(ctx.db, id);
  if (!source) throw notFound('没有这个订阅源');
  return fetchSource(ctx, source, fetching);
}

/** A column that feeds bring pieces for is not deleted under them. @throws conflict */
export async function refuseFedColumn(_: Context, trx: Trx, { id, name }: ColumnsDeleting): Promise<void> {
  const sources = await queries.countSourcesOf(trx, id);
  if (sources > 0)
    throw conflict(`还有 ${sources} 个订阅源把来稿放进「${name}」，请先改它们的栏目或删除它们`);
}

/** Forgets items that nobody took in a quarter. */
export async function tidyFeeds(ctx: Context): Promise<void> {
  await queries.deleteOldItems(ctx.db, new Date(ctx.now().getTime() - keptMs));
}

/** What comes from outside goes into a column that is there, and never among the references. @throws invalid */
export async function checkFedColumn(ctx: Context, columnId: string): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === columnId);
  if (!column) throw invalid('栏目（columnId）不存在');
  if (column.kind === 'reference') throw invalid('栏目（columnId）放的是内参，不能放来稿');
}

async function check(
  ctx: Context,
  { name, url, columnId, intervalMinutes, isActive }: SourceInput,
  { mayConnect }: FetchLimits,
): Promise<queries.SourceFields> {
  await checkFedColumn(ctx, columnId);
  return {
    name,
    url: addressOf(url, mayConnect),
    column_id: columnId,
    interval_minutes: intervalMinutes,
    is_active: isActive,
  };
}

/** The address in the one form by which it is known. */
function addressOf(url: string, mayConnect: FetchLimits['mayConnect']): string {
  try {
    return checkAddress(url, mayConnect).href;
  } catch (error) {
    throw error instanceof FetchRefusal ? invalid(explainRefusal(error, feedWords)) : error;
  }
}

const shownOf = ({
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
