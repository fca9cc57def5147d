import type { Order, Refund } from '#features/orders/schema.ts';
import type { StateProps } from '#ui/marks/tag.tsx';

type Look = { tone: StateProps['tone']; label: string };

/** What people call the state of an order. */
export function lookOf({ state, closeReason, refundedAmount }: Order): Look {
  if (state === 'pending') return { tone: 'wait', label: '待支付' };
  if (state === 'refunding') return { tone: 'wait', label: '退款中' };
  if (state === 'refunded') return { tone: 'off', label: '已退款' };
  if (state === 'closed') return { tone: 'off', label: closeReason === 'expired' ? '超时关闭' : '已取消' };
  return refundedAmount > 0 ? { tone: 'ok', label: '已支付，部分退款' } : { tone: 'ok', label: '已支付' };
}

const refunds: Readonly<Record<Refund['state'], string>> = {
  requested: '等待编辑部处理',
  approved: '已同意，正在退回',
  sent: '支付渠道处理中',
  succeeded: '已退回',
  failed: '退回遇到问题，编辑部会处理',
  rejected: '没有同意',
};
export const refundWords = ({ state }: Refund): string => refunds[state];

const gateways: Readonly<Record<string, string>> = {
  wechat: '微信支付',
  alipay: '支付宝',
  sandbox: '沙箱支付',
};
export const gatewayName = (gateway: string | null): string =>
  gateway ? (gateways[gateway] ?? gateway) : '—';
