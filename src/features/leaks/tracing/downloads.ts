import { recordAction } from '#features/audit/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { keyOf } from '#kernel/storage/file-addresses.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { type Download, deleteDownloadsBefore, insertDownload, listDownloads } from './download-queries.ts';
import type { DownloadsAnswer } from './schema.ts';

const maxShown = 200;
/** In days; later leaks of a file are no longer of interest. */
const retentionDays = 400;

/** Records that a member downloaded a locked attachment, once a day and only while tracing is on; idempotent. */
export async function recordDownload(
  ctx: Context,
  settings: Settings,
  download: Omit<Download, 'day'>,
): Promise<void> {
  if ((await settings(ctx)).isTracing) await insertDownload(ctx.db, { ...download, day: dayOf(ctx.now()) });
}

/**
 * Lists the downloads of an attachment by its address, or of all attachments of a post by its number. Audited. @throws
 * invalid for anything else
 */
export async function traceFile(ctx: Context, file: string): Promise<DownloadsAnswer> {
  const rows = await listDownloads(ctx.db, parseFileReference(ctx, file), maxShown + 1);
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'leak.traceFile',
      target: 'leak:file',
      after: { file, members: [...new Set(rows.map((row) => row.member_id))] },
    }),
  );
  return {
    downloads: rows.slice(0, maxShown).map((row) => ({
      reader: { id: row.member_id, name: row.name, isDeleted: row.deleted_at !== null },
      post: row.title === null ? null : { id: row.post_id, title: row.title },
      file: row.file_name ?? row.address,
      day: row.day,
    })),
    hasMore: rows.length > maxShown,
  };
}

function parseFileReference({ tenant }: Context, file: string): { address: string } | { postId: string } {
  if (/^\d{1,18}$/.test(file)) return { postId: file };
  const address = /\/files\/[\w/]+\.\w+/.exec(file)?.[0];
  if (address && keyOf(tenant.id, address)) return { address };
  throw invalid('请填写稿件编号，或附件的链接（含 /files/）');
}

/** Deletes downloads older than 400 days. Idempotent. */
export const deleteOldDownloads = (ctx: Context): Promise<void> =>
  deleteDownloadsBefore(ctx.db, dayOf(new Date(ctx.now().getTime() - retentionDays * dayMs)));
