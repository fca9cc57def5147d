import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, rateLimited } from '#kernel/errors.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import type { Upload } from '#kernel/http/calls.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { importEvents } from './import-events.ts';
import { deleteEvents } from './queries.ts';
import type { EventImportReport } from './schema.ts';

/** Imports an uploaded file of events and records who did. @throws invalid */
export async function importUploadedEvents(
  ctx: Context,
  { bytes, name }: Upload,
): Promise<EventImportReport> {
  const report = await importEvents(ctx, decodeText(bytes));
  const { unchanged, failed, faults } = report;
  const added = report.added + report.changed;
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'economic-event.import',
      target: 'economic-events',
      after: { file: name.slice(0, 200), added, unchanged, failed },
    }),
  );
  return {
    ...{ added, unchanged, failed },
    faults: faults.map(({ line, message }) => ({ line, reason: message })),
  };
}

/** Deletes events. May be repeated. @returns how many were deleted */
export const removeEvents = (ctx: Context, ids: readonly string[]): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const titles = await deleteEvents(trx, ids);
    if (titles.length === 0) return 0;
    await purge(ctx, trx, ['economic-events']);
    await recordAction(ctx, trx, {
      action: 'economic-event.delete',
      target: 'economic-events',
      before: { titles: titles.slice(0, 20), count: titles.length },
    });
    return titles.length;
  });

/** Dependencies from the composition root: the address of the operator's source, and limits of outgoing requests. */
export type EventParts = {
  rulesOf: (ctx: Context) => Promise<{ eventsUrl: string }>;
  fetching: FetchLimits;
};

const fetchDefaults = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };
const errorTerms = { address: '经济日历地址', content: '经济日历', maxMb: 2, seconds: 10 };

/** Pulls events from the operator's source, if one is set. Repeated runs change nothing. */
export async function pullDueEvents(ctx: Context, parts: EventParts): Promise<void> {
  const { eventsUrl } = await parts.rulesOf(ctx);
  if (eventsUrl === '') return;
  const { isOk, message } = await pullEvents(ctx, eventsUrl, parts.fetching);
  if (!isOk) ctx.log.warn({ reason: message }, 'the economic calendar could not be pulled');
}

// Rate limit for all staff together, as for the market's source.
const pullsPerHour: RateLimit = {
  name: 'economic-events.pull',
  max: 60,
  windowMs: 3_600_000,
  refuse: () => rateLimited('一小时内最多抓取 60 次，请稍后再试', 3600),
};

/** Pulls events now and says what came. @throws rateLimited */
export async function pullEventsNow(
  ctx: Context,
  parts: EventParts,
): Promise<{ isOk: boolean; message: string }> {
  const { eventsUrl } = await parts.rulesOf(ctx);
  if (eventsUrl === '') return { isOk: false, message: '还没有设置经济日历地址（设置 › 股神争霸）' };
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, pullsPerHour, 'all');
    await recordAction(ctx, trx, { action: 'economic-event.pull', target: 'economic-events' });
  });
  return pullEvents(ctx, eventsUrl, parts.fetching);
}

async function pullEvents(
  ctx: Context,
  url: string,
  fetching: FetchLimits,
): Promise<{ isOk: boolean; message: string }> {
  try {
    const headers = { accept: 'text/csv, */*;q=0.5' };
    const { bytes } = await fetchBytes(url, { ...fetchDefaults, ...fetching, headers });
    const report = await importEvents(ctx, decodeText(bytes));
    const counts = `写入 ${report.added + report.changed} 条，未变 ${report.unchanged} 条`;
    return { isOk: true, message: [counts, report.explainFirst()].filter(Boolean).join('，') };
  } catch (error) {
    if (error instanceof DomainError) return { isOk: false, message: `来源的回答不能用：${error.message}` };
    const known = explainFetch(error, errorTerms);
    if (!known) throw error;
    return { isOk: false, message: known };
  }
}
