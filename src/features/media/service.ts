import { extname } from 'node:path';
import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { redrawForPages } from '#kernel/storage/picture.ts';
import { dayMs } from '#shared/dates.ts';
import { type FileKind, takenDocuments, takenKinds, takenPictures, tellKind } from './file-kinds.ts';
import { namePartsOf } from './name-parts.ts';
import type { MediaParts } from './parts.ts';
import * as queries from './queries.ts';
import { presentItem } from './reads.ts';
import type { MediaItem, Uploaded } from './schema.ts';
import { describeTargets } from './targets.ts';

const label = '文件（file）';
/** Bytes; what a camera makes stays below, and a whole picture lies in memory while it is redrawn. */
const largestPicture = 30 * 1024 * 1024;
/** More than anybody writes with in a day, too few to fill a disk. */
const mostOfWriter = 200;

/**
 * Takes a file into the library. Its kind is told by its bytes; a picture is drawn anew, without its metadata, the
 * right way up. The same file again is the item that is there already, wherever it lies; of two at once the second
 * gets the first one's.
 * @throws invalid for what the library does not take and for a folder that is not there
 */
export async function uploadMedia(
  ctx: Context,
  { files }: Pick<MediaParts, 'files'>,
  file: UploadOnDisk,
  folderId: string | null,
): Promise<Uploaded> {
  const made = await readFile(file, takenKinds, () => true);
  return inTransaction(ctx, async (trx) => {
    await requireFolder(trx, folderId);
    const { id, address, name } = await keep(ctx, trx, files, file, made, { folderId, isOfMember: false });
    if (id === null) {
      await queries.shareItem(trx, address);
      return { item: await presentAt(trx, address), isNew: false };
    }
    await recordAction(ctx, trx, { action: 'media.upload', target: `media:${id}`, after: { name } });
    return { item: await present(trx, id), isNew: true };
  });
}

/**
 * Takes a file that a member writes with: pictures and documents, as the library does, but it does not show them to
 * staff unless they ask. `maxBytes`: of all their files together.
 * @throws invalid for what is not taken; conflict where there is no space left; rateLimited after 200 files a day
 */
export async function uploadForWriter(
  ctx: Context,
  { files }: Pick<MediaParts, 'files'>,
  file: UploadOnDisk,
  wanted: 'image' | 'file',
  maxBytes: number,
): Promise<MediaItem> {
  const memberId = memberOf(ctx);
  const since = new Date(ctx.now().getTime() - dayMs);
  if ((await queries.countUploads(ctx.db, memberId, since, mostOfWriter)) >= mostOfWriter)
    throw rateLimited(`24 小时内最多上传 ${mostOfWriter} 个文件，请稍后再传`, 3600);
  const words = wanted === 'image' ? takenPictures : takenDocuments;
  const made = await readFile(file, words, ({ kind }) => kind === wanted);
  return inTransaction(ctx, async (trx) => {
    const place = { folderId: null, isOfMember: true };
    await queries.lockUploads(trx, memberId);
    const used = await queries.sumUploads(trx, memberId);
    if (used + made.bytes > maxBytes)
      throw conflict(
        `上传空间不够：已用 ${inMegabytes(used)} MB，一共 ${inMegabytes(maxBytes)} MB，这个文件 ${inMegabytes(made.bytes)} MB。7 天没有用到的文件会自动删除，腾出空间后再传`,
      );
    const { address } = await keep(ctx, trx, files, file, made, place);
    return presentAt(trx, address);
  });
}

const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');

const keptUnusedMs = 7 * dayMs;
const tidiedAtOnce = 100;

/** Deletes what members put in and have not used for seven days, not even in an older version. May be repeated. */
export async function deleteUnusedUploads(ctx: Context, { files }: Pick<MediaParts, 'files'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptUnusedMs);
  for (let isMore = true; isMore; )
    isMore = await inTransaction(ctx, async (trx) => {
      const items = await queries.lockUnusedUploads(trx, before, tidiedAtOnce);
      if (items.length > 0) await dropItems(ctx, trx, files, items);
      return items.length === tidiedAtOnce;
    });
}

/** Deletes items that are locked, and their files. */
async function dropItems(
  ctx: Context,
  trx: Trx,
  files: MediaParts['files'],
  items: readonly { id: string; address: string }[],
): Promise<void> {
  await queries.deleteItems(
    trx,
    items.map(({ id }) => id),
  );
  // Last, and alone: whoever uploads the same bytes meanwhile waits, and keeps them anew.
  await queries.lockFiles(trx, 'alone');
  for (const { address } of items) await files.drop(ctx.tenant.id, address);
}

/** @throws invalid for what is not of a kind that is taken, naming those that are */
async function readFile(file: UploadOnDisk, taken: string, isTaken: (told: FileKind) => boolean) {
  const told = await tellKind(file.path, file.name);
  if (!told || !isTaken(told)) throw invalid(`${label}不是可以上传的类型，可以上传${taken}`);
  return make(file, told);
}

/** @returns the new item's id, null where the same bytes are an item already */
async function keep(
  ctx: Context,
  trx: Trx,
  files: MediaParts['files'],
  file: UploadOnDisk,
  made: Made,
  { folderId, isOfMember }: { folderId: string | null; isOfMember: boolean },
) {
  await queries.lockFiles(trx, 'shared');
  const address = await files.keepFrom(ctx.tenant.id, file.path, `a.${made.ending}`);
  const name = nameOf(file.name, made);
  const id = await queries.insertItem(trx, {
    folder_id: folderId,
    kind: made.kind,
    address,
    name,
    name_bigrams: namePartsOf(name),
    media_type: made.mediaType,
    bytes: made.bytes,
    width: made.width,
    height: made.height,
    uploaded_by: memberOf(ctx),
    is_of_member: isOfMember,
  });
  return { id, address, name };
}

type Made = FileKind & { bytes: number; width: number | null; height: number | null };

async function make(file: UploadOnDisk, told: FileKind): Promise<Made> {
  if (told.kind !== 'image') return { ...told, bytes: file.size, width: null, height: null };
  if (file.size > largestPicture)
    throw invalid(`${label}过大，图片最多 ${largestPicture / 1024 / 1024} MB，请压缩后上传`);
  const drawn = await redrawForPages(file.path, label);
  return { kind: 'image', ending: 'webp', mediaType: 'image/webp', ...drawn };
}

/** What a file is called: as it came, without its way and, of a picture that became another format, its ending. */
function nameOf(given: string, { kind, ending }: FileKind): string {
  const bare = given
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const stem = bare.slice(0, bare.length - extname(bare).length).trim() || '未命名';
  const short = [...stem].slice(0, 190).join('');
  return kind === 'image' ? short : `${short}.${ending}`;
}

/** Changes what an item is called, how it is described to who cannot see it, and where it lies. @throws notFound */
export async function saveMedia(
  ctx: Context,
  { id, name, alt, folderId }: { id: string; name: string; alt: string; folderId: string | null },
): Promise<MediaItem> {
  return inTransaction(ctx, async (trx) => {
    await lockAll(trx, [id]);
    await requireFolder(trx, folderId);
    const before = await present(trx, id);
    await queries.updateItem(trx, id, { name, name_bigrams: namePartsOf(name), alt, folder_id: folderId });
    await recordAction(ctx, trx, {
      action: 'media.save',
      target: `media:${id}`,
      before: { name: before.name, alt: before.alt, folderId: before.folderId },
      after: { name, alt, folderId },
    });
    return present(trx, id);
  });
}

/** Puts items into a folder, or into none for null. @throws notFound when one of them is gone: then none is moved */
export async function moveMedia(
  ctx: Context,
  { ids, folderId }: { ids: string[]; folderId: string | null },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const items = await lockAll(trx, ids);
    await requireFolder(trx, folderId);
    await queries.moveItems(trx, ids, folderId);
    for (const { id, folder_id } of items)
      await recordAction(ctx, trx, {
        action: 'media.move',
        target: `media:${id}`,
        before: { folderId: folder_id },
        after: { folderId },
      });
  });
  return true;
}

/**
 * Deletes items and their files, all or none.
 * @throws conflict while one of them is used, naming where; notFound when one is gone
 */
export async function deleteMedia(
  ctx: Context,
  { files, nameTargets }: MediaParts,
  ids: string[],
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const items = await lockAll(trx, ids);
    const used = items.find(({ use_count }) => use_count > 0);
    if (used) {
      const uses = await queries.listUses(trx, [used.id], 3);
      const places = await describeTargets(
        { ...ctx, db: trx },
        nameTargets,
        uses.map(({ target }) => target),
      );
      const more = used.use_count > places.length ? `等 ${used.use_count} 处` : '';
      throw conflict(
        `「${used.name}」正用于${places.map(({ title }) => title).join('、')}${more}，请先在那里换掉再删除`,
      );
    }
    for (const { id, name, address } of items)
      await recordAction(ctx, trx, {
        action: 'media.delete',
        target: `media:${id}`,
        before: { name, address },
      });
    await dropItems(ctx, trx, files, items);
  });
  return true;
}

/**
 * Says what a thing shows of the library, in the transaction that writes the thing: `post:100001`, `advert:3`,
 * `author:7`. What it said before no longer counts; an empty list says that it uses nothing. Addresses that are none
 * of the library's are passed by. May be repeated.
 */
export async function noteMediaUses(
  _ctx: Pick<Context, 'tenant'>,
  trx: Trx,
  target: string,
  addresses: readonly string[],
): Promise<void> {
  await queries.replaceUses(trx, target, [...new Set(addresses)]);
}

async function lockAll(trx: Trx, ids: readonly string[]) {
  const items = await queries.lockItems(trx, ids);
  if (items.length < ids.length) throw notFound('没有这个素材，可能已被删除');
  return items;
}

async function requireFolder(trx: Trx, folderId: string | null): Promise<void> {
  if (folderId !== null && !(await queries.findFolder(trx, folderId)))
    throw invalid('文件夹（folderId）不存在，可能已被删除');
}

async function presentAt(trx: Trx, address: string): Promise<MediaItem> {
  const row = await queries.findItemAt(trx, address);
  if (!row) throw conflict('这个文件刚刚被删除，请再传一次');
  return presentItem(row);
}

async function present(trx: Trx, id: string): Promise<MediaItem> {
  const row = await queries.findItem(trx, id);
  if (!row) throw notFound('没有这个素材，可能已被删除');
  return presentItem(row);
}
