import { z } from 'zod';
import { fen, fields, filled, flag, idOf, oneOf, text, whole } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { cursorPageOf, pageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();

const state = z.enum(['pending', 'paid', 'refunding', 'refunded', 'closed']);
const kind = z.enum(['vip', 'column', 'post']);
const refundKind = z.enum(['request', 'staff', 'surplus', 'withdrawn']);
const refundState = z.enum(['requested', 'approved', 'sent', 'succeeded', 'failed', 'rejected']);

/** An order as its buyer's lists show it. Money is fen, times ISO 8601. */
export const order = z.object({
  id: z.string(),
  number: z.string(),
  kind,
  shelf: z.enum(['article', 'information', 'subscription']),
  /** What was bought: `plan:3`, `post:100001`. */
  thing: z.string(),
  title: z.string(),
  isGift: z.boolean(),
  listPrice: z.number().int(),
  /** Whether `listPrice` is what VIP members pay. */
  isVipPrice: z.boolean(),
  discount: z.number().int(),
  /** What is to be paid, or was. */
  amount: z.number().int(),
  refundedAmount: z.number().int(),
  state,
  closeReason: z.enum(['cancelled', 'expired', 'superseded']).nullable(),
  gateway: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** How long it can still be paid, by the server's clock; 0 unless pending. */
  secondsLeft: z.number().int(),
  paidAt: z.string().nullable(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  /** Until when what was bought runs; null for a piece, a gift, and before it is paid. */
  endsAt: z.string().nullable(),
  /** The piece, with what its address is made of; null for plans. */
  post: z
    .object({ id: z.string(), kind: z.string(), columnId: z.string(), isWithdrawn: z.boolean() })
    .nullable(),
  columnId: z.string().nullable(),
  planId: z.string().nullable(),
});
export const orderPage = pageOf(order);

const refund = z.object({
  id: z.string(),
  number: z.string(),
  kind: refundKind,
  amount: z.number().int(),
  reason: z.string(),
  state: refundState,
  /** What staff said to it. */
  note: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

const invoice = z.object({
  id: z.string(),
  titleKind: z.enum(['person', 'company']),
  title: z.string(),
  taxNumber: z.string(),
  email: z.string(),
  state: z.enum(['requested', 'issued', 'rejected']),
  note: z.string(),
  hasFile: z.boolean(),
  createdAt: z.string(),
});

/** One's own order whole, with what can be done about it now. */
export const orderDetail = order.extend({
  refunds: z.array(refund),
  invoice: invoice.nullable(),
  /** A paid gift's code, to be passed on; null for other orders. */
  gift: z.object({ code: z.string(), redeemedAt: z.string().nullable() }).nullable(),
  canPay: z.boolean(),
  canCancel: z.boolean(),
  canInvoice: z.boolean(),
  /** Whether a refund can be asked for, of how much, and where not, why not. */
  refundable: z.object({ isAllowed: z.boolean(), amount: z.number().int(), why: z.string() }),
});

export const idQuery = z.object({ id: id('id', '订单编号') });
export const idInput = fields({ id: idOf('id', '订单编号') });

export const ordersQuery = z.object({
  shelf: choice('shelf', '类别', ['all', 'article', 'information', 'subscription'], 'all'),
  state: choice(
    'state',
    '状态',
    ['all', 'bought', 'pending', 'paid', 'refunding', 'refunded', 'closed'],
    'all',
  ),
  ...paging,
  cursor: optionalId('cursor', '游标'),
});

const thing = z.string({ error: '请提供要购买的内容（thing）' }).regex(/^(plan|post):[1-9]\d{0,17}$/, {
  error: '要购买的内容（thing）不正确，应为 plan:编号 或 post:编号',
});
const couponCode = z
  .string({ error: '优惠码（couponCode）应为文字' })
  .trim()
  .min(1, { error: '请填写优惠码（couponCode）' })
  .max(40, { error: '优惠码（couponCode）过长，最多 40 个字' })
  .optional();

export const orderInput = fields({
  thing,
  couponCode,
  isGift: flag('isGift', '赠送').default(false),
  agreed: flag('agreed', '确认'),
  /** The price the buyer was shown: a check, never what is charged. */
  price: whole('price', '价格', 0, 10_000_000).optional(),
});

export const quoteQuery = z.object({
  thing,
  couponCode,
  isGift: choice('isGift', '赠送', ['true', 'false'], 'false'),
});
/** What an order would cost the caller now; nothing is held by it. */
export const quoteData = z.object({
  title: z.string(),
  listPrice: z.number().int(),
  /** Whether `listPrice` is what VIP members pay. */
  isVipPrice: z.boolean(),
  discount: z.number().int(),
  amount: z.number().int(),
  couponName: z.string().nullable(),
  /** Why the coupon does not serve; empty where it does, or none was given. */
  couponFault: z.string(),
  /** The caller's pending order for the same thing, which paying goes on with. */
  pendingOrderId: z.string().nullable(),
});

export const refundRequest = fields({
  id: idOf('id', '订单编号'),
  reason: filled('reason', '退款原因', 200),
});

export const invoiceRequest = fields({
  id: idOf('id', '订单编号'),
  titleKind: oneOf('titleKind', '抬头类型', ['person', 'company']),
  title: filled('title', '发票抬头', 100),
  taxNumber: text('taxNumber', '税号', 20),
  email: z
    .string({ error: '请填写接收邮箱（email）' })
    .trim()
    .max(100, { error: '接收邮箱（email）过长，最多 100 个字' })
    .pipe(z.email({ error: '接收邮箱（email）不正确' })),
}).refine(({ titleKind, taxNumber }) => titleKind === 'person' || /^[0-9A-Z]{15,20}$/.test(taxNumber), {
  error: '企业抬头请填写 15 到 20 位的税号（taxNumber），字母大写',
  path: ['taxNumber'],
});

/** An order as staff see it: whose it is, whose income. */
export const staffOrder = order.extend({
  memberId: z.string().nullable(),
  memberName: z.string(),
  /** Masked: 139****0001. */
  memberMobile: z.string(),
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
});
export const staffOrderPage = cursorPageOf(staffOrder);

export const staffOrdersQuery = z.object({
  state: choice('state', '状态', ['all', ...state.options], 'all'),
  kind: choice('kind', '类型', ['all', ...kind.options], 'all'),
  /** A whole order number, or a member's whole mobile number. */
  keyword: optionalText('keyword', '订单号或手机号', 40),
  memberId: optionalId('memberId', '成员编号'),
  postId: optionalId('postId', '内容编号'),
  startTime: period.startTime,
  endTime: period.endTime,
  size,
  cursor: paging.cursor,
});

export const exportQuery = z.object({
  state: staffOrdersQuery.shape.state,
  kind: staffOrdersQuery.shape.kind,
  startTime: period.startTime,
  endTime: period.endTime,
});

export const staffRefund = refund.extend({
  orderId: z.string(),
  orderNumber: z.string(),
  orderTitle: z.string(),
  memberId: z.string().nullable(),
  memberName: z.string(),
  /** What a gateway said when it failed last; empty where it did not. */
  error: z.string(),
  tries: z.number().int(),
  nextTryAt: z.string().nullable(),
  gateway: z.string(),
  gatewayNumber: z.string().nullable(),
});
export const staffRefundPage = cursorPageOf(staffRefund);
export const refundsQuery = z.object({
  state: choice('state', '状态', ['all', 'open', ...refundState.options], 'all'),
  cursor: optionalId('cursor', '游标'),
  size,
});

export const staffOrderDetail = staffOrder.extend({
  authorShare: z.number().int(),
  refunds: z.array(staffRefund),
  invoice: invoice.nullable(),
  gift: z.object({ redeemedAt: z.string().nullable() }).nullable(),
  payments: z.array(
    z.object({
      id: z.string(),
      gateway: z.string(),
      channel: z.string(),
      tradeNumber: z.string(),
      gatewayNumber: z.string().nullable(),
      amount: z.number().int(),
      state: z.enum(['created', 'succeeded', 'closed']),
      isSurplus: z.boolean(),
      createdAt: z.string(),
      succeededAt: z.string().nullable(),
    }),
  ),
  /** What was booked for it, in order. */
  entries: z.array(
    z.object({ kind: z.string(), account: z.string(), amount: z.number().int(), bookedAt: z.string() }),
  ),
});

export const refundInput = fields({
  id: idOf('id', '订单编号'),
  /** In fen; absent for all that is left. */
  amount: fen('amount', '退款金额').optional(),
  reason: filled('reason', '退款原因', 200),
});
export const madeRefund = z.object({ refundId: z.string() });
export const approveInput = fields({ id: idOf('id', '退款编号'), note: text('note', '说明', 200) });
export const rejectInput = fields({ id: idOf('id', '退款编号'), note: filled('note', '拒绝原因', 200) });
export const retryInput = fields({ id: idOf('id', '退款编号') });

export const staffInvoice = invoice.extend({
  orderId: z.string(),
  orderNumber: z.string(),
  orderTitle: z.string(),
  /** What an invoice is made out for: paid less refunded. */
  amount: z.number().int(),
  memberId: z.string().nullable(),
  memberName: z.string(),
});
export const staffInvoicePage = cursorPageOf(staffInvoice);
export const invoicesQuery = z.object({
  state: choice('state', '状态', ['all', 'requested', 'issued', 'rejected'], 'all'),
  cursor: optionalId('cursor', '游标'),
  size,
});
export const issueInput = fields({ id: idOf('id', '开票申请编号') });
export const rejectInvoiceInput = fields({
  id: idOf('id', '开票申请编号'),
  note: filled('note', '拒绝原因', 200),
});

export const revenueQuery = z.object({ startTime: period.startTime, endTime: period.endTime });
/** Revenue by Shanghai day, in fen, days without any left out; at most 400 days. */
export const revenue = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      orders: z.number().int(),
      amount: z.number().int(),
      vip: z.number().int(),
      column: z.number().int(),
      post: z.number().int(),
      refunded: z.number().int(),
    }),
  ),
});

/** A sale of an author's piece, as its author sees it: what it brought them, and who bought it no further than 读**. */
export const sale = z.object({
  orderId: z.string(),
  postId: z.string(),
  title: z.string(),
  amount: z.number().int(),
  refundedAmount: z.number().int(),
  /** The author's part of what was not refunded. */
  income: z.number().int(),
  paidAt: z.string(),
  isRefunded: z.boolean(),
  buyer: z.string(),
});
export const salePage = cursorPageOf(sale);
export const salesQuery = z.object({ cursor: optionalId('cursor', '游标'), size });

export type Order = z.infer<typeof order>;
export type OrderPage = z.infer<typeof orderPage>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderInput = z.input<typeof orderInput>;
export type Quote = z.infer<typeof quoteData>;
export type Refund = OrderDetail['refunds'][number];
export type Invoice = NonNullable<OrderDetail['invoice']>;
export type InvoiceRequest = z.input<typeof invoiceRequest>;
export type StaffOrder = z.infer<typeof staffOrder>;
export type StaffOrderDetail = z.infer<typeof staffOrderDetail>;
export type StaffRefund = z.infer<typeof staffRefund>;
export type StaffInvoice = z.infer<typeof staffInvoice>;
export type Revenue = z.infer<typeof revenue>;
export type Sale = z.infer<typeof sale>;
