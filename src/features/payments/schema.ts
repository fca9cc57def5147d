import { z } from 'zod';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

const gatewayNames = ['wechat', 'alipay', 'sandbox'] as const;
const channels = ['native', 'jsapi', 'h5', 'page', 'wap'] as const;

const chosen = <const T extends readonly [string, ...string[]]>(name: string, label: string, values: T) =>
  z.enum(values, { error: `${label}（${name}）不正确，可用：${values.join('、')}` });

/** Nothing that leads elsewhere: `//elsewhere.cn` and `/\\elsewhere.cn` are other sites' addresses to a browser. */
const isPath = (path: string): boolean =>
  path.startsWith('/') && URL.parse(path, 'https://portal.invalid')?.origin === 'https://portal.invalid';

export const payBody = z.object({
  id: id('id', '订单编号'),
  gateway: chosen('gateway', '支付渠道', gatewayNames),
  channel: chosen('channel', '支付方式', channels),
  /** Inside WeChat: the code that its browser brought back. */
  code: optionalText('code', '微信授权码', 200),
  /** Where gateways lead the buyer back to: a path of this site. */
  back: optionalText('back', '返回地址', 2000).refine((path = '/') => isPath(path), {
    error: '返回地址（back）应为本站的路径，如 /vip',
  }),
});

/** How to go on paying: one of the three is there. */
export const started = z.object({
  orderId: z.string(),
  state: z.enum(['pending', 'paid']),
  gateway: z.enum(gatewayNames),
  channel: z.enum(channels),
  /** Fen. */
  amount: z.number().int(),
  expiresAt: z.string(),
  /** To be shown as a QR code. */
  codeUrl: z.string().nullable(),
  /** To be gone to. */
  redirectUrl: z.string().nullable(),
  /** For `WeixinJSBridge` inside WeChat. */
  jsapi: z.record(z.string(), z.string()).nullable(),
});

export const orderQuery = z.object({ id: id('id', '订单编号') });

export const payState = z.object({
  orderId: z.string(),
  state: z.enum(['pending', 'paid', 'refunding', 'refunded', 'closed']),
  amount: z.number().int(),
  expiresAt: z.string(),
  paidAt: z.string().nullable(),
  /** The newest attempt, to go on with. */
  attempt: z.object({ gateway: z.string(), channel: z.string(), startedAt: z.string() }).nullable(),
  /** Money that paid nothing came in too, and is on its way back. */
  hasSurplus: z.boolean(),
});

export const payChannels = z.object({
  gateways: z.array(
    z.object({ name: z.enum(gatewayNames), label: z.string(), channels: z.array(z.enum(channels)) }),
  ),
  /** Whose code `payOrder` takes inside WeChat; null where that way is not set up. */
  wechatAppId: z.string().nullable(),
});

const day = z
  .string({ error: '请提供账单日期（day）' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    error: '账单日期（day）不正确，应为 2026-11-20',
  });

export const runBody = z.object({ gateway: chosen('gateway', '支付渠道', gatewayNames), day });

export const reconciliationQuery = z.object({
  gateway: chosen('gateway', '支付渠道', gatewayNames).optional(),
  state: choice('state', '结果', ['all', 'equal', 'different', 'failed'], 'all'),
  cursor: optionalId('cursor', '游标'),
  size,
});

export const difference = z.object({
  /** What is there on one side only, or on both with another amount. */
  kind: z.enum(['missing_here', 'missing_there', 'amount']),
  what: z.enum(['payment', 'refund']),
  /** Our number, of the attempt or of the refund. */
  number: z.string(),
  /** Fen; null on the side that does not have it. */
  ours: z.number().int().nullable(),
  theirs: z.number().int().nullable(),
});

export const reconciliation = z.object({
  id: z.string(),
  gateway: z.enum(gatewayNames),
  day: z.string(),
  state: z.enum(['equal', 'different', 'failed']),
  oursCount: z.number().int(),
  /** Fen, what came less what went back. */
  oursAmount: z.number().int(),
  theirsCount: z.number().int(),
  theirsAmount: z.number().int(),
  differences: z.array(difference),
  error: z.string(),
  madeAt: z.string(),
});

export const reconciliationPage = cursorPageOf(reconciliation);

export type PayStart = z.infer<typeof started>;
export type PayState = z.infer<typeof payState>;
export type PayChannels = z.infer<typeof payChannels>;
export type Reconciliation = z.infer<typeof reconciliation>;
export type ReconciliationPage = z.infer<typeof reconciliationPage>;
