import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#kernel/context.ts';
import { type IndexHolder, openHolder } from './index-holder.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

/** The tenants' search indexes: a folder each under one directory. */
export type SearchIndexes = {
  of(ctx: Context): SearchIndex;
  /** The folder of all of them, by its random name. */
  holder(): IndexHolder;
  /** Deletes the index of a tenant. */
  remove(ctx: Context): Promise<void>;
  close(): void;
};

/** Opens nothing before it is asked for: a process that never searches pays nothing. */
export function openSearchIndexes(dir: string, machine?: string): SearchIndexes {
  const opened = new Map<string, SearchIndex>();
  return {
    holder: openHolder(dir, machine),
    of(ctx) {
      const { id } = ctx.tenant;
      const index =
        opened.get(id) ?? openSearchIndex({ dir: join(dir, id), segmenter: () => loadSegmenter(ctx) });
      opened.set(id, index);
      return index;
    },
    remove: ({ tenant }) => rm(join(dir, tenant.id), { recursive: true, force: true }),
    close() {
      for (const index of opened.values()) index.close();
    },
  };
}

const loadSegmenter = async (ctx: Context) => (await import('#features/posts/index.ts')).segmenterOf(ctx);
