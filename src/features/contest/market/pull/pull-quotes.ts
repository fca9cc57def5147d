import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { TableReport } from '#kernel/storage/import-table.ts';
import { importMarket, type MarketImport, toRemark } from '../import/import-market.ts';
import type { PullNow, PullTry } from '../manage/schema.ts';
import { claimPull, type PullResult, savePullResult } from '../market-queries.ts';
import { isSessionOpenAt } from '../securities.ts';

type Source = Pick<ContestRules, 'pullUrl' | 'pullSeconds' | 'pullHeader'>;

/** Enough for some 5,500 securities with a line of 120 bytes each. */
const fetchDefaults = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 };
const errorTerms = { address: '行情地址', content: '行情', maxMb: 8, seconds: 10 };
/** Longer than a fetch and its import may take. */
const leaseMs = 60_000;
const maxBackoffMs = 300_000;
/** A source publishes the close some minutes after it. */
const closeGraceMs = 300_000;
const maxReportedFaults = 20;

/**
 * Pulls quotes from the operator's source if a poll is due during a session or a few minutes after it. A failure is
 * saved and doubles the interval (exponential back-off). Safe in several processes at once.
 * @returns whether it pulled
 */
export async function pullDueQuotes(ctx: Context, source: Source, fetching: FetchLimits): Promise<boolean> {
  const now = ctx.now();
  if (source.pullUrl === '' || !(await isSessionOpenAt(ctx, now, closeGraceMs))) return false;
  const failures = await claimPull(ctx.db, now, new Date(now.getTime() + leaseMs));
  if (failures === null) return false;
  await pullAndRecord(ctx, source, fetching, failures);
  return true;
}

/** Pulls from the source now, at any hour, and writes its quotes. */
export const pullNow = (ctx: Context, source: Source, fetching: FetchLimits): Promise<PullNow> =>
  source.pullUrl === ''
    ? Promise.resolve({ isOk: false, message: '还没有设置行情地址（设置 › 股神争霸）' })
    : pullAndRecord(ctx, source, fetching, 0);

async function pullAndRecord(
  ctx: Context,
  source: Source,
  fetching: FetchLimits,
  failures: number,
): Promise<PullNow> {
  const beganAt = ctx.now();
  const report = new TableReport();
  const result = await fetchQuotes(ctx, source, fetching, { isDryRun: false, report }).then(
    ({ added, unchanged, failed }): PullResult => ({
      is_ok: true,
      message: report.explainFirst(),
      added,
      unchanged,
      failed,
    }),
    (error: unknown): PullResult => ({
      is_ok: false,
      message: explainPullError(ctx, error).slice(0, 500),
      added: 0,
      unchanged: 0,
      failed: 0,
    }),
  );
  const waitMs = source.pullSeconds * 1000 * (result.is_ok ? 1 : 2 ** Math.min(failures + 1, 10));
  await savePullResult(
    ctx.db,
    beganAt,
    new Date(beganAt.getTime() + Math.min(waitMs, Math.max(maxBackoffMs, source.pullSeconds * 1000))),
    result,
  );
  const { is_ok, added, unchanged, message } = result;
  return { isOk: is_ok, message: is_ok ? `写入 ${added} 条，未变 ${unchanged} 条。${message}` : message };
}

/** Fetches and validates a source's answer like a pull, without writing anything. */
export async function tryPull(ctx: Context, source: Source, fetching: FetchLimits): Promise<PullTry> {
  const report = new TableReport({ maxFaults: maxReportedFaults });
  const faults = () => report.faults.map(toRemark);
  try {
    const { added, failed, skipped } = await fetchQuotes(ctx, source, fetching, { isDryRun: true, report });
    const message =
      failed === 0 ? `读到 ${added} 条行情，都可以写入` : `读到 ${added} 条行情，另有 ${failed} 行不能写入`;
    return { isOk: added > 0 && failed === 0, message, rows: added + failed + skipped, faults: faults() };
  } catch (error) {
    return { isOk: false, message: explainPullError(ctx, error), rows: 0, faults: faults() };
  }
}

async function fetchQuotes(
  ctx: Context,
  { pullUrl, pullHeader }: Source,
  fetching: FetchLimits,
  { isDryRun, report }: { isDryRun: boolean; report: TableReport },
): Promise<MarketImport> {
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(pullHeader) ?? [];
  const headers = {
    accept: 'text/csv, */*;q=0.5',
    ...(name && value ? { [name.toLowerCase()]: value } : {}),
  };
  const { bytes } = await fetchBytes(pullUrl, { ...fetchDefaults, ...fetching, headers });
  return importMarket(ctx, { text: [decodeText(bytes)], kind: 'intraday', isDryRun, report });
}

function explainPullError(ctx: Context, error: unknown): string {
  if (error instanceof DomainError) return `来源的回答不能用：${error.message}`;
  const known = explainFetch(error, errorTerms);
  if (known) return known;
  ctx.log.error({ err: error }, 'quotes could not be pulled');
  return '没有读成，请稍后再试';
}
