import { Readable } from 'node:stream';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { csvRows, toCsv } from '#shared/csv.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { gatewayName } from '#shared/ledger-names.ts';
import { fenToYuan, signedYuan } from '#shared/money.ts';
import { findSettledPayments, listOrders, type OrderListRow, type SettledPayment } from './list-queries.ts';
import type { exportQuery } from './schema.ts';

const batchSize = 1000;

const header = [
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
  '渠道单号',
  '渠道手续费（元）',
  '下单时间',
  '支付时间',
  '按 VIP 价',
];
const kindNames = { vip: 'VIP', column: '栏目订阅', post: '单篇' };
const stateNames = {
  pending: '待支付',
  paid: '已支付',
  refunding: '退款中',
  refunded: '已退款',
  closed: '已关闭',
};

/** Exports orders as CSV for accounting, newest first, and audits the export. Members appear by id only. */
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

type Filter = Parameters<typeof listOrders>[1];

async function* writeLines({ db }: Context, filter: Filter): AsyncGenerator<string> {
  yield toCsv(header, []);
  for (let after: { at: Date; id: string } | undefined; ; ) {
    const rows = await listOrders(db, filter, { limit: batchSize, after });
    const settled = await findSettledPayments(
      db,
      rows.flatMap(({ payment_id }) => payment_id ?? []),
    );
    yield csvRows(rows.map((row) => cellsOf(row, settled.get(row.payment_id ?? ''))));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { at: last.created_at, id: last.id };
  }
}

const formatTime = (time: Date | null) => (time ? toIso(time).slice(0, 19).replace('T', ' ') : '');

const cellsOf = (row: OrderListRow, payment: SettledPayment | undefined): (string | null)[] => [
  row.number,
  kindNames[row.kind],
  row.title,
  row.member_id,
  row.author_name,
  ...[row.list_price, row.discount, row.amount, row.refunded_amount].map(fenToYuan),
  stateNames[row.state],
  row.gateway && gatewayName(row.gateway),
  payment?.gateway_number ?? null,
  // Null until the gateway's bill of the day is read.
  payment?.fee == null ? null : signedYuan(payment.fee),
  formatTime(row.created_at),
  formatTime(row.paid_at),
  row.is_vip_price ? '是' : '否',
];
