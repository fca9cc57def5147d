import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Context } from '#kernel/context.ts';
import { unavailable } from '#kernel/errors.ts';
import type { StoragePlace } from '#kernel/storage/storage-place.ts';
import { type IndexIdentity, type IndexName, nameInFolder } from './index-identity.ts';
import { indexPlaceOf } from './index-place.ts';
import { findIndexOwner } from './queries.ts';
import { readProgress } from './rebuild-progress.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

/** The tenants' search indexes, at one place. */
export type TenantIndexes = {
  /** The index of the tenant. Its searches are refused while the portal uses another index. */
  forTenant(ctx: Context): SearchIndex;
  /** Returns the identity of the place by its random name. @throws as `IndexName.ensure` */
  identity(): Promise<IndexIdentity>;
  /** Returns the machine whose index the portal uses, if it is another than this one. */
  findOtherMachine(ctx: Context): Promise<string | null>;
  /** Posts whose writing may have been undone in the database, to be written again. */
  doubtfulPosts(ctx: Context): Set<string>;
  close(): void;
};

/** An index that the portal no longer uses is searched for so long, in ms. */
const ownerMaxAgeMs = 2000;

/**
 * Opens indexes lazily, so a process that never searches pays nothing. The holder is this machine and this process
 * unless given.
 */
export function openTenantIndexes(
  place: StoragePlace,
  { machine = hostname(), pid = process.pid }: Partial<Pick<IndexIdentity, 'machine' | 'pid'>> = {},
): TenantIndexes {
  const opened = new Map<string, { index: SearchIndex; gated: SearchIndex; doubtful: Set<string> }>();
  let opening: Promise<IndexName> | undefined;
  const name = () => {
    opening ??= openName(place);
    return opening;
  };
  const others = new LRUCache<string, { machine: string | null }>({ max: 1000, ttl: ownerMaxAgeMs });

  async function findOtherMachine({ db }: Pick<Context, 'db'>): Promise<string | null> {
    const [owner, own] = [await findIndexOwner(db), await (await name()).find()];
    // Without a name there is no index here to be searched, wherever the portal's is.
    return owner && own && owner.index_id !== own ? owner.machine : null;
  }

  async function requireUsed(ctx: Context): Promise<void> {
    const { id } = ctx.tenant;
    const known = others.get(id) ?? { machine: await findOtherMachine(ctx) };
    if (!others.has(id)) others.set(id, known);
    if (known.machine !== null)
      throw unavailable('搜索暂时不可用：门户的搜索索引在另一台机器上，这台机器读不到它');
  }

  const open = (ctx: Context) => {
    const { id } = ctx.tenant;
    const index = openSearchIndex({
      place: indexPlaceOf(place, id),
      segmenter: () => loadSegmenter(ctx),
      readProgress: () => readProgress(ctx.db),
    });
    const gated: SearchIndex = {
      ...index,
      async search(request) {
        await requireUsed(ctx);
        return index.search(request);
      },
    };
    const entry = { index, gated, doubtful: new Set<string>() };
    opened.set(id, entry);
    return entry;
  };
  const find = (ctx: Context) => opened.get(ctx.tenant.id) ?? open(ctx);

  return {
    identity: async () => ({ indexId: await (await name()).ensure(), machine, pid }),
    forTenant: (ctx) => find(ctx).gated,
    findOtherMachine,
    doubtfulPosts: (ctx) => find(ctx).doubtful,
    close() {
      void opening?.then((name) => name.close());
      for (const { index } of opened.values()) index.close();
    },
  };
}

const loadSegmenter = async (ctx: Context) => (await import('#features/posts/index.ts')).segmenterOf(ctx);

const openName = async (place: StoragePlace): Promise<IndexName> =>
  place.kind === 'folder'
    ? nameInFolder(place.path)
    : (await import('#scale/search/index-in-bucket.ts')).nameInBucket(place);
