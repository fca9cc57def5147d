import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { deleteBounceRow, deleteBouncesSince, insertBounces, listBounceRows } from './bounce-queries.ts';
import type * as schema from './schema.ts';
import { maxBounceLines } from './schema.ts';

/** Bounced addresses, the newest first. */
export async function readBounces(
  { db }: Context,
  { cursor, size }: z.output<typeof schema.bouncesQuery>,
): Promise<z.infer<typeof schema.bouncePage>> {
  const rows = await listBounceRows(db, size + 1, cursor);
  return toCursorPage(rows, size, ({ id, address, reason, source, bounced_at }) => ({
    ...{ id, address, reason },
    source: source as 'smtp' | 'staff',
    bouncedAt: bounced_at ? toIso(bounced_at) : '',
  }));
}

const addressPattern = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}\.[^\s@<>".]{2,}$/;

/** Marks the addresses of a list or CSV as bounced; they get no more letters. */
export async function addBounces(
  ctx: Context,
  text: string,
): Promise<{ added: number; known: number; invalid: number }> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > maxBounceLines) throw invalid(`一次最多 ${maxBounceLines} 个地址`, 'addresses');
  const first = lines.map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"|"$/g, ''));
  const addresses = [
    ...new Set(first.filter((one) => addressPattern.test(one)).map((one) => one.toLowerCase())),
  ];
  if (addresses.length === 0) throw invalid('没有找到邮箱地址，请每行写一个', 'addresses');
  const added = await inTransaction(ctx, async (trx) => {
    const count = await insertBounces(trx, addresses, ctx.now());
    await recordAction(ctx, trx, { action: 'letterBounce.add', target: 'letterBounces', after: { count } });
    return count;
  });
  const faulty = first.filter((one) => !addressPattern.test(one)).length;
  return { added, known: addresses.length - added, invalid: faulty };
}

/** Lets an address get letters again. @throws notFound */
export async function deleteBounce(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await deleteBounceRow(trx, id);
    if (!row) throw notFound('这个地址不在退信名单里');
    await recordAction(ctx, trx, { action: 'letterBounce.delete', target: `letterBounce:${id}` });
  });
  return true;
}

/** Lets all addresses get letters again that refusals of the mail server marked since a time, or those of one reason. */
export async function deleteBounces(
  ctx: Context,
  { since, reason }: z.output<typeof schema.bouncesDeleteInput>,
): Promise<{ deleted: number }> {
  return inTransaction(ctx, async (trx) => {
    const deleted = await deleteBouncesSince(trx, since, reason);
    await recordAction(ctx, trx, {
      action: 'letterBounce.deleteMany',
      target: 'letterBounces',
      after: { since: toIso(since), reason, deleted },
    });
    return { deleted };
  });
}
