import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#kernel/context.ts';
import { type IndexIdentity, openIndexIdentity } from './index-owner.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

/** The tenants' search indexes: one folder each under one directory. */
export type TenantIndexes = {
  forTenant(ctx: Context): SearchIndex;
  /** The identity of the shared folder, by its random name. */
  identity(): IndexIdentity;
  remove(ctx: Context): Promise<void>;
  /** The folder of a tenant's index. */
  folderOf(ctx: Context): string;
  close(): void;
};

/**
 * Opens indexes lazily, so a process that never searches pays nothing. The holder is this machine and this process
 * unless given.
 */
export function openTenantIndexes(
  dir: string,
  holder?: Partial<Pick<IndexIdentity, 'machine' | 'pid'>>,
): TenantIndexes {
  const opened = new Map<string, SearchIndex>();
  return {
    identity: openIndexIdentity(dir, holder),
    forTenant(ctx) {
      const { id } = ctx.tenant;
      const index =
        opened.get(id) ??
        openSearchIndex({
          dir: join(dir, id),
          segmenter: () => loadSegmenter(ctx),
        });
      opened.set(id, index);
      return index;
    },
    folderOf: ({ tenant }) => join(dir, tenant.id),
    remove: ({ tenant }) => rm(join(dir, tenant.id), { recursive: true, force: true }),
    close() {
      for (const index of opened.values()) index.close();
    },
  };
}

const loadSegmenter = async (ctx: Context) => (await import('#features/posts/index.ts')).segmenterOf(ctx);
