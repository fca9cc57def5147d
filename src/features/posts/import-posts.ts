import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ensureAuthors, siteAuthor } from '#features/authors/index.ts';
import { type ColumnRow, columnRows } from '#features/columns/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { isTelling } from '#shared/text/summary.ts';
import { type PreparedBody, prepareBody } from './body/index.ts';
import { refuseLockedFiles } from './file-rights.ts';
import { contentHash, type ImportRecord, isOfSite, readImport, type SiteAddress } from './import/index.ts';
import { type ImportRights, importPermissions } from './import-rights.ts';
import { findWordHits } from './manage/check-words.ts';
import { createPictureImporter, importBodyFiles, type PictureImporter } from './picture-importer.ts';
import { addPosts, type PostInput } from './service.ts';
import { findImportedIds } from './write-queries.ts';

export type ImportOptions = {
  /** Absolute path of a file or a folder. */
  path: string;
  /** The column of records that name none. */
  columnId?: string | undefined;
  /** The columns of categories; the first category of a record that has one decides. */
  columnsByCategory?: ReadonlyMap<string, string> | undefined;
  /** If given, only records for these columns are added. */
  onlyColumns?: ReadonlySet<string> | undefined;
  /** For CSV: our field → the name in the header. */
  mapping?: Record<string, string> | undefined;
  rights: ImportRights;
  files: FileStore;
  /** Imports the pictures; by default from the import's folder and from the web. */
  pictures?: PictureImporter | undefined;
  /** The folder from which pictures may be read; by default the imported folder, or the file's own. */
  root?: string | undefined;
  /** Called for each record that was not added or became a draft, with its file and line. */
  report: (line: string) => void;
  /** Called after each batch with the number of records done; if it throws, the import ends between two batches. */
  progress?: (done: number, count: ImportCount) => void | Promise<void>;
  /** Called in the transaction that adds posts, and with posts that an earlier run added. */
  onPosts?: (trx: Trx, posts: readonly ImportedPost[]) => Promise<void>;
  onSiteAddress?: (address: SiteAddress) => void;
  /** Called for each picture and document that was stored, with its address in the file and here. */
  onFile?: (src: string, address: string) => void;
  /** Stores own pages; without it pages are skipped. */
  pages?: PageStore | undefined;
  /** Called in the transaction that adds a page. */
  onPage?: (trx: Trx, page: ImportedPage) => Promise<void>;
};

export type SiteImportOptions = ImportOptions & {
  /** Called in the transaction that adds redirects other than those of posts, which end with their posts. */
  onRedirects?: (trx: Trx, ids: readonly string[]) => Promise<void>;
};

declare module '#kernel/feature.ts' {
  interface Extensions {
    /** Imports posts as `importPosts` does, and remembers their old addresses. */
    importSite: (ctx: Context, options: SiteImportOptions) => Promise<ImportCount>;
    /** Deletes redirects that an import added. */
    deleteImportedRedirects: (ctx: Context, trx: Trx, ids: readonly string[]) => Promise<void>;
  }
}

/** A picture of a post or page that was unavailable, and why. */
export type MissingPicture = { src: string; isCover: boolean; reason: string };

/** A record with the id of its post. `missing` is empty for a post that is known from an earlier run. */
export type ImportedPost = {
  id: string;
  record: ImportRecord;
  isNew: boolean;
  missing: readonly MissingPicture[];
};

/** A page to add: its body is sanitised and shows imported pictures. */
export type NewPage = { importKey: string; title: string; slug: string; html: string; isDraft: boolean };

export type ImportedPage = {
  id: string;
  /** The address for readers; null for a draft. */
  path: string | null;
  record: ImportRecord;
  missing: readonly MissingPicture[];
};

/** Where pages of the exporting site are stored; they are a feature above this one. */
export type PageStore = {
  isKnown(ctx: Context, importKey: string): Promise<boolean>;
  /**
   * Adds a page unless its import key exists; `onWrite` runs in the same transaction.
   * @returns whether it is new
   * @throws DomainError for a page that cannot be added
   */
  add(
    ctx: Context,
    page: NewPage,
    onWrite: (trx: Trx, added: { id: string; path: string | null }) => Promise<void>,
  ): Promise<boolean>;
};

export type ImportCount = {
  added: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Of those added, the drafts, which the report names; absent without any. */
  drafts?: number;
  /** Set if the file ended early, with what was found there; everything before that point is imported. */
  truncation?: string;
};

// Large enough that the cost per statement vanishes, small enough that a failed batch is soon retried record by record.
const batchSize = 200;

type ResolvedRecord = {
  record: ImportRecord;
  column: ColumnRow;
  key: string;
  missing: MissingPicture[];
  draftReasons: string[];
};

/**
 * Imports posts in batches, each in one transaction, so nothing is half-written. May be repeated: a record is matched
 * by its externalId, or else by its content. A bad record, and one that repeats another of the same import, is reported
 * and the rest proceeds.
 * @throws invalid for an unknown column or file type
 */
export async function importPosts(ctx: Context, options: ImportOptions): Promise<ImportCount> {
  const columns = await columnRows(ctx);
  if (options.columnId && !columns.some(({ id }) => id === options.columnId))
    throw invalid(`栏目不存在：${options.columnId}`);
  const isFolder = (await stat(options.path).catch(() => null))?.isDirectory() ?? false;
  const stored = new Set<string>();
  const importRun: ImportRun = {
    ...options,
    root: options.root ?? (isFolder ? options.path : undefined),
    count: { added: 0, unchanged: 0, skipped: 0, failed: 0 },
    pictures: options.pictures ?? createPictureImporter(options.files),
    firsts: new Map(),
    unread: new Map(),
    onFile: (src, address) => {
      stored.add(src);
      options.onFile?.(src, address);
    },
  };
  const { mapping } = options;
  const uploads: Upload[] = [];
  const onSiteAddress = (one: SiteAddress) => {
    if (one.shows === 'upload') uploads.push(one);
    else options.onSiteAddress?.(one);
  };
  const readOptions = { ...(mapping && { mapping }), onSiteAddress };
  let batch: ResolvedRecord[] = [];
  let done = 0;
  for await (const item of readImport(options.path, readOptions)) {
    if (item.ok && item.record.page) await importPage(ctx, item.record, item.record.page, importRun);
    else if (item.ok) {
      const resolved = resolveRecord(
        item.record,
        columns,
        defaultColumnOf(item.record, options),
        options.onlyColumns,
      );
      if (typeof resolved === 'string') countRefusal(importRun, 'failed', item.record.source, resolved);
      else if (!refuseRepeat(importRun, item.record, resolved.key)) batch.push(resolved);
    } else {
      countRefusal(importRun, item.skipped ? 'skipped' : 'failed', item.source, item.reason);
      if (item.isTruncated) importRun.count.truncation = withLocation(item.source, item.reason);
    }
    done += 1;
    if (batch.length < batchSize && done % batchSize > 0) continue;
    await writeBatch(ctx, batch, importRun);
    batch = [];
    await options.progress?.(done, importRun.count);
  }
  await writeBatch(ctx, batch, importRun);
  for (const [at, upload] of uploads.entries()) {
    if (!stored.has(upload.address)) await importUpload(ctx, upload, importRun);
    // Lets a cancelled import end.
    if (at % batchSize === 0) await options.progress?.(done, importRun.count);
  }
  reportUnread(importRun);
  return importRun.count;
}

type ImportRun = ImportOptions & {
  count: ImportCount;
  pictures: PictureImporter;
  /** The first record of each import key, with the hash of its content. */
  firsts: Map<string, { hash: string; source: ImportRecord['source'] }>;
  /** How many of the added records had a value in each field that has no place here. */
  unread: Map<string, number>;
};

/**
 * Whether a record has the import key of an earlier one of the same import, which is named instead of being lost. An
 * external id with two contents identifies nothing.
 */
function refuseRepeat(importRun: ImportRun, record: ImportRecord, key: string): boolean {
  const hash = contentHash({ title: record.title, body: record.body });
  const first = importRun.firsts.get(key);
  if (!first) {
    importRun.firsts.set(key, { hash, source: record.source });
    return false;
  }
  const place = `${basename(first.source.file)} 第 ${first.source.line} 行`;
  if (first.hash === hash)
    countRefusal(importRun, 'skipped', record.source, `与${place}的《${record.title}》重复`);
  else
    countRefusal(
      importRun,
      'failed',
      record.source,
      `外部编号“${record.externalId}”在${place}已经用过，内容不同：请给每篇一个编号，或去掉这一列`,
    );
  return true;
}

function countRefusal(
  { count, report }: ImportRun,
  outcome: 'skipped' | 'failed',
  source: ImportRecord['source'],
  reason: string,
): void {
  count[outcome] += 1;
  report(withLocation(source, `${outcome === 'skipped' ? '跳过，' : ''}${reason}`));
}

function reportDraft(
  { count, report }: ImportRun,
  { source, title, page }: ImportRecord,
  reasons: readonly string[],
): void {
  if (reasons.length === 0) return;
  count.drafts = (count.drafts ?? 0) + 1;
  report(
    withLocation(source, `${page ? '页面' : ''}《${title}》存为草稿：${reasons.slice(0, 5).join('；')}`),
  );
}

/** A file of another system may have any number of fields. */
const maxUnread = 200;

function countUnread({ unread }: ImportRun, { unread: names = [] }: ImportRecord): void {
  for (const name of names)
    if (unread.has(name) || unread.size < maxUnread) unread.set(name, (unread.get(name) ?? 0) + 1);
}

function reportUnread({ unread, report }: ImportRun): void {
  if (unread.size === 0) return;
  const fields = [...unread]
    .sort(([, a], [, b]) => b - a)
    .map(([name, records]) => `${name.slice(0, 50)}（${records} 篇）`);
  report(`这些字段没有带入：${fields.join('、')}`);
}

const lackingRights = {
  posts: [`没有“${importPermissions.posts.name}”权限`],
  references: ['内参要另一位同事审核后才能发布，请在编辑器里提交'],
  pages: [`没有“${importPermissions.pages.name}”权限`],
};

const withLocation = ({ file, line }: ImportRecord['source'], reason: string): string =>
  `${basename(file)} 第 ${line} 行：${reason}`;

/** What a file contains, for the choice of columns before its import. */
export type ImportPlan = {
  posts: number;
  pages: number;
  comments: number;
  /** Posts that have no category. */
  uncategorised: number;
  /** `parent` is the category above, unless the name has several. */
  categories: { name: string; posts: number; parent?: string | undefined }[];
};

const maxCategories = 500;

/** Reads a file or folder without importing it. Categories are those that most posts have first, at
 * most 500; a post counts for the categories above its own, too. */
export async function planImport(path: string, mapping: Record<string, string> = {}): Promise<ImportPlan> {
  const plan = { posts: 0, pages: 0, comments: 0, uncategorised: 0 };
  const counts = new Map<string, number>();
  const parents = new Map<string, string | undefined>();
  const onSiteAddress = (one: SiteAddress) => {
    if (one.shows !== 'category') return;
    const [parent] = one.above;
    parents.set(one.name, !parents.has(one.name) || parents.get(one.name) === parent ? parent : undefined);
  };
  for await (const item of readImport(path, { mapping, onSiteAddress })) {
    if (!item.ok) continue;
    const { page, comments = [], categories = [] } = item.record;
    plan[page ? 'pages' : 'posts'] += 1;
    plan.comments += comments.length;
    if (page) continue;
    if (categories.length === 0) plan.uncategorised += 1;
    for (const name of categories) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const categories = [...counts]
    .map(([name, posts]) => ({ parent: parents.get(name), name, posts }))
    .sort((a, b) => b.posts - a.posts);
  return { ...plan, categories: categories.slice(0, maxCategories) };
}

/** Counts all records of a file or folder, good and bad, to show the progress of an import. */
export async function countRecords(path: string, mapping: Record<string, string> = {}): Promise<number> {
  let count = 0;
  for await (const _ of readImport(path, { mapping })) count += 1;
  return count;
}

/** Prepares records and imports pictures only for records that are new. */
async function writeBatch(
  ctx: Context,
  batch: readonly ResolvedRecord[],
  importRun: ImportRun,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    const existingIds = await findImportedIds(
      ctx.db,
      batch.map(({ key }) => key),
    );
    const newRecords = batch.filter(({ key }) => !existingIds.has(key));
    const authors = await ensureAuthors(
      ctx,
      newRecords.flatMap(({ record }) => authorNamesOf(record)),
    );
    const inputs: PostInput[] = [];
    for (const resolved of newRecords)
      inputs.push(
        await toPostInput(
          ctx,
          resolved,
          authorNamesOf(resolved.record).flatMap((name) => authors.get(name) ?? []),
          importRun,
        ),
      );
    const ids = await addPosts(ctx, inputs, async (trx, newIds) =>
      importRun.onPosts?.(trx, pairPosts(newRecords, newIds, true)),
    );
    const known = batch.map(({ key }) => existingIds.get(key) ?? null);
    if (existingIds.size > 0)
      await inTransaction(ctx, async (trx) => importRun.onPosts?.(trx, pairPosts(batch, known, false)));
    const added = ids.filter((id) => id !== null).length;
    for (const [at, { record, draftReasons }] of newRecords.entries())
      if (ids[at]) {
        countUnread(importRun, record);
        reportDraft(importRun, record, draftReasons);
      }
    importRun.count.added += added;
    importRun.count.unchanged += batch.length - added;
  } catch (error) {
    const [failed] = batch;
    if (batch.length > 1) for (const one of batch) await writeBatch(ctx, [one], importRun);
    else if (failed) countRefusal(importRun, 'failed', failed.record.source, explain(ctx, error));
  }
}

async function importPage(
  ctx: Context,
  record: ImportRecord,
  { slug }: { slug: string },
  importRun: ImportRun,
): Promise<void> {
  const { pages, onPage, count, rights } = importRun;
  if (!pages) return countRefusal(importRun, 'skipped', record.source, `《${record.title}》是页面，不是文章`);
  const importKey = importKeyOf(record);
  if (refuseRepeat(importRun, record, `page ${importKey}`)) return;
  try {
    if (await pages.isKnown(ctx, importKey)) {
      count.unchanged += 1;
      return;
    }
    const prepared = await prepareRecord(ctx, record, importRun);
    const missing: MissingPicture[] = [];
    const { html } = await importFiles(ctx, prepared, record, missing, importRun);
    const draftReasons = [...(record.draftReasons ?? [])];
    if (record.publishedAt && new Date(record.publishedAt) > ctx.now()) draftReasons.push('页面不能定时发布');
    if (!rights.pages) draftReasons.push(...lackingRights.pages);
    const isDraft = draftReasons.length > 0;
    const page = { importKey, title: record.title, slug, html, isDraft };
    const isNew = await pages.add(ctx, page, async (trx, added) =>
      onPage?.(trx, { ...added, record, missing }),
    );
    count[isNew ? 'added' : 'unchanged'] += 1;
    if (!isNew) return;
    countUnread(importRun, record);
    reportDraft(importRun, record, draftReasons);
  } catch (error) {
    countRefusal(importRun, 'failed', record.source, `页面《${record.title}》：${explain(ctx, error)}`);
  }
}

const pairPosts = (
  records: readonly ResolvedRecord[],
  ids: readonly (string | null)[],
  isNew: boolean,
): ImportedPost[] =>
  records.flatMap(({ record, missing }, at) =>
    ids[at] ? [{ id: ids[at], record, isNew, missing: isNew ? missing : [] }] : [],
  );

/**
 * Returns the message of a refusal. For an unexpected error, returns the violated constraint or the code and logs the
 * rest.
 */
function explain(ctx: Context, error: unknown): string {
  if (error instanceof DomainError) return error.message;
  ctx.log.error({ err: error }, 'Could not import a record');
  const { constraint, code } = error as { constraint?: string; code?: string };
  return `未能写入数据库（${constraint ?? code ?? String(error)}）`;
}

const defaultColumnOf = (
  { categories = [] }: ImportRecord,
  { columnsByCategory, columnId }: ImportOptions,
): string | undefined =>
  categories.map((name) => columnsByCategory?.get(name)).find((column) => column !== undefined) ?? columnId;

/** @returns the record with its column and import key, or a message saying what is wrong with it */
function resolveRecord(
  record: ImportRecord,
  columns: readonly ColumnRow[],
  defaultColumn: string | undefined,
  onlyColumns: ReadonlySet<string> | undefined,
): ResolvedRecord | string {
  try {
    const column = findColumn(record, columns, defaultColumn);
    if (onlyColumns && !onlyColumns.has(column.id)) return `不负责栏目“${column.name}”，没有导入`;
    const kind = column.kind as 'news' | 'article' | 'reference';
    return { record, column, key: importKeyOf({ ...record, kind }), missing: [], draftReasons: [] };
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

const authorNamesOf = ({ author = siteAuthor, coAuthors = [] }: ImportRecord): string[] => [
  author,
  ...coAuthors,
];

const importKeyOf = (record: ImportRecord): string =>
  record.externalId ? `x:${record.externalId}` : `h:${contentHash(record)}`;

async function prepareRecord(
  ctx: Context,
  { body, format, base }: ImportRecord,
  { rights }: ImportRun,
): Promise<Readonly<PreparedBody>> {
  const prepared = await prepareBody({ body, format, base });
  if (!rights.files)
    await refuseLockedFiles(
      ctx,
      prepared.attachments,
      `导入者没有“${importPermissions.files.name}”权限，不能链接它；请有权限的人导入，或从文件里去掉这个链接`,
    );
  return prepared;
}

/** What a foreign feed calls a summary is mostly the cut beginning of its text; others are written by hand. */
const ownSummary = ({ base, summary, title }: ImportRecord): string | undefined =>
  base === undefined || isTelling(summary ?? '', title) ? summary : undefined;

async function toPostInput(
  ctx: Context,
  { record, column, key, missing, draftReasons }: ResolvedRecord,
  [authorId = '', ...coAuthorIds]: readonly string[],
  importRun: ImportRun,
): Promise<PostInput> {
  missing.length = 0;
  draftReasons.length = 0;
  const prepared = await prepareRecord(ctx, record, importRun);
  const body = await importFiles(ctx, prepared, record, missing, importRun);
  const publishedAt = record.publishedAt ? new Date(record.publishedAt) : ctx.now();
  const right = column.kind === 'reference' ? 'references' : 'posts';
  draftReasons.push(
    ...(record.draftReasons ?? (await findHeldWords(ctx, record, prepared))),
    ...(record.price !== undefined && (record.access ?? column.access) !== 'paid'
      ? ['写有价格，权限却不是付费']
      : []),
    ...(importRun.rights[right] ? [] : lackingRights[right]),
  );
  const isPublic = draftReasons.length === 0;
  return {
    columnId: column.id,
    authorId,
    coAuthorIds,
    title: record.title,
    body,
    summary: ownSummary(record),
    cover: record.cover
      ? await importPicture(ctx, record.cover, record, { isCover: true, missing, importRun })
      : null,
    access: record.access,
    price: record.price,
    vipPrice: record.vipPrice,
    vipFree: record.vipFree,
    important: record.important,
    tags: record.tags,
    stockCodes: record.stockCodes,
    state: isPublic ? (publishedAt > ctx.now() ? 'scheduled' : 'published') : 'draft',
    publishedAt,
    modifiedAt: modifiedAtOf(record, isPublic, publishedAt),
    importKey: key,
  };
}

/** A published post was last changed when its file says, or else when it was published, and not by the import. */
function modifiedAtOf({ modifiedAt }: ImportRecord, isPublic: boolean, publishedAt: Date): Date | undefined {
  const changed = modifiedAt === undefined ? undefined : new Date(modifiedAt);
  if (!isPublic) return changed;
  return changed && changed > publishedAt ? changed : publishedAt;
}

/** Returns as a reason for a draft the sensitive words that the editor would refuse, or send to a review. */
async function findHeldWords(
  ctx: Context,
  { title, summary = '', tags }: ImportRecord,
  body: PreparedBody,
): Promise<string[]> {
  const hits = await findWordHits(ctx, { title, summary, tags }, body);
  const words = [...new Set(hits.filter(({ level }) => level !== 'warn').map(({ word }) => word))];
  return words.length === 0 ? [] : [`含有敏感词 ${words.slice(0, 10).join('、')}`];
}

const importFiles = (
  ctx: Context,
  body: PreparedBody,
  record: ImportRecord,
  missing: MissingPicture[],
  importRun: ImportRun,
): Promise<PreparedBody> =>
  importBodyFiles(
    body,
    (src) => importPicture(ctx, src, record, { isCover: false, missing, importRun }),
    (src) => importDocument(ctx, src, record, importRun),
  );

/** Imports a document that lies in the import; reports one of the exporting site that does not. */
async function importDocument(
  ctx: Context,
  src: string,
  { source, siteHost, title }: ImportRecord,
  { pictures, root, report, onFile }: ImportRun,
): Promise<string | null> {
  let reason = '导入的文件里没有它';
  const onMissing = (why: string) => (reason = why);
  const address = await pictures.storeDocument(ctx, src, { file: source.file, root, siteHost, onMissing });
  if (address !== null) onFile?.(src, address);
  else if (isOfSite(src, siteHost) && !src.startsWith('/files/'))
    report(
      withLocation(source, `《${title}》的附件没有带入，链接仍指向旧站：${src.slice(0, 200)}（${reason}）`),
    );
  return address;
}

/** Imports one picture; notes in `missing` one that is unavailable. */
async function importPicture(
  ctx: Context,
  src: string,
  { source, siteHost }: ImportRecord,
  { isCover, missing, importRun }: { isCover: boolean; missing: MissingPicture[]; importRun: ImportRun },
): Promise<string | null> {
  const address = await importRun.pictures.store(ctx, src, {
    file: source.file,
    root: importRun.root,
    siteHost,
    onMissing: (reason) => missing.push({ src, isCover, reason }),
  });
  if (address !== null) importRun.onFile?.(src, address);
  return address;
}

type Upload = Extract<SiteAddress, { shows: 'upload' }>;

/** Imports a picture or document of the exporting site that lies in the import and that no record shows. */
async function importUpload(
  ctx: Context,
  { address: src, file, siteHost }: Upload,
  { pictures, root, report, onFile }: ImportRun,
): Promise<void> {
  const onMissing = (reason: string) =>
    report(`${basename(file)}：${src.slice(0, 200)} 没有带入（${reason}）`);
  const address = await pictures.storeUpload(ctx, src, { file, root, siteHost, onMissing });
  if (address !== null) onFile?.(src, address);
}

/** Finds the column that a record names (by id or name), else the caller's, else the default of its kind. */
function findColumn(
  record: ImportRecord,
  columns: readonly ColumnRow[],
  defaultColumn: string | undefined,
): ColumnRow {
  const nameOrId = record.column ?? defaultColumn;
  if (!nameOrId) throw invalid('没有栏目：请在记录中写明栏目（column），或用 --column 指定');
  const column = columns.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (!column) throw invalid(`栏目（column）不存在：${nameOrId}`);
  if (record.kind && record.kind !== column.kind)
    throw invalid(`类型（kind）${record.kind} 与栏目“${column.name}”的内容不符`);
  return column;
}
