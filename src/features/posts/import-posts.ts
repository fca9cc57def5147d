import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ensureAuthors, houseAuthor } from '#features/authors/index.ts';
import { type ColumnRow, columnRows } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type PreparedBody, prepareBody } from './body/index.ts';
import { contentHash, type ImportRecord, readImport } from './import/index.ts';
import { createPictureKeeper, keepBodyPictures, type PictureKeeper } from './keep-picture.ts';
import { addPosts, type PostInput } from './service.ts';
import { findImportKeys } from './write-queries.ts';

export type ImportOptions = {
  /** A file or a folder; absolute. */
  path: string;
  /** The column of records that name none. */
  columnId?: string | undefined;
  /** CSV: our field → the header's name. */
  mapping?: Record<string, string> | undefined;
  files: FileStore;
  /** How pictures are brought along; by default from the import's folder and from the web. */
  pictures?: PictureKeeper | undefined;
  /** The folder that pictures may come from; by default a folder that is imported, or a file's own. */
  root?: string | undefined;
  /** Hears of each record that was not added, with its file and line. */
  report: (line: string) => void;
  /** Hears after each batch how many records are done; what it throws ends the import between two batches. */
  progress?: (done: number, count: ImportCount) => void | Promise<void>;
};

export type ImportCount = {
  added: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Where the file ended before its time, and what was found there; what came before is imported. */
  cut?: string;
};

// Large enough that a statement's cost vanishes, small enough that a refused batch is soon retried piecemeal.
const batchSize = 200;

/** A record with its place in the portal. */
type Placed = { record: ImportRecord; column: ColumnRow; key: string };

/**
 * Imports pieces in batches; each batch is one transaction, so nothing is half-written. Running it again adds
 * nothing: a record is known by its externalId, without one by its content. A bad record is reported and the
 * rest goes on. @throws invalid for an unknown column or file type
 */
export async function importPosts(ctx: Context, options: ImportOptions): Promise<ImportCount> {
  const columns = await columnRows(ctx);
  if (options.columnId && !columns.some(({ id }) => id === options.columnId))
    throw invalid(`栏目不存在：${options.columnId}`);
  const isFolder = (await stat(options.path).catch(() => null))?.isDirectory() ?? false;
  const run: Run = {
    ...options,
    root: options.root ?? (isFolder ? options.path : undefined),
    count: { added: 0, unchanged: 0, skipped: 0, failed: 0 },
    pictures: options.pictures ?? createPictureKeeper(options.files),
  };
  let batch: Placed[] = [];
  let done = 0;
  for await (const item of readImport(options.path, options.mapping ? { mapping: options.mapping } : {})) {
    if (item.ok) {
      const placed = place(item.record, columns, options.columnId);
      if (typeof placed === 'string') refuse(run, 'failed', item.record.source, placed);
      else batch.push(placed);
    } else {
      refuse(run, item.skipped ? 'skipped' : 'failed', item.source, item.reason);
      if (item.isCut) run.count.cut = explainPlace(item.source, item.reason);
    }
    done += 1;
    if (batch.length < batchSize && done % batchSize > 0) continue;
    await write(ctx, batch, run);
    batch = [];
    await options.progress?.(done, run.count);
  }
  await write(ctx, batch, run);
  return run.count;
}

type Run = ImportOptions & { count: ImportCount; pictures: PictureKeeper };

function refuse(
  { count, report }: Run,
  as: 'skipped' | 'failed',
  source: ImportRecord['source'],
  reason: string,
): void {
  count[as] += 1;
  report(explainPlace(source, `${as === 'skipped' ? '跳过，' : ''}${reason}`));
}

const explainPlace = ({ file, line }: ImportRecord['source'], reason: string): string =>
  `${basename(file)} 第 ${line} 行：${reason}`;

/** How many records a file or folder has, good ones and bad ones: to tell how far an import has got. */
export async function countRecords(path: string, mapping: Record<string, string> = {}): Promise<number> {
  let count = 0;
  for await (const _ of readImport(path, { mapping })) count += 1;
  return count;
}

/** What is known already costs no work: only new records are prepared and their pictures brought along. */
async function write(ctx: Context, batch: readonly Placed[], run: Run): Promise<void> {
  if (batch.length === 0) return;
  try {
    const known = await findImportKeys(
      ctx.db,
      batch.map(({ key }) => key),
    );
    const fresh = batch.filter(({ key }) => !known.has(key));
    const authors = await ensureAuthors(
      ctx,
      fresh.map(({ record }) => record.author ?? houseAuthor),
    );
    const inputs: PostInput[] = [];
    for (const placed of fresh)
      inputs.push(await prepare(ctx, placed, authors.get(placed.record.author ?? houseAuthor) ?? '', run));
    const added = (await addPosts(ctx, inputs)).filter((id) => id !== null).length;
    run.count.added += added;
    run.count.unchanged += batch.length - added;
  } catch (error) {
    const [only] = batch;
    if (batch.length > 1) for (const one of batch) await write(ctx, [one], run);
    else if (only) refuse(run, 'failed', only.record.source, explain(ctx, error));
  }
}

/** A refusal is told as it is; of a fault the constraint or code says which rule it broke, the log the rest. */
function explain(ctx: Context, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  ctx.log.error({ err: error }, 'a record could not be written');
  const { constraint, code } = error as { constraint?: string; code?: string };
  return `未能写入数据库（${constraint ?? code ?? String(error)}）`;
}

/** @returns the record with its column and what it is known by, or what is wrong with it */
function place(
  record: ImportRecord,
  columns: readonly ColumnRow[],
  fallback: string | undefined,
): Placed | string {
  try {
    const column = findColumn(record, columns, fallback);
    const kind = column.kind as 'news' | 'article' | 'reference';
    const key = record.externalId ? `x:${record.externalId}` : `h:${contentHash({ ...record, kind })}`;
    return { record, column, key };
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

async function prepare(
  ctx: Context,
  { record, column, key }: Placed,
  authorId: string,
  run: Run,
): Promise<PostInput> {
  const body = await keepPictures(
    ctx,
    await prepareBody({ body: record.body, format: record.format }),
    record,
    run,
  );
  const publishedAt = record.publishedAt ? new Date(record.publishedAt) : ctx.now();
  const isOut = record.state !== 'draft';
  const from = { file: record.source.file, root: run.root };
  return {
    columnId: column.id,
    authorId,
    title: record.title,
    body,
    summary: record.summary,
    cover: record.cover ? await run.pictures.keep(ctx, record.cover, from) : null,
    access: record.access,
    price: record.price,
    vipPrice: record.vipPrice,
    vipFree: record.vipFree,
    important: record.important,
    tags: record.tags,
    stockCodes: record.stockCodes,
    state: isOut ? (publishedAt > ctx.now() ? 'scheduled' : 'published') : 'draft',
    publishedAt,
    importKey: key,
  };
}

function keepPictures(
  ctx: Context,
  body: PreparedBody,
  record: ImportRecord,
  { pictures, root }: Run,
): Promise<PreparedBody> {
  return keepBodyPictures(body, (src) => pictures.keep(ctx, src, { file: record.source.file, root }));
}

/** The column a record names (by id or name), else the caller's, else the one its kind has by default. */
function findColumn(
  record: ImportRecord,
  columns: readonly ColumnRow[],
  fallback: string | undefined,
): ColumnRow {
  const wanted = record.column ?? fallback;
  if (!wanted) throw invalid('没有栏目：请在记录中写明栏目（column），或用 --column 指定');
  const column = columns.find(({ id, name }) => id === wanted || name === wanted);
  if (!column) throw invalid(`栏目（column）不存在：${wanted}`);
  if (record.kind && record.kind !== column.kind)
    throw invalid(`类型（kind）${record.kind} 与栏目「${column.name}」的内容不符`);
  return column;
}
