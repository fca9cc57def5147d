import { z } from 'zod';
import { oneOf } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

const gatewayNames = ['wechat', 'alipay', 'sandbox'] as const;
const channels = ['native', 'jsapi', 'h5', 'page', 'wap'] as const;

/** Accepts only paths of this site: browsers treat `//elsewhere.cn` and `/\\elsewhere.cn` as other sites' addresses. */
const isPath = (path: string): boolean =>
  path.startsWith('/') && URL.parse(path, 'https://portal.invalid')?.origin === 'https://portal.invalid';

export const payBody = z.object({
  id: id('订单编号'),
  gateway: oneOf('支付渠道', gatewayNames),
  channel: oneOf('支付方式', channels),
  /** Inside WeChat: the authorisation code from its browser. */
  code: optionalText('微信授权码', 200),
  /** The path of this site to which gateways return the buyer. */
  back: optionalText('返回地址', 2000).refine((path = '/') => isPath(path), {
    error: '返回地址应为本站的路径，如 /vip',
  }),
});

/** How to continue the payment: one of the three is set. */
export const paymentStart = z.object({
  orderId: z.string(),
  state: z.enum(['pending', 'paid']),
  gateway: z.enum(gatewayNames),
  channel: z.enum(channels),
  /** Fen. */
  amount: z.number().int(),
  expiresAt: z.string(),
  /** Text of a QR code. */
  codeUrl: z.string().nullable(),
  /** Address for a redirect. */
  redirectUrl: z.string().nullable(),
  /** Parameters of `WeixinJSBridge` inside WeChat. */
  jsapi: z.record(z.string(), z.string()).nullable(),
});

export const orderQuery = z.object({ id: id('订单编号') });

export const payState = z.object({
  orderId: z.string(),
  state: z.enum(['pending', 'paid', 'refunding', 'refunded', 'closed']),
  amount: z.number().int(),
  expiresAt: z.string(),
  paidAt: z.string().nullable(),
  /** The newest attempt, which can be continued. */
  attempt: z.object({ gateway: z.string(), channel: z.string(), startedAt: z.string() }).nullable(),
  /** Whether the order has a surplus payment, which is being refunded. */
  hasSurplus: z.boolean(),
});

export const payChannels = z.object({
  gateways: z.array(
    z.object({ name: z.enum(gatewayNames), label: z.string(), channels: z.array(z.enum(channels)) }),
  ),
  /** The application whose code `payOrder` needs inside WeChat; null where it is not configured. */
  wechatAppId: z.string().nullable(),
});

const day = z
  .string({ error: '请提供账单日期' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    error: '账单日期不正确，应为 2026-11-20',
  })
  .meta({ title: '账单日期', examples: ['2026-11-20'] });

export const runBody = z.object({ gateway: oneOf('支付渠道', gatewayNames), day });

export const reconciliationQuery = z.object({
  gateway: oneOf('支付渠道', gatewayNames).optional(),
  state: choice('结果', ['all', 'equal', 'different', 'failed'], 'all'),
  cursor: optionalId('游标'),
  size,
});

export const difference = z.object({
  /** The line is missing on one side, or the amounts differ. */
  kind: z.enum(['missing_here', 'missing_there', 'amount']),
  what: z.enum(['payment', 'refund']),
  /** Our number of the attempt or refund. */
  number: z.string(),
  /** Fen; null on the side that lacks the line. */
  ours: z.number().int().nullable(),
  theirs: z.number().int().nullable(),
});

export const reconciliation = z.object({
  id: z.string(),
  gateway: z.enum(gatewayNames),
  day: z.string(),
  state: z.enum(['equal', 'different', 'failed']),
  oursCount: z.number().int(),
  /** Fen, payments less refunds. */
  oursAmount: z.number().int(),
  theirsCount: z.number().int(),
  theirsAmount: z.number().int(),
  differences: z.array(difference),
  error: z.string(),
  madeAt: z.string(),
});

export const reconciliationPage = cursorPageOf(reconciliation);

export type PayStart = z.infer<typeof paymentStart>;
export type PayState = z.infer<typeof payState>;
export type PayChannels = z.infer<typeof payChannels>;
export type Reconciliation = z.infer<typeof reconciliation>;
export type ReconciliationPage = z.infer<typeof reconciliationPage>;
