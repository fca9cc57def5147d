import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ensureAuthors, houseAuthor } from '#features/authors/index.ts';
import { type ColumnRow, columnRows } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type PreparedBody, prepareBody, replaceImages } from './body/index.ts';
import { contentHash, fileBeside, type ImportRecord, readImport } from './import/index.ts';
import { addPosts, type PostInput } from './service.ts';

export type ImportOptions = {
  /** A file or a folder; absolute. */
  path: string;
  /** The column of records that name none. */
  columnId?: string | undefined;
  /** CSV: our field → the header's name. */
  mapping?: Record<string, string> | undefined;
  files: FileStore;
  /** The folder that pictures may come from; by default a folder that is imported, or a file's own. */
  root?: string | undefined;
  /** Hears of each record that was not added, with its file and line. */
  report: (line: string) => void;
  progress?: (done: number) => void;
};

export type ImportCount = { added: number; unchanged: number; skipped: number; failed: number };

// Large enough that a statement's cost vanishes, small enough that a refused batch is soon retried piecemeal.
const batchSize = 200;

type Prepared = { record: ImportRecord; input: Omit<PostInput, 'authorId'> };

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
  const within = { root: isFolder ? options.path : undefined, ...options };
  const count: ImportCount = { added: 0, unchanged: 0, skipped: 0, failed: 0 };
  let batch: Prepared[] = [];
  let done = 0;
  for await (const item of readImport(options.path, options.mapping ? { mapping: options.mapping } : {})) {
    if (item.ok) {
      const prepared = await prepare(ctx, item.record, columns, within).catch(
        (error: Error) => error.message,
      );
      if (typeof prepared === 'string') refuse(count, 'failed', item.record.source, prepared, options);
      else batch.push(prepared);
    } else refuse(count, item.skipped ? 'skipped' : 'failed', item.source, item.reason, options);
    if (batch.length >= batchSize) {
      await write(ctx, batch, count, options);
      batch = [];
    }
    done += 1;
    if (done % 1000 === 0) options.progress?.(done);
  }
  await write(ctx, batch, count, options);
  return count;
}

function refuse(
  count: ImportCount,
  as: 'skipped' | 'failed',
  { file, line }: ImportRecord['source'],
  reason: string,
  { report }: ImportOptions,
): void {
  count[as] += 1;
  report(`${basename(file)} 第 ${line} 行：${as === 'skipped' ? '跳过，' : ''}${reason}`);
}

async function write(
  ctx: Context,
  batch: readonly Prepared[],
  count: ImportCount,
  options: ImportOptions,
): Promise<void> {
  if (batch.length === 0) return;
  const authors = await ensureAuthors(
    ctx,
    batch.map(({ record }) => record.author ?? houseAuthor),
  );
  const inputs = batch.map(({ record, input }) => ({
    ...input,
    authorId: authors.get(record.author ?? houseAuthor) ?? '',
  }));
  try {
    const ids = await addPosts(ctx, inputs);
    count.added += ids.filter((id) => id !== null).length;
    count.unchanged += ids.filter((id) => id === null).length;
  } catch (error) {
    const [only] = batch;
    if (batch.length > 1) for (const one of batch) await write(ctx, [one], count, options);
    else if (only)
      refuse(
        count,
        'failed',
        only.record.source,
        error instanceof DomainError ? error.message : `未能写入数据库（${faultOf(error)}）`,
        options,
      );
  }
}

/** The constraint or the code says which rule of the database it was; its English sentence is no help. */
const faultOf = (error: unknown): string => {
  const { constraint, code } = error as { constraint?: string; code?: string };
  return constraint ?? code ?? String(error);
};

async function prepare(
  ctx: Context,
  record: ImportRecord,
  columns: readonly ColumnRow[],
  options: ImportOptions,
): Promise<Prepared> {
  const column = findColumn(record, columns, options.columnId);
  const body = await keepImages(
    ctx,
    prepareBody({ body: record.body, format: record.format }),
    record,
    options,
  );
  const publishedAt = record.publishedAt ? new Date(record.publishedAt) : ctx.now();
  const isOut = record.state !== 'draft';
  return {
    record,
    input: {
      columnId: column.id,
      title: record.title,
      body,
      summary: record.summary,
      cover: record.cover ? await keepFile(ctx, record.cover, record, options) : null,
      access: record.access,
      price: record.price,
      vipFree: record.vipFree,
      important: record.important,
      tags: record.tags,
      stockCodes: record.stockCodes,
      state: isOut ? (publishedAt > ctx.now() ? 'scheduled' : 'published') : 'draft',
      publishedAt,
      importKey: record.externalId
        ? `x:${record.externalId}`
        : `h:${contentHash({ ...record, kind: column.kind as 'news' })}`,
    },
  };
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

async function keepImages(
  ctx: Context,
  body: PreparedBody,
  record: ImportRecord,
  options: ImportOptions,
): Promise<PreparedBody> {
  const kept = new Map<string, { src: string }>();
  for (const src of body.images) {
    const address = await keepFile(ctx, src, record, options);
    if (address !== null && address !== src) kept.set(src, { src: address });
  }
  if (kept.size === 0) return body;
  const replace = (src: string) => kept.get(src);
  return {
    ...body,
    html: replaceImages(body.html, replace),
    openHtml: replaceImages(body.openHtml, replace),
  };
}

/** A picture of the import comes along; one on the web keeps its address; one that is missing is left out. */
async function keepFile(
  ctx: Context,
  src: string,
  record: ImportRecord,
  { files, root }: ImportOptions,
): Promise<string | null> {
  if (/^(?:https?:)?\/\//i.test(src) || src.startsWith('/files/')) return src;
  const path = await fileBeside(record.source.file, src, root);
  if (path === null || !/\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(path)) return null;
  return files.keep(ctx.tenant.id, await readFile(path), path);
}
