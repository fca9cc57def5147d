import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { backupName } from '#kernel/storage/backup-store.ts';
import type { TransferDependencies } from '../manage/dependencies.ts';
import { presentTransfer, requireTransfer } from '../manage/reads.ts';
import type { Transfer } from '../manage/schema.ts';
import { insertTransfer } from '../manage/transfer-queries.ts';
import { findNewestBackup, lockBackups } from './backup-queries.ts';
import { lastDueTime } from './schedule.ts';

/** Queues a backup for the worker. @throws conflict while another one waits or runs */
export async function queueBackup(ctx: Context): Promise<Transfer> {
  return inTransaction(ctx, async (trx) => {
    await lockBackups(trx);
    if (await findNewestBackup(trx, ['queued', 'running'])) throw conflict('已有一次备份在进行，请等它结束');
    const id = await insertBackup(ctx, trx, requireMemberId(ctx));
    await recordAction(ctx, trx, { action: 'transfer.backup', target: `transfer:${id}`, after: {} });
    return presentTransfer(await requireTransfer(trx, id));
  });
}

/** Queues the scheduled backup if none was queued since it is due. Idempotent; a missed time is made up for once. */
export async function queueDueBackup(
  ctx: Context,
  { backups }: Pick<TransferDependencies, 'backups'>,
): Promise<void> {
  const due = lastDueTime((await backups.settings(ctx)).backup, ctx.now());
  if (!due) return;
  await inTransaction(ctx, async (trx) => {
    await lockBackups(trx);
    const newest = await findNewestBackup(trx, ['queued', 'running', 'done', 'failed', 'cancelled']);
    if (newest && newest.created_at >= due) return;
    await insertBackup(ctx, trx, null);
  });
}

const insertBackup = (ctx: Context, trx: Trx, memberId: string | null) =>
  insertTransfer(trx, {
    kind: 'backup',
    name: backupName(ctx.tenant.id, ctx.now()),
    path: '',
    options: {},
    created_by: memberId,
  });
