import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { countListedMissing, deleteMissing, listMissing, markMissing } from './missing-queries.ts';
import type { missingPage, missingQuery } from './schema.ts';

/** Returns a page of addresses that nothing answers, the most frequent first. */
export async function readMissing(
  { db }: Context,
  { ignored, size, cursor }: z.output<typeof missingQuery>,
): Promise<z.infer<typeof missingPage>> {
  const isIgnored = ignored === '1';
  const { shown, last } = cutPage(await listMissing(db, { isIgnored, after: cursor, limit: size + 1 }), size);
  return {
    records: shown.map(({ hits, first_at, last_at, ...row }) => ({
      ...row,
      hits: Number(hits),
      firstAt: toIso(first_at),
      lastAt: toIso(last_at),
    })),
    total: await countListedMissing(db, isIgnored),
    cursor: last ? writeCursor({ at: Number(last.hits), id: last.id }) : null,
  };
}

type Change = { ids: readonly string[]; isIgnored: boolean };

/** Hides addresses from the list, or shows them again; may be repeated. @returns how many changed */
export const ignoreMissing = (ctx: Context, { ids, isIgnored }: Change): Promise<number> =>
  changeMissing(ctx, isIgnored ? 'missing.ignore' : 'missing.unignore', (trx) =>
    markMissing(trx, ids, isIgnored),
  );

/** Deletes addresses, whose count begins again; may be repeated. @returns how many existed */
export const removeMissing = (ctx: Context, ids: readonly string[]): Promise<number> =>
  changeMissing(ctx, 'missing.delete', (trx) => deleteMissing(trx, ids));

const changeMissing = (
  ctx: Context,
  action: string,
  change: (trx: Parameters<typeof deleteMissing>[0]) => Promise<string[]>,
): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const addresses = await change(trx);
    const after = { count: addresses.length, addresses: addresses.slice(0, 20) };
    if (addresses.length > 0) await recordAction(ctx, trx, { action, target: 'redirect:missing', after });
    return addresses.length;
  });
