import { toIso } from '#shared/dates.ts';
import type { ItemRow } from './queries.ts';
import type { MediaItem } from './schema.ts';

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
