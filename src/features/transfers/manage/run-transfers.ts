import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import {
  countRecords,
  type ImportCount,
  importableKinds,
  noImportRights,
  planImport,
} from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { whileLeased } from '#kernel/db/queue.ts';
import { DomainError, invalid, isDiskFull } from '#kernel/errors.ts';
import { openBackupStore } from '#kernel/storage/backup-store.ts';
import { readText } from '#kernel/storage/decode.ts';
import { backUpSite, explainMissing } from '../backups/run-backup.ts';
import { exportSite } from '../export-site.ts';
import { createLibraryImporter, importContent, type RunLog } from '../import-content.ts';
import { importMembers, type MemberProgress, maxReportLines } from '../members/import-members.ts';
import { readMembers } from '../members/read-members.ts';
import type { TransferDependencies } from './dependencies.ts';
import { countItems, countMissingPictures, insertItems, insertMissing } from './item-queries.ts';
import { refetchPictures } from './refetch-pictures.ts';
import { deleteStoredFile, openStoredFile } from './stored-files.ts';
import {
  claimTransfer,
  findReport,
  findTransfer,
  finishTransfer,
  pauseTransfer,
  type TransferCounts,
  type TransferRow,
  transferQueue,
  updateProgress,
} from './transfer-queries.ts';
import { undoImport } from './undo-import.ts';
import { unpack } from './unpack.ts';

/** Stops retrying a file that ends the process each time. */
const maxAttempts = 5;

/** Thrown between two batches to stop a transfer: it was cancelled or claimed elsewhere, or the worker is stopping. */
class TransferStopped extends Error {}

/**
 * Runs the oldest queued transfer to its end. A transfer whose process died is started again after its lease: imports
 * add nothing twice, and exports start over.
 * @returns false if none is queued
 */
export async function runNextTransfer(
  ctx: Context,
  dependencies: TransferDependencies,
  signal?: AbortSignal,
): Promise<boolean> {
  const row = await claimTransfer(ctx);
  if (!row) return false;
  await whileLeased(ctx, transferQueue, row, () => runTransfer(ctx, dependencies, row, signal), signal);
  return true;
}

async function runTransfer(
  ctx: Context,
  dependencies: TransferDependencies,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (row.attempts > maxAttempts) throw invalid('处理它的进程一再中断，已停止：文件可能太大，请分成几份');
    const { source_id: sourceId } = row;
    if (row.kind === 'import' && row.options.members)
      await saveOutcome(ctx, row, await runMemberImport(ctx, dependencies, row, signal));
    else if (row.kind === 'import' && row.options.isReviewed && !row.options.categories)
      await readPlan(ctx, dependencies, row);
    else if (row.kind === 'import')
      await saveOutcome(ctx, row, await runImport(ctx, dependencies, row, signal));
    else if (sourceId !== null)
      await saveOutcome(ctx, row, await runFollowUp(ctx, dependencies, { ...row, sourceId }, signal));
    else if (row.kind === 'backup')
      await saveOutcome(ctx, row, await runBackup(ctx, dependencies, row, signal));
    else {
      const outcome = await runExport(ctx, dependencies, row, signal);
      if (!(await saveOutcome(ctx, row, outcome))) await deleteStoredFile(ctx, dependencies, outcome.path);
    }
  } catch (error) {
    if (signal?.aborted) return;
    const isFinished =
      !(error instanceof TransferStopped) &&
      (await saveOutcome(ctx, row, { error: explain(ctx, row, error), path: '' }));
    // If another process has claimed the transfer, it still needs the file.
    if (isFinished || (await findTransfer(ctx.db, row.id))?.state === 'cancelled')
      await deleteStoredFile(ctx, dependencies, row.path);
  }
}

type TransferOutcome = { error?: string; path: string; bytes?: number; storedIn?: string };

function saveOutcome(
  ctx: Context,
  row: TransferRow,
  { error = '', path, ...options }: TransferOutcome,
): Promise<boolean> {
  const state = error === '' ? 'done' : 'failed';
  return finishTransfer(ctx.db, row, { state, error, path, options, finished_at: ctx.now() });
}

function explain(ctx: Context, { id }: TransferRow, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  ctx.log.error({ err: error, transfer: id }, 'a transfer failed');
  const { code, message } = error as NodeJS.ErrnoException;
  if (isDiskFull(error)) return '服务器的磁盘满了，请清理后重试';
  return `没有完成（${code ?? message.slice(0, 100)}），详情见服务器日志`;
}

/** Fetches pictures of an import again, or undoes it. */
async function runFollowUp(
  ctx: Context,
  dependencies: TransferDependencies,
  row: TransferRow & { sourceId: string },
  signal: AbortSignal | undefined,
): Promise<TransferOutcome> {
  const report: string[] = [];
  const { sourceId } = row;
  const total =
    row.kind === 'undo' ? await countItems(ctx.db, sourceId) : await countMissingPictures(ctx.db, sourceId);
  const options = {
    sourceId,
    report: (line: string) => report.length < maxReportLines && report.push(line),
    progress: async (done: number, counts: TransferCounts) => {
      const isRunning = await updateProgress(ctx.db, row, { done, total, counts, report });
      if (!isRunning || signal?.aborted) throw new TransferStopped();
    },
  };
  if (row.kind === 'undo') await undoImport(ctx, dependencies, options);
  else {
    const pictures = createLibraryImporter(dependencies.media, row.created_by, logOf(sourceId));
    await refetchPictures(ctx, { ...options, site: row.options.site, pictures });
  }
  return { path: '' };
}

const logOf = (transferId: string): RunLog => ({
  add: (trx, kind, ids) => insertItems(trx, transferId, kind, ids),
  addMissing: (trx, target, pictures) => insertMissing(trx, transferId, target, pictures),
});

async function runExport(
  ctx: Context,
  dependencies: TransferDependencies,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<TransferOutcome> {
  const report: string[] = [];
  const workFolder = await makeWorkFolder(ctx, dependencies, row);
  try {
    const path = join(workFolder, 'export.zip');
    await exportSite(
      ctx,
      dependencies.copyParts(ctx, (line) => report.length < maxReportLines && report.push(line)),
      {
        path,
        scope: 'export',
        withoutPeople: row.options.withoutPeople === true,
        withoutSecrets: true,
        progress: async (done, total) => {
          const isRunning = await updateProgress(ctx.db, row, { done, total, counts: {}, report });
          if (!isRunning || signal?.aborted) throw new TransferStopped();
        },
      },
    );
    const { size } = await stat(path);
    return { path: await dependencies.files.private.saveFrom(ctx.tenant.id, path, row.name), bytes: size };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function runBackup(
  ctx: Context,
  { folder, backups, copyParts }: TransferDependencies,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<TransferOutcome> {
  const report: string[] = [];
  const { keep } = (await backups.settings(ctx)).backup;
  const store = await openBackupStore(backups.target);
  try {
    const { archiveBytes, storedIn, missing } = await backUpSite(
      ctx,
      copyParts(ctx, (line) => report.length < maxReportLines && report.push(line)),
      store,
      {
        name: row.name,
        workFolder: join(folder, ctx.tenant.id, row.id),
        keep,
        transferId: row.id,
        progress: async (done, total) => {
          const isRunning = await updateProgress(ctx.db, row, { done, total, counts: {}, report });
          if (!isRunning || signal?.aborted) throw new TransferStopped();
        },
      },
    );
    const error = missing > 0 ? explainMissing(missing) : '';
    return { path: '', error, bytes: archiveBytes, storedIn };
  } finally {
    store.close();
  }
}

/** Creates a folder for one run of a transfer on this machine; first deletes what a killed run left there. */
async function makeWorkFolder(
  ctx: Context,
  { folder }: TransferDependencies,
  { id }: TransferRow,
): Promise<string> {
  const workFolder = join(folder, ctx.tenant.id, id);
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  return workFolder;
}

/** Reads the file of an import, which then waits for its columns; the file stays. */
async function readPlan(ctx: Context, dependencies: TransferDependencies, row: TransferRow): Promise<void> {
  const workFolder = await makeWorkFolder(ctx, dependencies, row);
  try {
    const { path } = await prepareFile(ctx, dependencies, row, workFolder);
    await pauseTransfer(ctx.db, row, await planImport(path, row.options.mapping));
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function runImport(
  ctx: Context,
  dependencies: TransferDependencies,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<TransferOutcome> {
  const { mapping, columnId, categories, onlyColumns, rights = noImportRights } = row.options;
  const workFolder = await makeWorkFolder(ctx, dependencies, row);
  try {
    const { path, root, faults } = await prepareFile(ctx, dependencies, row, workFolder);
    const total = (await countRecords(path, mapping)) + faults.length;
    const report = faults.slice(0, maxReportLines);
    // Records that an earlier attempt added are now reported as known.
    const before = row.counts.added ?? 0;
    const withFaults = (count: ImportCount) => ({ ...count, failed: count.failed + faults.length });
    const saveProgress = async (done: number, count: ImportCount) => {
      const isRunning = await updateProgress(ctx.db, row, {
        done: done + faults.length,
        total,
        counts: addEarlierCounts(withFaults(count), before),
        report,
      });
      if (!isRunning || signal?.aborted) throw new TransferStopped();
    };
    await saveProgress(0, { added: 0, unchanged: 0, skipped: 0, failed: 0 });
    const importOptions = {
      path,
      savedBy: row.created_by,
      rights,
      columnId,
      columnsByCategory: new Map(categories),
      onlyColumns: onlyColumns ? new Set(onlyColumns) : undefined,
      mapping,
      root,
      media: dependencies.media,
      log: logOf(row.id),
      report: (line: string) =>
        report.length < maxReportLines && report.push(restoreUploadName(line, path, row.name)),
      progress: saveProgress,
    };
    const count = await importContent(ctx, importOptions, dependencies.extensions);
    await saveProgress(total - faults.length, count);
    await deleteStoredFile(ctx, dependencies, row.path);
    return { path: '', error: explainIncomplete(withFaults(count), report, row, path) };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Imports members. The rows of a file are counted first; an attempt continues where the one before was killed. */
async function runMemberImport(
  ctx: Context,
  dependencies: TransferDependencies,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<TransferOutcome> {
  const workFolder = await makeWorkFolder(ctx, dependencies, row);
  try {
    const { path } = await prepareFile(ctx, dependencies, row, workFolder);
    const until = row.options.members?.vipUntil;
    const lines = () => readMembers(readText(path), { ghostVipUntil: until ? new Date(until) : null });
    let total = 0;
    for await (const _ of lines()) total += 1;
    const save = async (db: Context['db'] | Trx, { done, counts, report }: MemberProgress) => {
      const isRunning = await updateProgress(db, row, { done, total, counts, report: [...report] });
      if (!isRunning || signal?.aborted) throw new TransferStopped();
    };
    const counts = { added: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, ...row.counts };
    const from = { done: row.done, counts, report: await findReport(ctx.db, row.id) };
    await save(ctx.db, from);
    const { counts: end, report } = await importMembers(ctx, lines(), {
      transferId: row.id,
      byId: row.created_by,
      from,
      saveProgress: save,
    });
    await deleteStoredFile(ctx, dependencies, row.path);
    const isNothing = end.added + end.updated + end.unchanged === 0;
    const reason =
      total === 0 ? '没有找到会员：文件里只有表头，或是空的' : `没有一行可以导入：${report[0] ?? ''}`;
    return { path: '', error: isNothing ? reason : '' };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

const addEarlierCounts = (
  { added, unchanged, skipped, failed, drafts }: ImportCount,
  before: number,
): TransferCounts => ({
  added: added + before,
  unchanged: Math.max(0, unchanged - before),
  skipped,
  failed,
  ...(drafts !== undefined && { drafts }),
});

/** A truncated file is an error even if its readable part was imported; invalid records among valid ones are not. */
function explainIncomplete(
  count: ImportCount,
  report: readonly string[],
  row: TransferRow,
  path: string,
): string {
  if (count.truncation !== undefined) {
    const known = count.added + count.unchanged;
    const summary = known > 0 ? `此前的 ${known} 条已导入` : '没有导入任何内容';
    return `文件不完整：${restoreUploadName(count.truncation, path, row.name)}。${summary}，把完整的文件再导入一次即可`;
  }
  if (count.added + count.unchanged > 0) return '';
  if (count.failed > 0)
    return `没有一条可以导入：${report.find((line) => !line.includes('跳过，')) ?? '格式不正确'}`;
  return count.skipped > 0
    ? `没有找到可以导入的内容：${report[0] ?? `可以导入 ${importableKinds}`}`
    : `没有找到可以导入的内容，可以导入 ${importableKinds}`;
}

/** Replaces the internal file name in a report line by the name of the upload. */
const restoreUploadName = (line: string, path: string, name: string): string =>
  line.startsWith(basename(path)) ? name + line.slice(basename(path).length) : line;

/**
 * Prepares the file for reading in the work folder: unpacked, or converted to UTF-8 if its encoding was given. `faults`
 * are those of files in an archive that are left out.
 */
async function prepareFile(
  ctx: Context,
  dependencies: TransferDependencies,
  { path, options: { encoding } }: TransferRow,
  workFolder: string,
): Promise<{ path: string; root: string; faults: string[] }> {
  const stored = await openStoredFile(ctx, dependencies, path);
  if (!stored) throw invalid('文件不在了，请重新上传');
  const uploaded = join(workFolder, `sent${extname(path)}`);
  const hasEncoding = encoding !== undefined && encoding !== 'auto' && extname(path) !== '.zip';
  // Unconverted if no encoding was given; the importer then detects it.
  const decoding = hasEncoding ? [iconv.decodeStream(encoding), iconv.encodeStream('utf-8')] : [];
  await pipeline([stored, ...decoding, createWriteStream(uploaded)]);
  // An empty folder for references of the upload, so that it cannot import other files of the server.
  const root = join(workFolder, 'with');
  await mkdir(root);
  if (extname(path) !== '.zip') return { path: uploaded, root, faults: [] };
  return { path: root, root, faults: await unpack(uploaded, root) };
}
