import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type InvoiceRow = {
  id: string;
  order_id: string;
  member_id: string | null;
  title_kind: string;
  title: string;
  tax_number: string;
  email: string;
  state: string;
  file: string | null;
  note: string;
  created_at: Date;
  /** Empty before it is issued, and for one that was issued without. */
  number: string;
  /** What was invoiced, in fen; null before it is issued. */
  amount: number | null;
};

export type NewInvoice = Pick<
  InvoiceRow,
  'order_id' | 'title_kind' | 'title' | 'tax_number' | 'email' | 'created_at'
> & {
  member_id: string;
};

// Invoices from before their amount was stored were for what had not been refunded when they were issued.
const invoiceFields =
  sql.raw(`i.id, i.order_id, i.member_id, i.title_kind, i.title, i.tax_number, i.email, i.state, i.file,
  i.note, i.created_at, i.number, case when i.state = 'issued' then coalesce(i.amount, (
    select p.amount - coalesce((select sum(r.amount)::int from refunds r where r.order_id = p.id
      and r.state = 'succeeded' and r.kind <> 'surplus' and r.finished_at <= i.decided_at), 0)
    from orders p where p.id = i.order_id)) end amount`);

export async function findOrderInvoice(db: Database | Trx, orderId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${invoiceFields} from invoice_requests i where i.order_id = ${orderId}`.execute(db);
  return rows[0];
}

export async function lockInvoice(trx: Trx, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${invoiceFields} from invoice_requests i where i.id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Inserts the invoice request of an order, or renews a rejected one. @returns false if one is requested or issued */
export async function upsertInvoice(trx: Trx, invoice: NewInvoice): Promise<boolean> {
  const row = await trx
    .insertInto('invoice_requests')
    .values(invoice)
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet((request) => ({
          title_kind: request.ref('excluded.title_kind'),
          title: request.ref('excluded.title'),
          tax_number: request.ref('excluded.tax_number'),
          email: request.ref('excluded.email'),
          created_at: request.ref('excluded.created_at'),
          state: request.val('requested'),
          note: request.val(''),
        }))
        .where('invoice_requests.state', '=', 'rejected'),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateInvoice(
  trx: Trx,
  id: string,
  change: {
    state: string;
    file?: string;
    number?: string;
    amount?: number;
    note?: string;
    decided_by: string;
    decided_at: Date;
  },
): Promise<void> {
  await trx.updateTable('invoice_requests').set(change).where('id', '=', id).execute();
}

export type StaffInvoiceRow = InvoiceRow & {
  order_number: string;
  order_title: string;
  order_amount: number;
  refunded_amount: number;
  member_name: string | null;
};

/** Lists requests, newest first, before the id `before`; of one state by the index invoice_requests_of_state. */
export async function listInvoices(
  db: Database,
  state: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<StaffInvoiceRow[]> {
  const { rows } = await sql<StaffInvoiceRow>`
    select ${invoiceFields}, o.number order_number, o.title order_title, o.amount order_amount, o.refunded_amount,
      m.name member_name
    from invoice_requests i join orders o on o.id = i.order_id left join members m on m.id = i.member_id
    where true ${state === 'all' ? sql`` : sql`and i.state = ${state}`}
      ${before === undefined ? sql`` : sql`and i.id < ${before}`}
    order by i.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
