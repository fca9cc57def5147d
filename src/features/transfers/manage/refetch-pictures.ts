import { restorePagePictures } from '#features/pages/index.ts';
import { type PictureImporter, restorePictures } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { deleteMissing, listMissing, type MissingRow, updateMissingReason } from './item-queries.ts';
import type { TransferCounts } from './transfer-queries.ts';

const batchSize = 100;
const editedReason = '取到了，但这一篇在导入后改过，请在编辑器里换上';

type RefetchOptions = {
  /** The import whose pictures are missing. */
  sourceId: string;
  /** The address of the old site, for pictures that are named by their path alone, as Ghost does. */
  site: string | undefined;
  pictures: PictureImporter;
  report: (line: string) => void;
  progress: (done: number, counts: TransferCounts) => Promise<void>;
};

/** Fetches the missing pictures of an import again and puts them where they belong. May be repeated. */
export async function refetchPictures(ctx: Context, options: RefetchOptions): Promise<TransferCounts> {
  const counts = { added: 0, unchanged: 0, skipped: 0, failed: 0 };
  let after = '0';
  let done = 0;
  for (;;) {
    const rows = await listMissing(ctx.db, options.sourceId, { after, limit: batchSize });
    const byTarget = Map.groupBy(rows, (row) => `${row.post_id ?? ''} ${row.page_id ?? ''}`);
    for (const some of byTarget.values()) await refetchOf(ctx, some, options, counts);
    done += rows.length;
    after = rows.at(-1)?.id ?? after;
    await options.progress(done, counts);
    if (rows.length < batchSize) return counts;
  }
}

/** Fetches the pictures of one post or page. */
async function refetchOf(
  ctx: Context,
  rows: readonly MissingRow[],
  options: RefetchOptions,
  counts: TransferCounts,
): Promise<void> {
  const found: (MissingRow & { address: string })[] = [];
  for (const row of rows) {
    let reason = '';
    const from = { file: '/', root: undefined, onMissing: (why: string) => (reason = why) };
    const address = await options.pictures.store(ctx, resolveSrc(row.src, options.site), from);
    if (address !== null) found.push({ ...row, address });
    else {
      counts.failed += 1;
      await updateMissingReason(ctx.db, row.id, reason);
      options.report(`《${row.post_title ?? row.page_title ?? ''}》${row.src}：${reason}`);
    }
  }
  if (found.length === 0) return;
  const isRestored = await restore(ctx, found);
  counts[isRestored ? 'added' : 'skipped'] += found.length;
}

/** Puts the pictures in place, or notes why not. @returns whether they are in place */
const restore = (ctx: Context, found: readonly (MissingRow & { address: string })[]): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    const [first] = found;
    const addresses = new Map(found.map(({ src, address }) => [src, address]));
    const cover = found.find(({ is_cover }) => is_cover)?.address ?? null;
    const isRestored = first?.post_id
      ? await restorePictures(ctx, trx, first.post_id, { addresses, cover })
      : await restorePagePictures(ctx, trx, first?.page_id ?? '0', addresses);
    if (isRestored)
      await deleteMissing(
        trx,
        found.map(({ id }) => id),
      );
    else for (const { id } of found) await updateMissingReason(trx, id, editedReason);
    return isRestored;
  });

const resolveSrc = (src: string, site: string | undefined): string =>
  site !== undefined && /^\/(?!\/|files\/)/.test(src) ? (URL.parse(src, site)?.href ?? src) : src;
