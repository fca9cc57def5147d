import { recordAction } from '#features/audit/index.ts';
import { countLockedPieces } from '#features/posts/index.ts';
import { memberOf } from '#kernel/actor.ts';
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
  noteScanProgress,
  type ScanRow,
  scanQueue,
} from './scan-queries.ts';
import type { LeakScan } from './schema.ts';

/** Leaks and silent addresses that are kept; the count tells how many there were. */
const mostKept = 200;
const mostScans = 50;
const mostAttempts = 3;
/** How often is written down how far it is. */
const noteEveryMs = 1000;

export type ScanResult = {
  checked: number;
  sentences: number;
  addresses: number;
  leaks: readonly LeakFound[];
  faults: readonly string[];
};

/** Asks the whole portal as a visitor; it sees every feature, so who puts the house together lends it. */
export type ScanPortal = (
  ctx: Context,
  options: { most: number; progress: (checked: number, addresses: number) => Promise<void> },
) => Promise<ScanResult>;

/** Thrown between two addresses when it is to end: it was cancelled or claimed elsewhere, or the worker is stopping. */
class Ended extends Error {}

/**
 * Does the scan that waits, to its end. One whose process died is begun again when its lease is over.
 * @returns false when none waits
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
    if (row.attempts > mostAttempts) await fail(ctx, row, '处理它的进程一再中断，已停止');
    else await run(ctx, scan, row, signal);
    await deleteOldScans(ctx.db, mostScans);
  } catch (error) {
    if (error instanceof Ended) return;
    ctx.log.error({ err: error, scan: row.id }, 'a scan for leaks failed');
    await fail(ctx, row, `没有查完（${(error as Error).message.slice(0, 100)}），详情见服务器日志`);
  }
}

const fail = (ctx: Context, row: ScanRow, error: string): Promise<void> =>
  finishScan(ctx.db, row, { state: 'failed', error, finished_at: ctx.now() });

async function run(
  ctx: Context,
  scan: ScanPortal,
  row: ScanRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = row.most ?? Number.POSITIVE_INFINITY;
  const total = Math.min(limit, await countLockedPieces(ctx));
  let notedAt = 0;
  const progress = async (done: number, addresses: number) => {
    if (signal?.aborted) throw new Ended();
    if (Date.now() - notedAt < noteEveryMs) return;
    notedAt = Date.now();
    if (!(await noteScanProgress(ctx.db, row, { done, total, addresses }))) throw new Ended();
  };
  await progress(0, 0);
  const { checked, sentences, addresses, leaks, faults } = await scan(ctx, { most: limit, progress });
  await finishScan(ctx.db, row, {
    state: 'done',
    done: checked,
    total: checked,
    sentences,
    addresses,
    leak_count: leaks.length,
    leaks: leaks.slice(0, mostKept),
    faults: faults.slice(0, mostKept),
    finished_at: ctx.now(),
  });
}

/** Puts a scan in line; the worker does it. @throws conflict while another waits or runs */
export function queueScan(ctx: Context, most: number | null): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    const id = await insertScan(trx, { most, created_by: memberOf(ctx) });
    if (!id) throw conflict('已经有一次检查在进行，请等它结束');
    await recordAction(ctx, trx, { action: 'leak.scan', target: `leak-scan:${id}`, after: { most } });
    return presentScan(await requireScan(trx, id));
  });
}

/** Ends a scan that waits or runs. @throws notFound, or conflict when it has ended */
export function endScan(ctx: Context, id: string): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    await requireScan(trx, id);
    if (!(await cancelScan(trx, id, ctx.now()))) throw conflict('这次检查已经结束');
    await recordAction(ctx, trx, { action: 'leak.cancelScan', target: `leak-scan:${id}` });
    return presentScan(await requireScan(trx, id));
  });
}
