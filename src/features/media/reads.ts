import type { z } from 'zod';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { normalise } from '#shared/text/normalise.ts';
import type { MediaDependencies } from './dependencies.ts';
import { keywordBigramsOf } from './name-bigrams.ts';
import { findItem, type ItemRow, listFolderRows, listItems, listUses } from './queries.ts';
import type { listQuery, MediaDetail, MediaFolder, MediaItem, mediaPage } from './schema.ts';
import { describeTargets } from './targets.ts';

const maxUses = 100;

/**
 * Returns the library, newest first, filtered by folder, kind, part of the name, and unused items. Who may not view all
 * content sees pictures and their own uploads: addresses of documents open files.
 */
export async function listMedia(
  ctx: Context,
  { cursor, size, kind, keyword, unused, folderId, from }: z.output<typeof listQuery>,
): Promise<z.infer<typeof mediaPage>> {
  const text = normalise(keyword ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const filter = {
    folderId,
    kind: kind === 'all' ? undefined : kind,
    keyword: text === '' ? undefined : { text, bigrams: keywordBigramsOf(text) },
    isUnused: unused === 'true',
    isOfMember: from === 'members',
    seenBy: hasPermission(ctx.actor, 'content.view') ? undefined : requireMemberId(ctx),
  };
  const rows = await listItems(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentItem);
}

/** Returns one item and where it is used. @throws notFound */
export async function readMedia(
  ctx: Context,
  { nameTargets }: Pick<MediaDependencies, 'nameTargets'>,
  id: string,
): Promise<MediaDetail> {
  const row = await findItem(ctx.db, id);
  if (!row) throw notFound('没有这个素材，可能已被删除');
  const uses = await listUses(ctx.db, [id], maxUses);
  const targets = uses.map(({ target }) => target);
  return { ...presentItem(row), uses: await describeTargets(ctx, nameTargets, targets) };
}

export async function listFolders({ db }: Context): Promise<MediaFolder[]> {
  const rows = await listFolderRows(db);
  return rows.map(({ id, parent_id, name }) => ({ id, parentId: parent_id, name }));
}

export function presentItem(row: ItemRow): MediaItem {
  return {
    id: row.id,
    folderId: row.folder_id,
    kind: row.kind as MediaItem['kind'],
    address: row.address,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    alt: row.alt,
    useCount: row.use_count,
    uploadedBy: row.uploader ?? '系统',
    createdAt: toIso(row.created_at),
  };
}
