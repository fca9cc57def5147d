import { extname } from 'node:path';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId, workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { explainForeignFile, reencodeImageFile } from '#kernel/storage/reencode-image.ts';
import { dayMs } from '#shared/dates.ts';
import type { MediaDependencies } from './dependencies.ts';
import {
  acceptedDocuments,
  acceptedKinds,
  acceptedPictures,
  detectFileKind,
  type FileKind,
} from './file-kinds.ts';
import { nameBigramsOf } from './name-bigrams.ts';
import * as queries from './queries.ts';
import { presentItem } from './reads.ts';
import type { MediaItem, Uploaded } from './schema.ts';
import { describeTargets } from './targets.ts';

const label = '文件';
/** In bytes. Camera pictures are smaller, and a picture is held in memory while it is re-encoded. */
const maxPictureBytes = 30 * 1024 * 1024;
/** More than anyone needs for a day of writing, too few to fill a disk or to keep a processor busy. */
const maxDailyUploads = 200;
/** A picture counts once for each ten million pixels, which take 0.3 s. */
const pixelsPerUpload = 10_000_000;
/** Counts what a member sends before any work is done: what is refused, or stored already, costs as much. */
const writerUploads: RateLimit = {
  name: 'writer-uploads',
  max: maxDailyUploads,
  windowMs: dayMs,
  refuse: (wait) =>
    rateLimited(
      `24 小时内最多上传 ${maxDailyUploads} 个文件，大图每 ${pixelsPerUpload / 10_000} 万像素算一个，请稍后再传`,
      wait,
    ),
};

/**
 * Adds a file to the library. Its type is detected from its content; a picture is re-encoded upright and without
 * metadata. The same bytes again return the existing item, wherever it is; of two concurrent uploads the second returns
 * the first one's item.
 * @throws invalid for an unsupported type and for an unknown folder; for a contributor the errors of uploadForWriter
 */
export async function uploadMedia(
  ctx: Context,
  { files }: Pick<MediaDependencies, 'files'>,
  file: UploadOnDisk,
  folderId: string | null,
): Promise<Uploaded> {
  const owner = workOwnerOf(ctx);
  if (owner !== undefined) await countWriterUpload(ctx);
  const prepared = await inspectUpload(ctx, file, acceptedKinds, () => true);
  return inTransaction(ctx, async (trx) => {
    await requireFolder(trx, folderId);
    const { id, address, name } = await storeFile(ctx, trx, files, file, prepared, {
      folderId,
      isOfMember: false,
      uploadedBy: requireMemberId(ctx),
    });
    if (id === null) {
      await queries.shareItem(trx, address);
      return { item: await presentItemAt(trx, address), isNew: false };
    }
    await recordAction(ctx, trx, { action: 'media.upload', target: `media:${id}`, after: { name } });
    return { item: await presentItemById(trx, id), isNew: true };
  });
}

/**
 * Stores a picture or document of a member who writes. It appears in the staff's library only on request. `maxBytes` is
 * the quota for all files of the member.
 * @throws invalid for an unsupported type; conflict if the quota is exceeded; rateLimited after 200 attempts in 24 hours
 */
export async function uploadForWriter(
  ctx: Context,
  { files }: Pick<MediaDependencies, 'files'>,
  file: UploadOnDisk,
  wanted: 'image' | 'file',
  maxBytes: number,
): Promise<MediaItem> {
  await countWriterUpload(ctx);
  return storeForWriter(ctx, { files }, file, wanted, maxBytes);
}

/** Counts an attempt of a member to upload or bring a file. @throws rateLimited after 200 in 24 hours */
export const countWriterUpload = (ctx: Context) => countHit(ctx, ctx.db, writerUploads, requireMemberId(ctx));

/** Stores a file of an attempt that was counted. @throws the other errors of uploadForWriter */
export async function storeForWriter(
  ctx: Context,
  { files }: Pick<MediaDependencies, 'files'>,
  file: UploadOnDisk,
  wanted: 'image' | 'file',
  maxBytes: number,
): Promise<MediaItem> {
  const memberId = requireMemberId(ctx);
  const prepared = await inspectUpload(ctx, file, acceptedWordsOf(wanted), ({ kind }) => kind === wanted);
  return inTransaction(ctx, async (trx) => {
    const placement = { folderId: null, isOfMember: true, uploadedBy: memberId };
    await queries.lockUploads(trx, memberId);
    const used = await queries.sumUploads(trx, memberId);
    if (used + prepared.bytes > maxBytes)
      throw conflict(
        `上传空间不够：已用 ${inMegabytes(used)} MB，一共 ${inMegabytes(maxBytes)} MB，这个文件 ${inMegabytes(prepared.bytes)} MB。7 天没有用到的文件会自动删除，腾出空间后再传`,
      );
    const { address } = await storeFile(ctx, trx, files, file, prepared, placement);
    return presentItemAt(trx, address);
  });
}

/**
 * Adds a picture or document of an import to the staff's library; `uploadedBy` is null on the command line.
 * @returns its address, and its id if it is new
 * @throws invalid for what is of another kind, damaged or too large
 */
export async function addImportedFile(
  ctx: Context,
  { files }: Pick<MediaDependencies, 'files'>,
  file: UploadOnDisk,
  { kind: wanted, uploadedBy }: { kind: 'image' | 'file'; uploadedBy: string | null },
): Promise<{ address: string; newId: string | null }> {
  const prepared = await inspectUpload(ctx, file, acceptedWordsOf(wanted), ({ kind }) => kind === wanted);
  return inTransaction(ctx, async (trx) => {
    const placement = { folderId: null, isOfMember: false, uploadedBy };
    const { id, address } = await storeFile(ctx, trx, files, file, prepared, placement);
    if (id === null) await queries.shareItem(trx, address);
    return { address, newId: id };
  });
}

/** Deletes those of these items that nothing uses any more, with their files. @returns the ids that no longer exist */
export async function deleteUnusedItems(
  ctx: Context,
  trx: Trx,
  { files }: Pick<MediaDependencies, 'files'>,
  ids: readonly string[],
): Promise<string[]> {
  const items = await queries.lockItems(trx, ids);
  const unused = items.filter(({ use_count }) => use_count === 0);
  if (unused.length > 0) await deleteItemsAndFiles(ctx, trx, files, unused);
  const used = new Set(items.flatMap(({ id, use_count }) => (use_count > 0 ? [id] : [])));
  return ids.filter((id) => !used.has(id));
}

const acceptedWordsOf = (kind: 'image' | 'file') => (kind === 'image' ? acceptedPictures : acceptedDocuments);

const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');

const unusedRetentionMs = 7 * dayMs;
const deleteBatchSize = 100;

/** Deletes members' uploads that have been unused for seven days, also by older versions of posts. Idempotent. */
export async function deleteUnusedUploads(
  ctx: Context,
  { files }: Pick<MediaDependencies, 'files'>,
): Promise<void> {
  const before = new Date(ctx.now().getTime() - unusedRetentionMs);
  for (let isMore = true; isMore; )
    isMore = await inTransaction(ctx, async (trx) => {
      const items = await queries.lockUnusedUploads(trx, before, deleteBatchSize);
      if (items.length > 0) await deleteItemsAndFiles(ctx, trx, files, items);
      return items.length === deleteBatchSize;
    });
}

/** Deletes items locked by the caller, and their files. */
async function deleteItemsAndFiles(
  ctx: Context,
  trx: Trx,
  files: MediaDependencies['files'],
  items: readonly { id: string; address: string }[],
): Promise<void> {
  await queries.deleteItems(
    trx,
    items.map(({ id }) => id),
  );
  // Taken last and exclusively: a concurrent upload of the same bytes waits and then stores them again.
  await queries.lockFiles(trx, 'alone');
  for (const { address } of items) await files.delete(ctx.tenant.id, address);
}

/** @throws invalid for an unsupported type, naming the accepted ones; rateLimited for a member's many large pictures */
async function inspectUpload(
  ctx: Context,
  file: UploadOnDisk,
  acceptedWords: string,
  isAccepted: (detected: FileKind) => boolean,
) {
  const detected = await detectFileKind(file.path, file.name);
  if (!detected || !isAccepted(detected)) {
    const picture = detected ? null : await explainForeignFile(file.path);
    throw invalid(`${label}不是可以上传的类型，${picture ?? `可以上传${acceptedWords}`}`);
  }
  return prepareFile(ctx, file, detected);
}

type Placement = { folderId: string | null; isOfMember: boolean; uploadedBy: string | null };

/** @returns the new item's id, or null if an item with the same bytes exists */
async function storeFile(
  ctx: Context,
  trx: Trx,
  files: MediaDependencies['files'],
  file: UploadOnDisk,
  prepared: PreparedFile,
  { folderId, isOfMember, uploadedBy }: Placement,
) {
  await queries.lockFiles(trx, 'shared');
  const address = await files.saveFrom(ctx.tenant.id, file.path, `a.${prepared.extension}`);
  const name = nameOf(file.name, prepared);
  const id = await queries.insertItem(trx, {
    folder_id: folderId,
    kind: prepared.kind,
    address,
    name,
    name_bigrams: nameBigramsOf(name),
    media_type: prepared.mediaType,
    bytes: prepared.bytes,
    width: prepared.width,
    height: prepared.height,
    uploaded_by: uploadedBy,
    is_of_member: isOfMember,
  });
  // Whoever has the bytes may link the file, like the first who uploaded it.
  if (id === null && uploadedBy !== null) await queries.insertUploader(trx, address, uploadedBy);
  return { id, address, name };
}

type PreparedFile = FileKind & { bytes: number; width: number | null; height: number | null };

async function prepareFile(ctx: Context, file: UploadOnDisk, detected: FileKind): Promise<PreparedFile> {
  if (detected.kind !== 'image') return { ...detected, bytes: file.size, width: null, height: null };
  if (file.size > maxPictureBytes)
    throw invalid(`${label}过大，图片最多 ${maxPictureBytes / 1024 / 1024} MB，请压缩后上传`);
  const owner = workOwnerOf(ctx);
  const admit = async (pixels: number) => {
    // The attempt has been counted as one.
    const more = Math.ceil(pixels / pixelsPerUpload) - 1;
    if (owner !== undefined && more > 0) await countHit(ctx, ctx.db, writerUploads, owner, more);
  };
  const reencoded = await reencodeImageFile(file.path, label, { owner, admit });
  return { kind: 'image', extension: 'webp', mediaType: 'image/webp', ...reencoded };
}

/** Derives an item's name from the file name: without the path and, for a re-encoded picture, without the extension. */
function nameOf(given: string, { kind, extension }: FileKind): string {
  const bare = given
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const stem = bare.slice(0, bare.length - extname(bare).length).trim() || '未命名';
  const short = [...stem].slice(0, 190).join('');
  return kind === 'image' ? short : `${short}.${extension}`;
}

/** Updates an item's name, alternative text and folder. @throws notFound */
export async function saveMedia(
  ctx: Context,
  { id, name, alt, folderId }: { id: string; name: string; alt: string; folderId: string | null },
): Promise<MediaItem> {
  return inTransaction(ctx, async (trx) => {
    await lockAllItems(trx, [id]);
    await requireFolder(trx, folderId);
    const before = await presentItemById(trx, id);
    await queries.updateItem(trx, id, { name, name_bigrams: nameBigramsOf(name), alt, folder_id: folderId });
    await recordAction(ctx, trx, {
      action: 'media.save',
      target: `media:${id}`,
      before: { name: before.name, alt: before.alt, folderId: before.folderId },
      after: { name, alt, folderId },
    });
    return presentItemById(trx, id);
  });
}

/** Moves items to a folder, or out of all for null. @throws notFound if one no longer exists: moves none then */
export async function moveMedia(
  ctx: Context,
  { ids, folderId }: { ids: string[]; folderId: string | null },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const items = await lockAllItems(trx, ids);
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
 * @throws conflict if one of them is used, naming where; notFound if one no longer exists
 */
export async function deleteMedia(
  ctx: Context,
  { files, nameTargets }: MediaDependencies,
  ids: string[],
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const items = await lockAllItems(trx, ids);
    const used = items.find(({ use_count }) => use_count > 0);
    if (used) {
      const uses = await queries.listUses(trx, [used.id], 3);
      const usePlaces = await describeTargets(
        { ...ctx, db: trx },
        nameTargets,
        uses.map(({ target }) => target),
      );
      const more = used.use_count > usePlaces.length ? `等 ${used.use_count} 处` : '';
      throw conflict(
        `“${used.name}”正用于${usePlaces.map(({ title }) => title).join('、')}${more}，请先在那里换掉再删除`,
      );
    }
    for (const { id, name, address } of items)
      await recordAction(ctx, trx, {
        action: 'media.delete',
        target: `media:${id}`,
        before: { name, address },
      });
    await deleteItemsAndFiles(ctx, trx, files, items);
  });
  return true;
}

/**
 * Records which library files a target (`post:100001`, `advert:3`, `author:7`) uses, in the transaction that writes the
 * target. Replaces what was recorded before; an empty list clears it. Addresses outside the library are ignored.
 * Idempotent.
 */
export async function recordMediaUses(
  _ctx: Pick<Context, 'tenant'>,
  trx: Trx,
  target: string,
  addresses: readonly string[],
): Promise<void> {
  await queries.replaceUses(trx, target, [...new Set(addresses)]);
}

async function lockAllItems(trx: Trx, ids: readonly string[]) {
  const items = await queries.lockItems(trx, ids);
  if (items.length < ids.length) throw notFound('没有这个素材，可能已被删除');
  return items;
}

async function requireFolder(trx: Trx, folderId: string | null): Promise<void> {
  if (folderId !== null && !(await queries.findFolder(trx, folderId)))
    throw invalid('文件夹不存在，可能已被删除', 'folderId');
}

async function presentItemAt(trx: Trx, address: string): Promise<MediaItem> {
  const row = await queries.findItemByAddress(trx, address);
  if (!row) throw conflict('这个文件刚刚被删除，请再传一次');
  return presentItem(row);
}

async function presentItemById(trx: Trx, id: string): Promise<MediaItem> {
  const row = await queries.findItem(trx, id);
  if (!row) throw notFound('没有这个素材，可能已被删除');
  return presentItem(row);
}
