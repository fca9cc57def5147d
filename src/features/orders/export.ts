import { Readable } from 'node:stream';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { csvRows, toCsv } from '#kernel/csv.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { fenToYuan } from '#shared/money.ts';
import { type ListedRow, listForStaff } from './list-queries.ts';
import type { exportQuery } from './schema.ts';

const batch = 1000;

const head = [
  '订单号',
  '类型',
  '内容',
  '会员编号',
  '作者',
  '标价（元）',
  '优惠（元）',
  '金额（元）',
  '已退（元）',
  '状态',
  '支付渠道',
  '下单时间',
  '支付时间',
  '按 VIP 价',
];
const kinds = { vip: 'VIP', column: '栏目订阅', post: '单篇' };
const states = {
  pending: '待支付',
  paid: '已支付',
  refunding: '退款中',
  refunded: '已退款',
  closed: '已关闭',
};

/** Orders as a CSV file for the books, newest first; that it was taken is written down. Members by number alone. */
export async function exportOrderFile(
  ctx: Context,
  query: z.output<typeof exportQuery>,
): Promise<BinaryFile> {
  const filter = {
    state: query.state,
    kind: query.kind,
    from: query.startTime?.first,
    to: query.endTime?.last,
  };
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'order.export',
      target: 'order:all',
      after: {
        state: query.state,
        kind: query.kind,
        from: filter.from && toIso(filter.from),
        to: filter.to && toIso(filter.to),
      },
    }),
  );
  return { name: `订单-${dayOf(ctx.now())}.csv`, bytes: Readable.from(writeLines(ctx, filter)) };
}

type Filter = Parameters<typeof listForStaff>[1];

async function* writeLines({ db }: Context, filter: Filter): AsyncGenerator<string> {
  yield toCsv(head, []);
  for (let after: { at: Date; id: string } | undefined; ; ) {
    const rows = await listForStaff(db, filter, { limit: batch, after });
    yield csvRows(rows.map(cellsOf));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { at: last.created_at, id: last.id };
  }
}

const timeOf = (time: Date | null) => (time ? toIso(time).slice(0, 19).replace('T', ' ') : '');

const cellsOf = (row: ListedRow): (string | null)[] => [
  row.number,
  kinds[row.kind],
  row.title,
  row.member_id,
  row.author_name,
  ...[row.list_price, row.discount, row.amount, row.refunded_amount].map(fenToYuan),
  states[row.state],
  row.gateway,
  timeOf(row.created_at),
  timeOf(row.paid_at),
  row.is_vip_price ? '是' : '否',
];
