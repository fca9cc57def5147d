import { columnRows } from '#features/columns/index.ts';
import { listEndingGrants } from '#features/entitlements/index.ts';
import type { WithdrawalDecided } from '#features/ledger/events.ts';
import { authorPart } from '#features/ledger/index.ts';
import type {
  InvoiceDecided,
  OrderPaid,
  OrderRefunded,
  RefundDecided,
  SurplusReturned,
} from '#features/orders/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Listeners } from '#kernel/feature.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import { findSale } from './queries.ts';
import { type NoticeInput, notifyMembers } from './service.ts';

/**
 * Days before the end of VIP or a column on which members are notified, unless that is more than half of its length: a
 * trial of seven days is announced on its last day only.
 */
const leadDays = [7, 1];
const batchSize = 500;

const purchasesPath = '/personal/purchase';
const incomePath = '/personal/reference';

/** Notifies members whose VIP or column ends soon (`leadDays`). Idempotent: each end is notified once. */
export async function remindOfExpiry(ctx: Context): Promise<void> {
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  const now = ctx.now().getTime();
  for (const days of leadDays) {
    const period = {
      from: new Date(now + (days - 1) * dayMs),
      to: new Date(now + days * dayMs),
      minDays: 2 * days,
      limit: batchSize,
    };
    let after = { at: period.from, id: '0' };
    for (;;) {
      const ending = await listEndingGrants(ctx.db, period, after);
      await inTransaction(ctx, async (trx) => {
        for (const { id, memberId, scope, targetId, endsAt } of ending) {
          const subject = scope === 'vip' ? ' VIP 会员' : `“${names.get(targetId ?? '') ?? '栏目'}”订阅`;
          await notifyMembers(ctx, trx, [memberId], {
            kind: 'expiry',
            title: `你的${subject}将于 ${days} 天内到期`,
            body: `到期时间 ${toIso(endsAt).slice(0, 16).replace('T', ' ')}，续费后时间自动顺延。`,
            link: purchasesPath,
            sourceKey: `grant:${id}:${days}:${endsAt.getTime()}`,
          });
        }
      });
      const last = ending.at(-1);
      if (!last || ending.length < batchSize) break;
      after = { at: last.endsAt, id: last.id };
    }
  }
}

/** Notifies the author of a sold post of their share, without naming the buyer. */
async function notifySeller(ctx: Context, trx: Trx, { orderId, title, isGift }: OrderPaid): Promise<void> {
  const sale = await findSale(trx, orderId);
  if (!sale) return;
  const income = authorPart(sale.amount, sale.author_share);
  await notifyMembers(ctx, trx, [sale.member_id], {
    kind: 'sale',
    title: `《${title}》售出一份`,
    body: `${isGift ? '买来送人。' : ''}售价 ${formatFen(sale.amount)}，你的收入 ${formatFen(income)}，过了退款期即可提现。`,
    link: incomePath,
    sourceKey: `order:${orderId}:sold`,
  });
}

const noticeOfPaid = ({ orderId, title, amount, isGift, endsAt }: OrderPaid) => ({
  title: isGift ? '礼物购买成功' : '购买成功',
  body: [
    `“${title}”${amount === 0 ? '' : `，实付 ${formatFen(amount)}`}。`,
    isGift ? '兑换码在订单详情里，发给对方即可。' : '',
    endsAt ? `有效期至 ${toIso(endsAt).slice(0, 16).replace('T', ' ')}。` : '',
  ].join(''),
  link: purchasesPath,
  sourceKey: `order:${orderId}:paid`,
});

const noticeOfRefunded = ({ refundId, title, refunded, isWhole }: OrderRefunded) => ({
  title: '退款成功',
  body: `“${title}”的 ${formatFen(refunded)} 已原路退回。${isWhole ? '所购内容的阅读权限同时结束。' : ''}`,
  link: purchasesPath,
  sourceKey: `refund:${refundId}:done`,
});

const noticeOfSurplus = ({ refundId, title, refunded }: SurplusReturned) => ({
  title: '多付的款项已退回',
  body: `“${title}”多收的 ${formatFen(refunded)} 已原路退回，不影响你已购买的内容。`,
  link: purchasesPath,
  sourceKey: `refund:${refundId}:done`,
});

const noticeOfRefundDecided = ({ refundId, title, requestedAmount, isApproved, note }: RefundDecided) => ({
  title: isApproved ? '退款申请已同意' : '退款申请未通过',
  body: isApproved
    ? `“${title}”的 ${formatFen(requestedAmount)} 将原路退回，到账后会再通知你。`
    : `“${title}”：${note}`,
  link: purchasesPath,
  sourceKey: `refund:${refundId}:decided`,
});

// A refused invoice can be requested and decided again.
const noticeOfInvoice = ({ invoiceId, title, isIssued, note }: InvoiceDecided) => ({
  title: isIssued ? '发票已开具' : '开票申请未通过',
  body: isIssued ? `“${title}”的发票可在订单详情下载。` : `“${title}”：${note}`,
  link: purchasesPath,
  sourceKey: `invoice:${invoiceId}:${isIssued ? 'issued' : `rejected:${note}`}`,
});

const withdrawalWords = { approved: '提现申请已同意', rejected: '提现申请未通过', paid: '提现已打款' };
const noticeOfWithdrawal = ({ withdrawalId, amount, state, note }: WithdrawalDecided) => ({
  title: withdrawalWords[state],
  body: [`金额 ${formatFen(amount)}。`, note].join(''),
  link: incomePath,
  sourceKey: `withdrawal:${withdrawalId}:${state}`,
});

const noticeListener =
  <E extends { memberId: string | null }>(write: (event: E) => Omit<NoticeInput, 'kind'>) =>
  async (ctx: Context, trx: Trx, event: E) => {
    if (event.memberId !== null)
      await notifyMembers(ctx, trx, [event.memberId], { kind: 'system', ...write(event) });
  };

/** Notifies buyers and authors of payments, refunds, invoices and sales. */
export const tradeListeners: Listeners = {
  'order.paid': [noticeListener(noticeOfPaid), notifySeller],
  'order.refunded': noticeListener(noticeOfRefunded),
  'order.surplusReturned': noticeListener(noticeOfSurplus),
  'refund.decided': noticeListener(noticeOfRefundDecided),
  'invoice.decided': noticeListener(noticeOfInvoice),
  'withdrawal.decided': noticeListener(noticeOfWithdrawal),
};
