import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { BinaryFile, Upload } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type {} from './events.ts';
import {
  findOrderInvoice,
  type InvoiceRow,
  lockInvoice,
  updateInvoice,
  upsertInvoice,
} from './invoice-queries.ts';
import { orderEventOf } from './order-event.ts';
import { canInvoice } from './policy.ts';
import { lockOrder, type OrderRow } from './queries.ts';
import { hasOpenRefund } from './refund-queries.ts';
import type { invoiceRequest } from './schema.ts';
import { findOwnOrder } from './service.ts';

/** Electronic invoices are PDF or OFD (a zip), recognised by their first bytes. */
const formats = [
  { ending: '.pdf', begins: Buffer.from('%PDF-') },
  { ending: '.ofd', begins: Buffer.from('PK\u0003\u0004', 'latin1') },
];

/** Requests the invoice of one's own paid order: once, or again after staff rejected it. @throws conflict; notFound */
export async function requestInvoice(ctx: Context, input: z.output<typeof invoiceRequest>): Promise<void> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, input.id);
    if (!order || order.member_id !== memberId) throw notFound('订单不存在');
    if (!canInvoice(order, undefined)) throw conflict('只有已支付且未全额退款的订单可以开票');
    const isNew = await upsertInvoice(trx, {
      order_id: order.id,
      member_id: memberId,
      title_kind: input.titleKind,
      title: input.title,
      tax_number: input.titleKind === 'company' ? input.taxNumber : '',
      email: input.email,
      created_at: ctx.now(),
    });
    if (!isNew) throw conflict('这笔订单已申请过发票');
  });
}

/**
 * Issues an invoice of what was paid and not refunded, visible to its member only.
 * @throws invalid if the file is no invoice; conflict if nothing is left to invoice, or a refund is open, which would
 * make the invoice wrong; notFound
 */
export async function issueInvoice(
  ctx: Context,
  files: FileStore,
  { id, number, file }: { id: string; number: string; file: Upload },
): Promise<true> {
  const format = formats.find(({ begins }) => file.bytes.subarray(0, begins.length).equals(begins));
  if (!format) throw invalid('发票文件应为 PDF 或 OFD', 'file');
  const address = await files.saveOwn(ctx.tenant.id, file.bytes, `invoice${format.ending}`);
  try {
    await decideInvoice(ctx, id, { action: 'invoice.issue', number }, async (trx, order) => {
      const amount = order.amount - order.refunded_amount;
      if (amount <= 0) throw conflict('这笔订单已全额退款，没有可以开票的金额，请拒绝这个申请');
      if (order.state === 'refunding' || (await hasOpenRefund(trx, order.id)))
        throw conflict('这笔订单有退款还没有办完，请先处理退款，再按余下的金额开票');
      const issued = { state: 'issued', file: address, note: '', number, amount };
      await updateInvoice(trx, id, { ...issued, ...decidedBy(ctx) });
    });
  } catch (error) {
    await files.delete(ctx.tenant.id, address);
    throw error;
  }
  return true;
}

/** Rejects an invoice request; the member may request it again. @throws conflict; notFound */
export async function rejectInvoice(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  await decideInvoice(ctx, id, { action: 'invoice.reject', note }, (trx) =>
    updateInvoice(trx, id, { state: 'rejected', note, ...decidedBy(ctx) }),
  );
  return true;
}

/** Returns the file of the caller's own invoice. @throws notFound */
export async function downloadInvoice(ctx: Context, files: FileStore, orderId: string): Promise<BinaryFile> {
  const order = await findOwnOrder(ctx, orderId);
  const file = (await findOrderInvoice(ctx.db, orderId))?.file;
  const bytes = file ? await files.read(ctx.tenant.id, file) : null;
  if (!file || !bytes) throw notFound('发票尚未开具');
  return { name: `发票-${order.number}${file.slice(file.lastIndexOf('.'))}`, bytes };
}

async function decideInvoice(
  ctx: Context,
  id: string,
  {
    action,
    note = '',
    number = '',
  }: { action: 'invoice.issue' | 'invoice.reject'; note?: string; number?: string },
  write: (trx: Trx, order: OrderRow) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const { invoice, order } = await lockRequestedInvoice(trx, id);
    await write(trx, order);
    const isIssued = action === 'invoice.issue';
    await recordAction(ctx, trx, {
      action,
      target: `invoice:${id}`,
      before: { state: invoice.state },
      after: {
        state: isIssued ? 'issued' : 'rejected',
        ...(number && { number }),
        ...(note && { note }),
      },
    });
    await ctx.events.emit(ctx, trx, 'invoice.decided', {
      ...orderEventOf(order),
      invoiceId: id,
      isIssued,
      note,
    });
  });
}

async function lockRequestedInvoice(trx: Trx, id: string): Promise<{ invoice: InvoiceRow; order: OrderRow }> {
  const invoice = await lockInvoice(trx, id);
  const order = invoice && (await lockOrder(trx, invoice.order_id));
  if (!invoice || !order) throw notFound('开票申请不存在');
  if (invoice.state !== 'requested') throw conflict('这个开票申请已处理过，请刷新');
  return { invoice, order };
}

const decidedBy = (ctx: Context) => ({ decided_by: requireMemberId(ctx), decided_at: ctx.now() });
