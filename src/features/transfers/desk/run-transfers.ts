import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import { countRecords, type ImportCount, importPosts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { whileLeased } from '#kernel/db/queue.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import { exportSite } from '../export-site.ts';
import { dropKept, openKept } from './kept-files.ts';
import type { TransferParts } from './parts.ts';
import {
  claimTransfer,
  findTransfer,
  finishTransfer,
  noteProgress,
  type TransferCounts,
  type TransferRow,
  transferQueue,
} from './transfer-queries.ts';
import { unpack } from './unpack.ts';

/** Lines of a report that are kept; the counts tell how many there were. */
const mostLines = 200;
/** A file that ends the process each time is not tried for ever. */
const mostAttempts = 5;

/** Thrown between two batches when it is to end: it was cancelled or claimed elsewhere, or the worker is stopping. */
class Ended extends Error {}

/**
 * Does the oldest transfer that waits, to its end. One whose process died is begun again when its lease is over: imports
 * add nothing twice, and exports are made anew.
 * @returns false when none waits
 */
export async function runNextTransfer(
  ctx: Context,
  parts: TransferParts,
  signal?: AbortSignal,
): Promise<boolean> {
  const row = await claimTransfer(ctx);
  if (!row) return false;
  await whileLeased(ctx, transferQueue, row, () => runTransfer(ctx, parts, row, signal), signal);
  return true;
}

async function runTransfer(
  ctx: Context,
  parts: TransferParts,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (row.attempts > mostAttempts) throw invalid('处理它的进程一再中断，已停止：文件可能太大，请分成几份');
    if (row.kind === 'import') await finish(ctx, row, await runImport(ctx, parts, row, signal));
    else {
      const end = await runExport(ctx, parts, row, signal);
      if (!(await finish(ctx, row, end))) await dropKept(ctx, parts, end.path);
    }
  } catch (error) {
    if (signal?.aborted) return;
    const isFinished =
      !(error instanceof Ended) && (await finish(ctx, row, { error: explain(ctx, row, error), path: '' }));
    // If another process has claimed it, that one needs the file.
    if (isFinished || (await findTransfer(ctx.db, row.id))?.state === 'cancelled')
      await dropKept(ctx, parts, row.path);
  }
}

type End = { error?: string; path: string; bytes?: number };

function finish(ctx: Context, row: TransferRow, { error = '', path, bytes }: End): Promise<boolean> {
  const state = error === '' ? 'done' : 'failed';
  const options = bytes === undefined ? {} : { bytes };
  return finishTransfer(ctx.db, row, { state, error, path, options, finished_at: ctx.now() });
}

function explain(ctx: Context, { id }: TransferRow, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  ctx.log.error({ err: error, transfer: id }, 'a transfer failed');
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return '服务器的磁盘满了，请清理后重试';
  return `没有完成（${code ?? message.slice(0, 100)}），详情见服务器日志`;
}

async function runExport(
  ctx: Context,
  parts: TransferParts,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<End> {
  const report: string[] = [];
  const work = await makeWorkFolder(ctx, parts, row);
  try {
    const path = join(work, 'export.zip');
    await exportSite(
      ctx,
      parts.copyParts(ctx, (line) => report.length < mostLines && report.push(line)),
      {
        path,
        scope: 'export',
        withoutPeople: row.options.withoutPeople === true,
        withoutSecrets: true,
        progress: async (done, total) => {
          const isRunning = await noteProgress(ctx.db, row, { done, total, counts: {}, report });
          if (!isRunning || signal?.aborted) throw new Ended();
        },
      },
    );
    const { size } = await stat(path);
    return { path: await parts.files.private.take(ctx.tenant.id, path, row.name), bytes: size };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A folder for one run of a transfer on this machine; what a killed run left there goes first. */
async function makeWorkFolder(ctx: Context, { folder }: TransferParts, { id }: TransferRow): Promise<string> {
  const work = join(folder, ctx.tenant.id, id);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  return work;
}

async function runImport(
  ctx: Context,
  parts: TransferParts,
  row: TransferRow,
  signal: AbortSignal | undefined,
): Promise<End> {
  const { mapping, columnId } = row.options;
  const work = await makeWorkFolder(ctx, parts, row);
  try {
    const { path, root } = await lay(ctx, parts, row, work);
    const total = await countRecords(path, mapping);
    const report: string[] = [];
    // What an earlier try has added is met again as known.
    const before = row.counts.added ?? 0;
    const note = async (done: number, count: ImportCount) => {
      const isRunning = await noteProgress(ctx.db, row, {
        done,
        total,
        counts: together(count, before),
        report,
      });
      if (!isRunning || signal?.aborted) throw new Ended();
    };
    await note(0, { added: 0, unchanged: 0, skipped: 0, failed: 0 });
    const count = await importPosts(ctx, {
      path,
      columnId,
      mapping,
      root,
      files: parts.files,
      report: (line) => report.length < mostLines && report.push(nameAsGiven(line, path, row.name)),
      progress: note,
    });
    await note(total, count);
    await dropKept(ctx, parts, row.path);
    return { path: '', error: faultOf(count, report, row, path) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const together = ({ added, unchanged, skipped, failed }: ImportCount, before: number): TransferCounts => ({
  added: added + before,
  unchanged: Math.max(0, unchanged - before),
  skipped,
  failed,
});

/** Half a file is a fault even where its first half is in; bad records among good ones are none. */
function faultOf(count: ImportCount, report: readonly string[], row: TransferRow, path: string): string {
  if (count.cut !== undefined) {
    const known = count.added + count.unchanged;
    const kept = known > 0 ? `此前的 ${known} 条已导入` : '没有导入任何内容';
    return `文件不完整：${nameAsGiven(count.cut, path, row.name)}。${kept}，把完整的文件再导入一次即可`;
  }
  if (count.failed > 0 && count.added + count.unchanged === 0)
    return `没有一条可以导入：${report.find((line) => !line.includes('跳过，')) ?? '格式不正确'}`;
  return '';
}

/** Our name of the file is nobody's; the report has the one it came with. */
const nameAsGiven = (line: string, path: string, name: string): string =>
  line.startsWith(basename(path)) ? name + line.slice(basename(path).length) : line;

/** Lays the file ready to be read in `work`: unpacked, or in UTF-8 when its encoding was said. */
async function lay(
  ctx: Context,
  parts: TransferParts,
  { path, options: { encoding } }: TransferRow,
  work: string,
): Promise<{ path: string; root: string }> {
  const kept = await openKept(ctx, parts, path);
  if (!kept) throw invalid('文件不在了，请重新上传');
  const sent = join(work, `sent${extname(path)}`);
  const isSaid = encoding !== undefined && encoding !== 'auto' && extname(path) !== '.zip';
  // The bytes as they came where the importer tells the encoding itself.
  const decoding = isSaid ? [iconv.decodeStream(encoding), iconv.encodeStream('utf-8')] : [];
  await pipeline([kept, ...decoding, createWriteStream(sent)]);
  // A folder of its own: a file that was sent may bring no others of the server's along.
  const root = join(work, 'with');
  await mkdir(root);
  if (extname(path) !== '.zip') return { path: sent, root };
  await unpack(sent, root);
  return { path: root, root };
}
