import { extname } from 'node:path';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import {
  columnRows,
  createPlainColumn,
  ownColumns,
  requireAllColumns,
  requireColumn,
} from '#features/columns/index.ts';
import { findLackingPermission, importRightsOf } from '#features/posts/index.ts';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { retentionDays, type TransferDependencies } from './dependencies.ts';
import { planNewColumns } from './new-columns.ts';
import { presentTransfer, requireMembersPermission, requireSiteView, requireTransfer } from './reads.ts';
import type { importInput, memberImportInput, refetchInput, startInput, Transfer } from './schema.ts';
import { deleteStoredFile } from './stored-files.ts';
import {
  cancelTransfer,
  clearPath,
  insertTransfer,
  listExpired,
  lockSource,
  resumeTransfer,
  type TransferOptions,
  type TransferRow,
} from './transfer-queries.ts';

/** Accepted file types; the actual format is detected from the content. */
const acceptedExtensions = /^\.(?:csv|tsv|txt|json|jsonl|ndjson|md|markdown|xml|rss|wxr|atom|zip)$/;

/**
 * Queues an import for the worker. Importing the same file again adds nothing. It publishes only what the caller could
 * publish.
 * @throws invalid for an unsupported file type or an unknown column; forbidden outside the caller's columns
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
  if (columnId) await requireColumn(ctx, columnId);
  const own = await ownColumns(ctx);
  return queueUpload(ctx, dependencies, {
    file,
    name,
    // A record of the file may name its column.
    options: { ...options, rights: importRightsOf(ctx.actor), ...(own && { onlyColumns: [...own] }) },
    action: 'transfer.import',
  });
}

/**
 * Checks that the caller may publish all that an import has published, and so take it back or change it. Without known
 * rights an import of posts has published nothing. @throws forbidden naming the missing permission
 */
function requireRights({ actor }: Context, { rights }: TransferOptions, what: string): void {
  const lacking = findLackingPermission(actor, rights);
  if (lacking) throw forbidden(`这次导入发布过内容，${what}还需要“${lacking}”权限`);
}

/**
 * Checks that an import could only fill columns of the caller, so that they may cancel it and change what it added.
 * @throws forbidden
 */
async function requireOwnImport(ctx: Context, { onlyColumns, members }: TransferOptions): Promise<void> {
  if (members) return;
  if (onlyColumns) await requireColumn(ctx, ...onlyColumns);
  else requireAllColumns(ctx, '改动这次导入');
}

/**
 * Queues an import of members for the worker. Importing the same file again adds nobody.
 * @throws invalid for an unsupported file type; forbidden without the permission to manage members
 */
export async function queueMemberImport(
  ctx: Context,
  dependencies: TransferDependencies,
  file: UploadOnDisk,
  { vipUntil }: z.output<typeof memberImportInput>,
): Promise<Transfer> {
  requireMembersPermission(ctx, '导入会员');
  const name = safeFileName(file.name);
  if (!/^\.(?:csv|tsv|txt)$/i.test(extname(name))) throw invalid('会员只能从 CSV 文件导入');
  const options = { members: { vipUntil: vipUntil ? toIso(vipUntil) : null } };
  return queueUpload(ctx, dependencies, { file, name, options, action: 'member.import' });
}

/** Stores an uploaded file and queues its import. */
async function queueUpload(
  ctx: Context,
  dependencies: TransferDependencies,
  upload: { file: UploadOnDisk; name: string; options: TransferOptions; action: string },
): Promise<Transfer> {
  const { file, name, options, action } = upload;
  const path = await dependencies.files.private.saveFrom(ctx.tenant.id, file.path, name);
  return inTransaction(ctx, async (trx) => {
    const id = await insertTransfer(trx, {
      kind: 'import',
      name,
      path,
      options,
      created_by: requireMemberId(ctx),
    });
    await recordAction(ctx, trx, { action, target: `transfer:${id}`, after: { name } });
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
  requireSiteView(ctx);
  if (!withoutPeople) requireMembersPermission(ctx, '导出会员资料');
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

/**
 * Starts an import that waits for its columns, and creates the new ones: both, or nothing.
 * @throws conflict if it does not wait any more, or the name of a new column is taken; forbidden to create columns
 *   without the permission, and to start what another may fill; invalid for an unknown column; notFound
 */
export async function startImport(
  ctx: Context,
  { id, columnId, categories }: z.output<typeof startInput>,
): Promise<Transfer> {
  const { state, options, plan } = await requireTransfer(ctx.db, id);
  if (state !== 'waiting') throw notWaiting();
  await requireOwnImport(ctx, options);
  const columns = await columnRows(ctx);
  const known = new Set(columns.map((column) => column.id));
  if (![columnId, ...categories.flatMap((one) => one.columnId ?? [])].every((one) => known.has(one)))
    throw invalid('栏目不存在', 'columnId');
  await requireColumn(ctx, columnId, ...categories.flatMap((one) => one.columnId ?? []));
  const parentOf = new Map(plan?.categories.map(({ name, parent }) => [name, parent]));
  const newColumns = planNewColumns(categories, parentOf, columns);
  if (newColumns.length > 0 && !hasPermission(ctx.actor, 'columns.manage'))
    throw forbidden('新建栏目还需要“栏目”权限');
  const own = await ownColumns(ctx);
  const onlyColumns = own ? [...own] : null;
  // Who wrote the file vouches for the files that it links.
  const mine = importRightsOf(ctx.actor);
  const rights = { ...mine, files: mine.files && options.rights?.files === true };
  return inTransaction(ctx, async (trx) => {
    const created = new Map<string, string>();
    for (const { name, parent } of newColumns) {
      const parentId = parent && ('id' in parent ? parent.id : (created.get(parent.name) ?? null));
      created.set(name, (await createPlainColumn(ctx, trx, name, parentId)).id);
    }
    const pairs = categories.flatMap(({ name, columnId: chosen, newColumn = '' }): [string, string][] => {
      const column = chosen ?? created.get(newColumn);
      return column === undefined ? [] : [[name, column]];
    });
    if (!(await resumeTransfer(trx, id, { columnId, categories: pairs, onlyColumns, rights })))
      throw notWaiting();
    await recordAction(ctx, trx, {
      action: 'transfer.start',
      target: `transfer:${id}`,
      after: { columnId, categories: Object.fromEntries(pairs) },
    });
    return presentTransfer(await requireTransfer(trx, id));
  });
}

const notWaiting = () => conflict('这次导入已经不在等待确认');

/**
 * Queues another attempt to fetch the pictures that an import could not get; `site` is the address of the old site.
 * @throws conflict if none are missing, or while the import or work on it is under way; notFound
 */
export const queueRefetch = (ctx: Context, { id, site }: z.output<typeof refetchInput>): Promise<Transfer> =>
  queueFollowUp(ctx, id, { kind: 'refetch', verb: '重新抓取', options: { site } }, async (source) => {
    await requireOwnImport(ctx, source.options);
    requireRights(ctx, source.options, '重新抓取图片');
    if (source.missing_pictures === 0) throw conflict('这次导入没有缺少的图片');
  });

/**
 * Queues the removal of what an import added.
 * @throws conflict if nothing of it is left, or while the import or work on it is under way; notFound
 */
export const queueUndo = (ctx: Context, id: string): Promise<Transfer> =>
  queueFollowUp(ctx, id, { kind: 'undo', verb: '撤销', options: {} }, async (source) => {
    if (source.options.members) requireMembersPermission(ctx, '撤销会员导入');
    await requireOwnImport(ctx, source.options);
    requireRights(ctx, source.options, '撤销');
    if (!source.has_items) throw conflict('这次导入没有留下可以撤销的内容');
  });

type FollowUp = { kind: 'refetch' | 'undo'; verb: string; options: TransferOptions };

async function queueFollowUp(
  ctx: Context,
  sourceId: string,
  { kind, verb, options }: FollowUp,
  check: (source: TransferRow) => Promise<void>,
): Promise<Transfer> {
  return inTransaction(ctx, async (trx) => {
    const isBusy = await lockSource(trx, sourceId);
    const source = await requireTransfer(trx, sourceId);
    if (source.kind !== 'import') throw conflict(`只有导入可以${verb}`);
    if (['queued', 'running', 'waiting'].includes(source.state))
      throw conflict('导入还没有结束，请等它结束，或先取消');
    if (isBusy) throw conflict('这次导入正在撤销或重新抓取图片，请等它结束');
    await check(source);
    const id = await insertTransfer(trx, {
      kind,
      name: source.name,
      path: '',
      options,
      created_by: requireMemberId(ctx),
      source_id: sourceId,
    });
    await recordAction(ctx, trx, {
      action: `transfer.${kind}`,
      target: `transfer:${sourceId}`,
      after: { name: source.name },
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
    const { name, kind, path, state, options } = await requireTransfer(trx, id);
    if (kind === 'import') await requireOwnImport(ctx, options);
    if (!(await cancelTransfer(trx, id, ctx.now()))) throw conflict('这个任务已经结束');
    await recordAction(ctx, trx, { action: 'transfer.cancel', target: `transfer:${id}`, after: { name } });
    // The worker cleans up after a running transfer itself.
    if (state !== 'running' && kind === 'import') await deleteStoredFile(ctx, dependencies, path);
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
