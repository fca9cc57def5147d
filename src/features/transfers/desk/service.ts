import { extname } from 'node:path';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { dropKept } from './kept-files.ts';
import { keptDays, type TransferParts } from './parts.ts';
import { presentTransfer, requireMembers, requireTransfer } from './reads.ts';
import type { importInput, Transfer } from './schema.ts';
import { cancelTransfer, forgetPath, insertTransfer, listExpired } from './transfer-queries.ts';

/** What an import may be; what is in it is told by its content. */
const endings = /^\.(?:csv|tsv|txt|json|jsonl|ndjson|md|markdown|xml|rss|wxr|atom|zip)$/;

/**
 * Puts an import in line; the worker does it. The same file again adds nothing.
 * @throws invalid for a file of another kind or a column that is not there
 */
export async function queueImport(
  ctx: Context,
  parts: TransferParts,
  file: UploadOnDisk,
  options: z.output<typeof importInput>,
): Promise<Transfer> {
  const name = plainName(file.name);
  const ending = extname(name).toLowerCase();
  if (!endings.test(ending))
    throw invalid(
      '文件（file）的类型不能导入，可以导入 CSV、JSON Lines、JSON、Markdown、WordPress WXR、Ghost JSON、RSS、Atom，或装着它们的 zip',
    );
  const { columnId } = options;
  if (columnId && !(await columnRows(ctx)).some(({ id }) => id === columnId))
    throw invalid('栏目（columnId）不存在');
  const path = await parts.files.private.take(ctx.tenant.id, file.path, name);
  return inTransaction(ctx, async (trx) => {
    const id = await insertTransfer(trx, { kind: 'import', name, path, options, created_by: memberOf(ctx) });
    await recordAction(ctx, trx, { action: 'transfer.import', target: `transfer:${id}`, after: { name } });
    return presentTransfer(await requireTransfer(trx, id));
  }).catch(async (error: unknown) => {
    await dropKept(ctx, parts, path);
    throw error;
  });
}

/**
 * Puts a whole-site export in line; the worker does it. What opens accounts is in none of them: those are made on the
 * command line. @throws forbidden for members without their permission
 */
export async function queueExport(
  ctx: Context,
  { withoutPeople }: { withoutPeople: boolean },
): Promise<Transfer> {
  if (!withoutPeople) requireMembers(ctx);
  const name = `整站导出-${toIso(ctx.now()).slice(0, 10)}${withoutPeople ? '-不含会员' : ''}.zip`;
  return inTransaction(ctx, async (trx) => {
    const options = { withoutPeople };
    const id = await insertTransfer(trx, {
      kind: 'export',
      name,
      path: '',
      options,
      created_by: memberOf(ctx),
    });
    await recordAction(ctx, trx, {
      action: 'transfer.export',
      target: `transfer:${id}`,
      after: { withoutPeople },
    });
    return presentTransfer(await requireTransfer(trx, id));
  });
}

/** Ends what waits or runs. What an import has written stays; the same file goes on where it ended. */
export async function endTransfer(ctx: Context, parts: TransferParts, id: string): Promise<Transfer> {
  return inTransaction(ctx, async (trx) => {
    const { name, kind, path, state } = await requireTransfer(trx, id);
    if (!(await cancelTransfer(trx, id, ctx.now()))) throw conflict('这个任务已经结束');
    await recordAction(ctx, trx, { action: 'transfer.cancel', target: `transfer:${id}`, after: { name } });
    // What is running is cleared away by whoever runs it.
    if (state === 'queued' && kind === 'import') await dropKept(ctx, parts, path);
    return presentTransfer(await requireTransfer(trx, id));
  });
}

/** Notes who took a site's copy away. */
export async function noteDownload(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const { name } = await requireTransfer(trx, id);
    await recordAction(ctx, trx, { action: 'transfer.download', target: `transfer:${id}`, after: { name } });
  });
}

/** Deletes the files of exports that are older than a week. May be repeated. */
export async function tidyTransfers(ctx: Context, parts: TransferParts): Promise<void> {
  const day = new Date(ctx.now().getTime() - keptDays * dayMs);
  for (const { id, path } of await listExpired(ctx.db, day)) {
    await dropKept(ctx, parts, path);
    await forgetPath(ctx.db, id);
  }
}

function plainName(given: string): string {
  const bare = given
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  const ending = extname(bare);
  return [...bare.slice(0, bare.length - ending.length)].slice(0, 100).join('') + ending.slice(0, 12);
}
