import type { z } from 'zod';
import { requireAllColumns } from '#features/columns/index.ts';
import { titleForStaff } from '#features/posts/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { retentionDays, type TransferDependencies } from './dependencies.ts';
import { listMissing } from './item-queries.ts';
import type {
  listQuery,
  picturePage,
  picturesQuery,
  Transfer,
  TransferDetail,
  transferPage,
} from './schema.ts';
import { openStoredFile } from './stored-files.ts';
import { findReport, findTransfer, listTransfers, type TransferRow } from './transfer-queries.ts';

/** Returns imports and exports, newest first. */
export async function readTransfers(
  { db }: Context,
  { cursor, size }: z.output<typeof listQuery>,
): Promise<z.infer<typeof transferPage>> {
  const rows = await listTransfers(db, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentTransfer);
}

/** Returns one transfer with its report. @throws notFound */
export async function readTransfer({ db }: Context, id: string): Promise<TransferDetail> {
  const row = await requireTransfer(db, id);
  return { ...presentTransfer(row), report: await findReport(db, id), plan: row.plan };
}

/** Returns the pictures that an import could not fetch. @throws notFound */
export async function readMissingPictures(
  { db, actor }: Context,
  { id, cursor, size }: z.output<typeof picturesQuery>,
): Promise<z.infer<typeof picturePage>> {
  await requireTransfer(db, id);
  const rows = await listMissing(db, id, { after: cursor ?? '0', limit: size + 1 });
  return toCursorPage(rows, size, (row) => ({
    id: row.id,
    src: row.src,
    reason: row.reason,
    isCover: row.is_cover,
    target: {
      kind: row.post_id === null ? 'page' : 'post',
      id: row.post_id ?? row.page_id ?? '',
      title:
        row.post_id === null
          ? (row.page_title ?? '')
          : titleForStaff(actor, {
              id: row.post_id,
              title: row.post_title ?? '',
              state: row.post_state ?? '',
            }),
    },
  }));
}

/** @throws forbidden without the permission to manage members; `what` names the act */
export function requireMembersPermission({ actor }: Context, what: string): void {
  if (!hasPermission(actor, 'members.manage')) throw forbidden(`${what}还需要“管理会员”权限`);
}

/**
 * Opens the file of an export.
 * @throws notFound; forbidden for members' data without the permission; conflict if there is no file yet or any more
 */
export async function readExportFile(
  ctx: Context,
  dependencies: TransferDependencies,
  id: string,
): Promise<BinaryFile> {
  const row = await requireTransfer(ctx.db, id);
  if (row.kind !== 'export' || row.state !== 'done') throw conflict('这个任务没有可以下载的文件');
  requireSiteView(ctx);
  if (row.options.withoutPeople !== true) requireMembersPermission(ctx, '导出会员资料');
  const bytes = row.path === '' ? null : await openStoredFile(ctx, dependencies, row.path);
  if (!bytes) throw conflict('这份导出已经过期，请重新导出');
  return { name: row.name, bytes };
}

/** An export has all drafts and paid text. @throws forbidden for whoever may not see them, or is limited to columns */
export function requireSiteView(ctx: Context): void {
  if (!hasPermission(ctx.actor, 'content.view'))
    throw forbidden('整站导出里有全部草稿和付费内容，还需要“查看稿件”权限');
  requireAllColumns(ctx, '导出整站');
}

/** @throws notFound */
export async function requireTransfer(
  db: Parameters<typeof findTransfer>[0],
  id: string,
): Promise<TransferRow> {
  const row = await findTransfer(db, id);
  if (!row) throw notFound('没有这个任务');
  return row;
}

/** Presents a transfer to staff, without the location of its file. */
export function presentTransfer(row: TransferRow): Transfer {
  const hasFile =
    row.kind === 'export' && row.state === 'done' && row.path !== '' && row.finished_at !== null;
  return {
    id: row.id,
    kind: row.kind as Transfer['kind'],
    name: row.name,
    state: row.state as Transfer['state'],
    done: row.done,
    total: row.total,
    counts:
      row.kind !== 'export' && row.kind !== 'backup'
        ? { added: 0, unchanged: 0, skipped: 0, failed: 0, ...row.counts }
        : null,
    bytes: hasFile || row.kind === 'backup' ? (row.options.bytes ?? null) : null,
    storedIn: row.options.storedIn ?? '',
    verifiedAt: row.options.verifiedAt ?? null,
    verifyFault: row.options.verifyFault ?? '',
    expiresAt:
      hasFile && row.finished_at ? toIso(new Date(row.finished_at.getTime() + retentionDays * dayMs)) : null,
    withoutPeople: row.options.withoutPeople === true,
    isOfMembers: row.options.members !== undefined,
    missingPictures: row.missing_pictures,
    canUndo: row.kind === 'import' && row.has_items && !['queued', 'running', 'waiting'].includes(row.state),
    error: row.error,
    createdBy: row.created_by_name ?? '系统',
    createdAt: toIso(row.created_at),
    finishedAt: row.finished_at && toIso(row.finished_at),
  };
}
