import { recordAction } from '#features/audit/index.ts';
import { countPaywalledPosts } from '#features/posts/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { whileLeased } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { presentScan, requireScan } from './reads.ts';
import {
  cancelScan,
  claimScan,
  deleteOldScans,
  finishScan,
  insertScan,
  type LeakFound,
  type ScanRow,
  scanQueue,
  updateScanProgress,
} from './scan-queries.ts';
import type { LeakScan } from './schema.ts';

/** Only so many leaks and failing addresses are stored; the count includes all. */
const maxStoredFindings = 200;
const maxScans = 50;
const maxAttempts = 3;
const progressIntervalMs = 1000;

export type ScanResult = {
  checked: number;
  sentences: number;
  addresses: number;
  leaks: readonly LeakFound[];
  faults: readonly string[];
};

/** Scans the whole portal as a visitor. Provided by the composition root, since a scan reaches every feature. */
export type ScanPortal = (
  ctx: Context,
  options: { maxPosts: number; progress: (checked: number, addresses: number) => Promise<void> },
) => Promise<ScanResult>;

/** Thrown between two addresses to stop a scan: it was cancelled or claimed elsewhere, or the worker is stopping. */
class ScanStopped extends Error {}

/**
 * Runs the queued scan to its end. A scan whose process died is started again after its lease.
 * @returns false if none is queued
 */
export async function runNextScan(ctx: Context, scan: ScanPortal, signal?: AbortSignal): Promise<boolean> {
  const row = await claimScan(ctx);
  if (!row) return false;
  await whileLeased(ctx, scanQueue, row, () => runScan(ctx, scan, row, signal), signal);
  return true;
}

async function runScan(
  ctx: Context,
  scan: ScanPortal,
  row: ScanRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (row.attempts > maxAttempts) await failScan(ctx, row, '处理它的进程一再中断，已停止');
    else await runClaimedScan(ctx, scan, row, signal);
    await deleteOldScans(ctx.db, maxScans);
  } catch (error) {
    if (error instanceof ScanStopped) return;
    ctx.log.error({ err: error, scan: row.id }, 'a leak scan failed');
    await failScan(ctx, row, `没有查完（${(error as Error).message.slice(0, 100)}），详情见服务器日志`);
  }
}

const failScan = (ctx: Context, row: ScanRow, error: string): Promise<void> =>
  finishScan(ctx.db, row, { state: 'failed', error, finished_at: ctx.now() });

async function runClaimedScan(
  ctx: Context,
  scan: ScanPortal,
  row: ScanRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = row.most ?? Number.POSITIVE_INFINITY;
  const total = Math.min(limit, await countPaywalledPosts(ctx));
  let savedAt = 0;
  const progress = async (done: number, addresses: number) => {
    if (signal?.aborted) throw new ScanStopped();
    if (Date.now() - savedAt < progressIntervalMs) return;
    savedAt = Date.now();
    if (!(await updateScanProgress(ctx.db, row, { done, total, addresses }))) throw new ScanStopped();
  };
  await progress(0, 0);
  const { checked, sentences, addresses, leaks, faults } = await scan(ctx, { maxPosts: limit, progress });
  await finishScan(ctx.db, row, {
    state: 'done',
    done: checked,
    total: checked,
    sentences,
    addresses,
    leak_count: leaks.length,
    leaks: leaks.slice(0, maxStoredFindings),
    faults: faults.slice(0, maxStoredFindings),
    finished_at: ctx.now(),
  });
}

/** Queues a scan for the worker. @throws conflict while another is queued or running */
export function queueScan(ctx: Context, most: number | null): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    const id = await insertScan(trx, { most, created_by: requireMemberId(ctx) });
    if (!id) throw conflict('已经有一次检查在进行，请等它结束');
    await recordAction(ctx, trx, { action: 'leak.scan', target: `leak-scan:${id}`, after: { most } });
    return presentScan(await requireScan(trx, id));
  });
}

/** Cancels a queued or running scan. @throws notFound, or conflict if it has ended */
export function stopScan(ctx: Context, id: string): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    await requireScan(trx, id);
    if (!(await cancelScan(trx, id, ctx.now()))) throw conflict('这次检查已经结束');
    await recordAction(ctx, trx, { action: 'leak.cancelScan', target: `leak-scan:${id}` });
    return presentScan(await requireScan(trx, id));
  });
}
