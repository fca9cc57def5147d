import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { toCsv } from '#shared/csv.ts';
import { fenToYuan, signedYuan } from '#shared/money.ts';
import { readRevenue } from './reads.ts';
import type { revenueQuery } from './schema.ts';

const header = [
  '日期',
  '订单',
  '销售额（元）',
  'VIP（元）',
  '栏目订阅（元）',
  '单篇内容（元）',
  '退款（元）',
  '净销售额（元）',
];

/**
 * Exports revenue by day as CSV and audits the export.
 * @throws what readRevenue throws
 */
export async function exportRevenueFile(
  ctx: Context,
  query: z.output<typeof revenueQuery>,
): Promise<BinaryFile> {
  const { days } = await readRevenue(ctx, query);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'order.exportRevenue',
      target: 'order:all',
      after: { from: first, to: last },
    }),
  );
  const rows = days.map(({ day, orders, amount, vip, column, post, refunded }) => [
    day,
    orders,
    ...[amount, vip, column, post, refunded].map(fenToYuan),
    signedYuan(amount - refunded),
  ]);
  return { name: `销售额-${first}-${last}.csv`, bytes: Buffer.from(toCsv(header, rows)) };
}
