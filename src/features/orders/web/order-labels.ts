import type { StateLabelProps } from '#ui/display/tag.tsx';
import type { Order, Refund } from '../schema.ts';

type StateDisplay = { tone: StateLabelProps['tone']; label: string };

export function describeOrderState({ state, closeReason, refundedAmount }: Order): StateDisplay {
  if (state === 'pending') return { tone: 'wait', label: '待支付' };
  if (state === 'refunding') return { tone: 'wait', label: '退款中' };
  if (state === 'refunded') return { tone: 'off', label: '已退款' };
  if (state === 'closed') return { tone: 'off', label: closeReason === 'expired' ? '超时关闭' : '已取消' };
  return refundedAmount > 0 ? { tone: 'ok', label: '已支付，部分退款' } : { tone: 'ok', label: '已支付' };
}

const refundStateNames: Readonly<Record<Refund['state'], string>> = {
  requested: '等待编辑部处理',
  approved: '已同意，正在退回',
  sent: '支付渠道处理中',
  succeeded: '已退回',
  failed: '退回遇到问题，编辑部会处理',
  rejected: '没有同意',
};
export const describeRefund = ({ state }: Refund): string => refundStateNames[state];

const gatewayNames: Readonly<Record<string, string>> = {
  wechat: '微信支付',
  alipay: '支付宝',
  sandbox: '沙箱支付',
};
export const gatewayName = (gateway: string | null): string =>
  gateway ? (gatewayNames[gateway] ?? gateway) : '—';
