import type { MediaFilter } from '../../parts/media/use-media-list.ts';

const kinds = ['image', 'video', 'audio', 'file'] as const;

/** Reads what the library is narrowed to from an address; what is not one of ours reads as nothing chosen. */
export function readFilter(query: URLSearchParams): MediaFilter {
  return {
    folderId: /^\d{1,18}$/.exec(query.get('folderId') ?? '')?.[0],
    kind: kinds.find((kind) => kind === query.get('kind')) ?? 'all',
    keyword: (query.get('keyword') ?? '').trim().slice(0, 50),
    isUnused: query.get('unused') === 'true',
  };
}

/** Writes it, so that a view of the library can be kept, shared and gone back to. */
export function writeFilter({ folderId, kind, keyword, isUnused }: MediaFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (folderId !== undefined) query.set('folderId', folderId);
  if (kind !== 'all') query.set('kind', kind);
  if (keyword) query.set('keyword', keyword);
  if (isUnused) query.set('unused', 'true');
  return query;
}
