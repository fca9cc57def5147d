import { extname } from 'node:path';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { retentionDays, type TransferDependencies } from './dependencies.ts';
import { presentTransfer, requireMembersPermission, requireTransfer } from './reads.ts';
import type { importInput, Transfer } from './schema.ts';
import { deleteStoredFile } from './stored-files.ts';
import { cancelTransfer, clearPath, insertTransfer, listExpired } from './transfer-queries.ts';

/** Accepted file types; the actual format is detected from the content. */
const acceptedExtensions = /^\.(?:csv|tsv|txt|json|jsonl|ndjson|md|markdown|xml|rss|wxr|atom|zip)$/;

/**
 * Queues an import for the worker. Importing the same file again adds nothing.
 * @throws invalid for an unsupported file type or an unknown column
 */
export async function queueImport(
  ctx: Context,
  dependencies: TransferDependencies,
  file: UploadOnDisk,
  options: z.output<typeof importInput>,
): Promise<Transfer> {
  const name = safeFileName(file.name);
  const extension = extname(name).toLowerCase();
  if (!acceptedExtensions.test(extension))
    throw invalid(
      '文件的类型不能导入，可以导入 CSV、JSON Lines、JSON、Markdown、WordPress WXR、Ghost JSON、RSS、Atom，或装着它们的 zip',
    );
  const { columnId } = options;
  if (columnId && !(await columnRows(ctx)).some(({ id }) => id === columnId))
    throw invalid('栏目不存在', 'columnId');
  const path = await dependencies.files.private.saveFrom(ctx.tenant.id, file.path, name);
  return inTransaction(ctx, async (trx) => {
    const id = await insertTransfer(trx, {
      kind: 'import',
      name,
      path,
      options,
      created_by: requireMemberId(ctx),
    });
    await recordAction(ctx, trx, { action: 'transfer.import', target: `transfer:${id}`, after: { name } });
    return presentTransfer(await requireTransfer(trx, id));
  }).catch(async (error: unknown) => {
    await deleteStoredFile(ctx, dependencies, path);
    throw error;
  });
}

/**
 * Queues a whole-site export for the worker. Such exports never contain credentials; only the command line exports
 * those. @throws forbidden for members without the permission
 */
export async function queueExport(
  ctx: Context,
  { withoutPeople }: { withoutPeople: boolean },
): Promise<Transfer> {
  if (!withoutPeople) requireMembersPermission(ctx);
  const name = `整站导出-${toIso(ctx.now()).slice(0, 10)}${withoutPeople ? '-不含会员' : ''}.zip`;
  return inTransaction(ctx, async (trx) => {
    const options = { withoutPeople };
    const id = await insertTransfer(trx, {
      kind: 'export',
      name,
      path: '',
      options,
      created_by: requireMemberId(ctx),
    });
    await recordAction(ctx, trx, {
      action: 'transfer.export',
      target: `transfer:${id}`,
      after: { withoutPeople },
    });
    return presentTransfer(await requireTransfer(trx, id));
  });
}

/** Cancels a queued or running transfer. Imported records stay; importing the same file again continues. */
export async function stopTransfer(
  ctx: Context,
  dependencies: TransferDependencies,
  id: string,
): Promise<Transfer> {
  return inTransaction(ctx, async (trx) => {
    const { name, kind, path, state } = await requireTransfer(trx, id);
    if (!(await cancelTransfer(trx, id, ctx.now()))) throw conflict('这个任务已经结束');
    await recordAction(ctx, trx, { action: 'transfer.cancel', target: `transfer:${id}`, after: { name } });
    // The worker cleans up after a running transfer itself.
    if (state === 'queued' && kind === 'import') await deleteStoredFile(ctx, dependencies, path);
    return presentTransfer(await requireTransfer(trx, id));
  });
}

/** Records the download of an export in the audit log. */
export async function recordDownload(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const { name } = await requireTransfer(trx, id);
    await recordAction(ctx, trx, { action: 'transfer.download', target: `transfer:${id}`, after: { name } });
  });
}

/** Deletes the files of exports older than a week. Idempotent. */
export async function deleteExpiredExports(ctx: Context, dependencies: TransferDependencies): Promise<void> {
  const day = new Date(ctx.now().getTime() - retentionDays * dayMs);
  for (const { id, path } of await listExpired(ctx.db, day)) {
    await deleteStoredFile(ctx, dependencies, path);
    await clearPath(ctx.db, id);
  }
}

function safeFileName(given: string): string {
  const bare = given
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  const extension = extname(bare);
  return [...bare.slice(0, bare.length - extension.length)].slice(0, 100).join('') + extension.slice(0, 12);
}
