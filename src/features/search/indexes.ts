import { join } from 'node:path';
import type { Context } from '#kernel/context.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

/** The tenants' search indexes: a folder each under one directory. */
export type SearchIndexes = {
  of(ctx: Context): SearchIndex;
  close(): void;
};

/** Opens nothing before it is asked for: a process that never searches pays nothing. */
export function openSearchIndexes(dir: string): SearchIndexes {
  const opened = new Map<string, SearchIndex>();
  return {
    of(ctx) {
      const { id } = ctx.tenant;
      const index =
        opened.get(id) ?? openSearchIndex({ dir: join(dir, id), segmenter: () => loadSegmenter(ctx) });
      opened.set(id, index);
      return index;
    },
    close() {
      for (const index of opened.values()) index.close();
    },
  };
}

const loadSegmenter = async (ctx: Context) => (await import('#features/posts/index.ts')).segmenterOf(ctx);
