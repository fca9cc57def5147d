import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import type { PullNow, PullTry } from '../desk/schema.ts';
import { importMarket, type MarketImport, type Remark } from '../import/import-market.ts';
import { claimPull, notePull, type PullResult } from '../market-queries.ts';
import { isSessionAt } from '../securities.ts';

type Source = Pick<ContestRules, 'pullUrl' | 'pullSeconds' | 'pullHeader'>;

/** Of some 5,500 securities a line of 120 bytes each. */
const limits = { timeoutMs: 10_000, largest: 8 * 1024 * 1024 };
const words = { address: '行情地址', content: '行情', largestMb: 8, seconds: 10 };
/** Longer than a fetch and its writing may take: until then it is nobody else's. */
const leaseMs = 60_000;
const longestWaitMs = 300_000;
/** A source gives the close some minutes after it. */
const lateMs = 300_000;
const mostTold = 20;

/**
 * Pulls quotes from the operator's source where it is time to and a session is open, or ended some minutes ago. What goes
 * wrong is written down, and the source asked half as often each time. Safe in several processes at once.
 * @returns whether it was asked
 */
export async function pullDue(ctx: Context, source: Source, fetching: FetchLimits): Promise<boolean> {
  const now = ctx.now();
  if (source.pullUrl === '' || !(await isSessionAt(ctx, now, lateMs))) return false;
  const failures = await claimPull(ctx.db, now, new Date(now.getTime() + leaseMs));
  if (failures === null) return false;
  await pull(ctx, source, fetching, failures);
  return true;
}

/** Asks the source now, whatever the hour, and writes what it answers. */
export const pullNow = (ctx: Context, source: Source, fetching: FetchLimits): Promise<PullNow> =>
  source.pullUrl === ''
    ? Promise.resolve({ isOk: false, message: '还没有设置行情地址（设置 › 股神争霸）' })
    : pull(ctx, source, fetching, 0);

async function pull(ctx: Context, source: Source, fetching: FetchLimits, failures: number): Promise<PullNow> {
  const began = ctx.now();
  const faults: Remark[] = [];
  const result = await read(ctx, source, fetching, { isDry: false, faults }).then(
    ({ added, unchanged, failed }): PullResult => ({
      is_ok: true,
      message: failed === 0 ? '' : `${failed} 行没有写入，第 ${faults[0]?.line} 行：${faults[0]?.reason}`,
      added,
      unchanged,
      failed,
    }),
    (error: unknown): PullResult => ({
      is_ok: false,
      message: explain(ctx, error).slice(0, 500),
      added: 0,
      unchanged: 0,
      failed: 0,
    }),
  );
  const waitMs = source.pullSeconds * 1000 * (result.is_ok ? 1 : 2 ** Math.min(failures + 1, 10));
  await notePull(
    ctx.db,
    began,
    new Date(began.getTime() + Math.min(waitMs, Math.max(longestWaitMs, source.pullSeconds * 1000))),
    result,
  );
  const { is_ok, added, unchanged, message } = result;
  return { isOk: is_ok, message: is_ok ? `写入 ${added} 条，未变 ${unchanged} 条。${message}` : message };
}

/** Asks a source and reads its answer as pulling would, without writing anything. */
export async function tryPull(ctx: Context, source: Source, fetching: FetchLimits): Promise<PullTry> {
  const faults: Remark[] = [];
  try {
    const { added, failed, skipped } = await read(ctx, source, fetching, { isDry: true, faults });
    const message =
      failed === 0 ? `读到 ${added} 条行情，都可以写入` : `读到 ${added} 条行情，另有 ${failed} 行不能写入`;
    return { isOk: added > 0 && failed === 0, message, rows: added + failed + skipped, faults };
  } catch (error) {
    return { isOk: false, message: explain(ctx, error), rows: 0, faults };
  }
}

async function read(
  ctx: Context,
  { pullUrl, pullHeader }: Source,
  fetching: FetchLimits,
  { isDry, faults }: { isDry: boolean; faults: Remark[] },
): Promise<MarketImport> {
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(pullHeader) ?? [];
  const headers = {
    accept: 'text/csv, */*;q=0.5',
    ...(name && value ? { [name.toLowerCase()]: value } : {}),
  };
  const { bytes } = await fetchBytes(pullUrl, { ...limits, ...fetching, headers });
  return importMarket(ctx, {
    text: [decodeText(bytes)],
    kind: 'intraday',
    isDry,
    fault: (remark) => {
      if (faults.length < mostTold) faults.push(remark);
    },
  });
}

function explain(ctx: Context, error: unknown): string {
  if (error instanceof DomainError) return `来源的回答不能用：${error.message}`;
  const known = explainFetch(error, words);
  if (known) return known;
  ctx.log.error({ err: error }, 'quotes could not be pulled');
  return '没有读成，请稍后再试';
}
