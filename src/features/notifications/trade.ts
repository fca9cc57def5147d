import { columnRows } from '#features/columns/index.ts';
import { listEnding } from '#features/entitlements/index.ts';
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

/** Days before VIP or a column ends on which its member is told. */
const leads = [7, 1];
const batch = 500;

const purchases = '/personal/purchase';
const incomePage = '/personal/reference';

/** Tells whose VIP or column ends in seven days or in one; may be repeated, since nobody is told twice of one end. */
export async function remindOfEnds(ctx: Context): Promise<void> {
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  const now = ctx.now().getTime();
  for (const lead of leads) {
    const span = { from: new Date(now + (lead - 1) * dayMs), to: new Date(now + lead * dayMs), limit: batch };
    let after = { at: span.from, id: '0' };
    for (;;) {
      const ending = await listEnding(ctx.db, span, after);
      await inTransaction(ctx, async (trx) => {
        for (const { id, memberId, scope, targetId, endsAt } of ending) {
          const what = scope === 'vip' ? ' VIP 会员' : `「${names.get(targetId ?? '') ?? '栏目'}」订阅`;
          await notifyMembers(ctx, trx, [memberId], {
            kind: 'expiry',
            title: `您的${what}将于 ${lead} 天内到期`,
            body: `到期时间 ${toIso(endsAt).slice(0, 16).replace('T', ' ')}，续费后时间自动顺延。`,
            link: purchases,
            sourceKey: `grant:${id}:${lead}:${endsAt.getTime()}`,
          });
        }
      });
      const last = ending.at(-1);
      if (!last || ending.length < batch) break;
      after = { at: last.endsAt, id: last.id };
    }
  }
}

/** Whose piece was sold learns of it and of their part; who bought it stays their own matter. */
async function tellSeller(ctx: Context, trx: Trx, { orderId, title, isGift }: OrderPaid): Promise<void> {
  const sale = await findSale(trx, orderId);
  if (!sale) return;
  const income = authorPart(sale.amount, sale.author_share);
  await notifyMembers(ctx, trx, [sale.member_id], {
    kind: 'sale',
    title: `《${title}》售出一份`,
    body: `${isGift ? '买来送人。' : ''}售价 ${formatFen(sale.amount)}，你的收入 ${formatFen(income)}，过了退款期即可提现。`,
    link: incomePage,
    sourceKey: `order:${orderId}:sold`,
  });
}

const noticeOfPaid = ({ orderId, title, amount, isGift, endsAt }: OrderPaid) => ({
  title: isGift ? '礼物购买成功' : '购买成功',
  body: [
    `「${title}」${amount === 0 ? '' : `，实付 ${formatFen(amount)}`}。`,
    isGift ? '兑换码在订单详情里，发给对方即可。' : '',
    endsAt ? `有效期至 ${toIso(endsAt).slice(0, 16).replace('T', ' ')}。` : '',
  ].join(''),
  link: purchases,
  sourceKey: `order:${orderId}:paid`,
});

const noticeOfRefunded = ({ refundId, title, refunded, isWhole }: OrderRefunded) => ({
  title: '退款成功',
  body: `「${title}」的 ${formatFen(refunded)} 已原路退回。${isWhole ? '所购内容的阅读权限同时结束。' : ''}`,
  link: purchases,
  sourceKey: `refund:${refundId}:done`,
});

const noticeOfSurplus = ({ refundId, title, refunded }: SurplusReturned) => ({
  title: '多付的款项已退回',
  body: `「${title}」多收的 ${formatFen(refunded)} 已原路退回，不影响您已购买的内容。`,
  link: purchases,
  sourceKey: `refund:${refundId}:done`,
});

const noticeOfRefundDecided = ({ refundId, title, asked, isApproved, note }: RefundDecided) => ({
  title: isApproved ? '退款申请已同意' : '退款申请未通过',
  body: isApproved
    ? `「${title}」的 ${formatFen(asked)} 将原路退回，到账后会再通知您。`
    : `「${title}」：${note}`,
  link: purchases,
  sourceKey: `refund:${refundId}:decided`,
});

// An invoice that was refused can be asked for anew, and decided again.
const noticeOfInvoice = ({ invoiceId, title, isIssued, note }: InvoiceDecided) => ({
  title: isIssued ? '发票已开具' : '开票申请未通过',
  body: isIssued ? `「${title}」的发票可在订单详情下载。` : `「${title}」：${note}`,
  link: purchases,
  sourceKey: `invoice:${invoiceId}:${isIssued ? 'issued' : `rejected:${note}`}`,
});

const withdrawalWords = { approved: '提现申请已同意', rejected: '提现申请未通过', paid: '提现已打款' };
const noticeOfWithdrawal = ({ withdrawalId, amount, state, note }: WithdrawalDecided) => ({
  title: withdrawalWords[state],
  body: [`金额 ${formatFen(amount)}。`, note].join(''),
  link: incomePage,
  sourceKey: `withdrawal:${withdrawalId}:${state}`,
});

const notify =
  <E extends { memberId: string | null }>(write: (event: E) => Omit<NoticeInput, 'kind'>) =>
  async (ctx: Context, trx: Trx, event: E) => {
    if (event.memberId !== null)
      await notifyMembers(ctx, trx, [event.memberId], { kind: 'system', ...write(event) });
  };

/** Notifies buyers and authors of what became of their money. */
export const tradeListeners: Listeners = {
  'order.paid': [notify(noticeOfPaid), tellSeller],
  'order.refunded': notify(noticeOfRefunded),
  'order.surplusReturned': notify(noticeOfSurplus),
  'refund.decided': notify(noticeOfRefundDecided),
  'invoice.decided': notify(noticeOfInvoice),
  'withdrawal.decided': notify(noticeOfWithdrawal),
};
