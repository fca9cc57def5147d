import { z } from 'zod';
import { fen, fields, flag, idOf, oneOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { cursorPageOf, pageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();

const state = z.enum(['pending', 'paid', 'refunding', 'refunded', 'closed']);
const kind = z.enum(['vip', 'column', 'post']);
const refundKind = z.enum(['request', 'staff', 'surplus', 'withdrawn']);
const refundState = z.enum(['requested', 'approved', 'sent', 'succeeded', 'failed', 'rejected']);

/** An order in its buyer's lists. Money is fen, times are ISO 8601. */
export const order = z.object({
  id: z.string(),
  number: z.string(),
  kind,
  shelf: z.enum(['article', 'information', 'subscription']),
  /** What is bought: `plan:3`, `post:100001`. */
  thing: z.string(),
  title: z.string(),
  isGift: z.boolean(),
  listPrice: z.number().int(),
  /** Whether `listPrice` is the price for VIP members. */
  isVipPrice: z.boolean(),
  discount: z.number().int(),
  /** The amount due or paid. */
  amount: z.number().int(),
  refundedAmount: z.number().int(),
  state,
  closeReason: z.enum(['cancelled', 'expired', 'superseded']).nullable(),
  gateway: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Seconds in which it can still be paid, by the server's clock; 0 unless pending. */
  secondsLeft: z.number().int(),
  paidAt: z.string().nullable(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  /** When the purchase ends; null for a post, a gift, and before payment. */
  endsAt: z.string().nullable(),
  /** The post, with the parts of its address; null for plans. */
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
  /** The remark of the staff who decided. */
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
  /** The number of an issued invoice; empty if it was issued without. */
  number: z.string(),
  /** What was invoiced, in fen; null before it is issued. A later refund does not change it. */
  amount: z.number().int().nullable(),
});

/** One's own order with its available actions. */
export const orderDetail = order.extend({
  refunds: z.array(refund),
  invoice: invoice.nullable(),
  /** The code of a paid gift; null for other orders. */
  gift: z.object({ code: z.string(), redeemedAt: z.string().nullable() }).nullable(),
  canPay: z.boolean(),
  canCancel: z.boolean(),
  canInvoice: z.boolean(),
  /** Whether a refund can be requested, of how much, and if not, the reason. */
  refundable: z.object({ isAllowed: z.boolean(), amount: z.number().int(), why: z.string() }),
});

export const idQuery = z.object({ id: id('订单编号') });
export const idInput = fields({ id: idOf('订单编号') });

export const ordersQuery = z.object({
  shelf: choice('类别', ['all', 'article', 'information', 'subscription'], 'all'),
  state: choice('状态', ['all', 'bought', 'pending', 'paid', 'refunding', 'refunded', 'closed'], 'all'),
  ...paging,
  cursor: optionalId('游标'),
});

const thing = z
  .string({ error: '请提供要购买的内容' })
  .regex(/^(plan|post):[1-9]\d{0,17}$/, {
    error: '要购买的内容不正确，应为 plan:编号 或 post:编号',
  })
  .meta({ title: '要购买的内容' });
const couponCode = z
  .string({ error: '优惠码应为文字' })
  .trim()
  .min(1, { error: '请填写优惠码' })
  .max(40, { error: '优惠码过长，最多 40 个字' })
  .optional()
  .meta({ title: '优惠码' });

export const orderInput = fields({
  thing,
  couponCode,
  isGift: flag('赠送').default(false),
  agreed: flag('确认'),
  /** The price that the buyer saw. It is only compared; the buyer is never charged by it. */
  price: whole('价格', 0, 10_000_000).optional(),
});

export const quoteQuery = z.object({
  thing,
  couponCode,
  isGift: choice('赠送', ['true', 'false'], 'false'),
});
/** What an order would cost the caller now; it reserves nothing. */
export const quoteData = z.object({
  title: z.string(),
  listPrice: z.number().int(),
  /** Whether `listPrice` is the price for VIP members. */
  isVipPrice: z.boolean(),
  discount: z.number().int(),
  amount: z.number().int(),
  couponName: z.string().nullable(),
  /** Why the coupon is not valid; empty if it is, or if none was given. */
  couponFault: z.string(),
  /** The caller's pending order for the same thing, which a payment would continue. */
  pendingOrderId: z.string().nullable(),
});

export const refundRequest = fields({
  id: idOf('订单编号'),
  reason: requiredText('退款原因', 200),
});

export const invoiceRequest = fields({
  id: idOf('订单编号'),
  titleKind: oneOf('抬头类型', ['person', 'company']),
  title: requiredText('发票抬头', 100),
  taxNumber: text('税号', 20),
  email: z
    .string({ error: '请填写接收邮箱' })
    .trim()
    .max(100, { error: '接收邮箱过长，最多 100 个字' })
    .pipe(z.email({ error: '接收邮箱不正确' }))
    .meta({ title: '接收邮箱', examples: ['me@example.cn'] }),
}).refine(({ titleKind, taxNumber }) => titleKind === 'person' || /^[0-9A-Z]{15,20}$/.test(taxNumber), {
  error: '企业抬头请填写 15 到 20 位的税号，字母大写',
  path: ['taxNumber'],
});

/** An order for staff, with its member and author. */
export const adminOrder = order.extend({
  memberId: z.string().nullable(),
  memberName: z.string(),
  /** Masked: 139****0001. */
  memberMobile: z.string(),
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
});
export const adminOrderPage = cursorPageOf(adminOrder);

export const adminOrdersQuery = z.object({
  state: choice('状态', ['all', ...state.options], 'all'),
  kind: choice('类型', ['all', ...kind.options], 'all'),
  /** As `findOrdersBy` reads it. */
  keyword: optionalText('关键词', 64),
  memberId: optionalId('成员编号'),
  postId: optionalId('内容编号'),
  startTime: period.startTime,
  endTime: period.endTime,
  size,
  cursor: paging.cursor,
});

export const exportQuery = z.object({
  state: adminOrdersQuery.shape.state,
  kind: adminOrdersQuery.shape.kind,
  startTime: period.startTime,
  endTime: period.endTime,
});

export const adminRefund = refund.extend({
  orderId: z.string(),
  orderNumber: z.string(),
  orderTitle: z.string(),
  memberId: z.string().nullable(),
  memberName: z.string(),
  /** The gateway's error of the last failure; empty without one. */
  error: z.string(),
  tries: z.number().int(),
  nextTryAt: z.string().nullable(),
  gateway: z.string(),
  gatewayNumber: z.string().nullable(),
  /** The issued invoice of the order, which a refund makes wrong; null without one. */
  issuedInvoice: z.object({ number: z.string() }).nullable(),
});
export const adminRefundPage = cursorPageOf(adminRefund);
export const refundsQuery = z.object({
  state: choice('状态', ['all', 'open', ...refundState.options], 'all'),
  cursor: optionalId('游标'),
  size,
});

export const adminOrderDetail = adminOrder.extend({
  authorShare: z.number().int(),
  refunds: z.array(adminRefund),
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
  /** Its ledger entries in order. */
  entries: z.array(
    z.object({ kind: z.string(), account: z.string(), amount: z.number().int(), bookedAt: z.string() }),
  ),
});

/** Confirms a refund of an order whose invoice is issued: that invoice must be reversed (红冲). */
const afterInvoice = flag('开票后退款').default(false);

export const refundInput = fields({
  id: idOf('订单编号'),
  /** In fen; absent for all that is left. */
  amount: fen('退款金额').optional(),
  reason: requiredText('退款原因', 200),
  afterInvoice,
});
export const createdRefund = z.object({ refundId: z.string() });
export const approveInput = fields({ id: idOf('退款编号'), note: text('说明', 200), afterInvoice });
export const rejectInput = fields({
  id: idOf('退款编号'),
  note: requiredText('拒绝原因', 200),
});
export const abandonInput = fields({
  id: idOf('退款编号'),
  note: requiredText('放弃原因', 200),
});
export const retryInput = fields({ id: idOf('退款编号') });

export const adminInvoice = invoice.extend({
  orderId: z.string(),
  orderNumber: z.string(),
  orderTitle: z.string(),
  /** What was invoiced, or else what is to be: paid less refunded. */
  amount: z.number().int(),
  /** What was refunded after the invoice, which must be reversed (红冲). */
  refundedAfter: z.number().int(),
  memberId: z.string().nullable(),
  memberName: z.string(),
});
export const adminInvoicePage = cursorPageOf(adminInvoice);
export const invoicesQuery = z.object({
  state: choice('状态', ['all', 'requested', 'issued', 'rejected'], 'all'),
  cursor: optionalId('游标'),
  size,
});
export const issueInput = fields({
  id: idOf('开票申请编号'),
  /** As on the invoice: 20 digits, or 8 to 12 on older ones. May be empty. */
  number: text('发票号码', 20).refine((number) => /^(?:[0-9A-Z]{8,20})?$/.test(number), {
    error: '发票号码应为 8 到 20 位数字或大写字母，照发票上的写',
  }),
});
export const rejectInvoiceInput = fields({
  id: idOf('开票申请编号'),
  note: requiredText('拒绝原因', 200),
});

export const revenueQuery = z.object({ startTime: period.startTime, endTime: period.endTime });
/** Revenue by Shanghai day, in fen, without the days that had none; at most 400 days. */
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

/** A sale of an author's post, for its author: the income, and of the buyer only 读**. */
export const sale = z.object({
  orderId: z.string(),
  postId: z.string(),
  title: z.string(),
  amount: z.number().int(),
  refundedAmount: z.number().int(),
  /** The author's share of what was not refunded. */
  income: z.number().int(),
  paidAt: z.string(),
  isRefunded: z.boolean(),
  buyer: z.string(),
});
export const salePage = cursorPageOf(sale);
export const salesQuery = z.object({ cursor: optionalId('游标'), size });

export type Order = z.infer<typeof order>;
export type OrderPage = z.infer<typeof orderPage>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderInput = z.input<typeof orderInput>;
export type Quote = z.infer<typeof quoteData>;
export type Refund = OrderDetail['refunds'][number];
export type Invoice = NonNullable<OrderDetail['invoice']>;
export type InvoiceRequest = z.input<typeof invoiceRequest>;
export type AdminOrder = z.infer<typeof adminOrder>;
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;
export type AdminRefund = z.infer<typeof adminRefund>;
export type AdminInvoice = z.infer<typeof adminInvoice>;
export type Revenue = z.infer<typeof revenue>;
export type Sale = z.infer<typeof sale>;
