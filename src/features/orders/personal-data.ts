import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportInvoices, exportOrders } from './export-queries.ts';

const batch = 1000;

/** What a member bought and asked invoices for, for their own copy of their data. */
export const orderData: readonly PersonalDataPart[] = [
  {
    name: 'orders',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportOrders, (row) => ({
        number: row.number,
        title: row.title,
        isGift: row.is_gift,
        amount: row.amount,
        refundedAmount: row.refunded_amount,
        state: row.state,
        createdAt: toIso(row.created_at),
        paidAt: row.paid_at && toIso(row.paid_at),
      })),
  },
  {
    name: 'invoices',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportInvoices, (row) => ({
        orderNumber: row.order_number,
        title: row.title,
        taxNumber: row.tax_number,
        email: row.email,
        state: row.state,
        requestedAt: toIso(row.created_at),
      })),
  },
];

async function* inBatches<R extends { id: string }>(
  { db }: Context,
  memberId: string,
  read: (db: Context['db'], memberId: string, after: string, limit: number) => Promise<R[]>,
  present: (row: R) => unknown,
): AsyncGenerator<unknown> {
  for (let after = '0'; ; ) {
    const rows = await read(db, memberId, after, batch);
    for (const row of rows) yield present(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}
