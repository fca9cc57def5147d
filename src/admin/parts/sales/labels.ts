import type { AdminWithdrawal } from '#features/ledger/schema.ts';
import type { AdminOrder, AdminOrderDetail, AdminRefund } from '#features/orders/schema.ts';
import type { Reconciliation } from '#features/payments/schema.ts';

type Tone = 'info' | 'good' | 'warn' | 'bad';
/** Name and colour of a state. */
export type StateLabel = { label: string; tone?: Tone };

export const orderStates: Record<AdminOrder['state'], StateLabel> = {
  pending: { label: '待支付', tone: 'warn' },
  paid: { label: '已支付', tone: 'good' },
  refunding: { label: '退款中', tone: 'warn' },
  refunded: { label: '已退款' },
  closed: { label: '已关闭' },
};
export const orderKinds: Record<AdminOrder['kind'], string> = {
  vip: 'VIP',
  column: '栏目订阅',
  post: '单篇内容',
};
export const closeReasons: Record<NonNullable<AdminOrder['closeReason']>, string> = {
  cancelled: '买家取消',
  expired: '超时未付',
  superseded: '被新订单替代',
};
export const refundStates: Record<AdminRefund['state'], StateLabel> = {
  requested: { label: '待处理', tone: 'warn' },
  approved: { label: '等待退回', tone: 'info' },
  sent: { label: '渠道处理中', tone: 'info' },
  succeeded: { label: '已退回', tone: 'good' },
  failed: { label: '失败', tone: 'bad' },
  rejected: { label: '已拒绝' },
};
export const refundKinds: Record<AdminRefund['kind'], string> = {
  request: '买家申请',
  staff: '后台退款',
  surplus: '多付退回',
  withdrawn: '内容撤回',
};
export const paymentStates: Record<AdminOrderDetail['payments'][number]['state'], StateLabel> = {
  created: { label: '未付', tone: 'warn' },
  succeeded: { label: '到账', tone: 'good' },
  closed: { label: '已关闭' },
};
export const invoiceStates: Record<'requested' | 'issued' | 'rejected', StateLabel> = {
  requested: { label: '待开', tone: 'warn' },
  issued: { label: '已开', tone: 'good' },
  rejected: { label: '已拒绝' },
};

export const reconciliationStates: Record<Reconciliation['state'], StateLabel> = {
  equal: { label: '一致', tone: 'good' },
  different: { label: '有差异', tone: 'bad' },
  failed: { label: '没有完成', tone: 'warn' },
};
export const withdrawalStates: Record<AdminWithdrawal['state'], StateLabel> = {
  requested: { label: '待处理', tone: 'warn' },
  approved: { label: '待打款', tone: 'info' },
  paid: { label: '已打款', tone: 'good' },
  rejected: { label: '已拒绝' },
};

const channelNames: Readonly<Record<string, string>> = {
  native: '扫码',
  jsapi: '微信内',
  h5: '手机浏览器',
  page: '电脑网页',
  wap: '手机网页',
};
export const channelName = (channel: string): string => channelNames[channel] ?? channel;
export const toOptions = (names: Readonly<Record<string, string | StateLabel>>) =>
  Object.entries(names).map(([value, name]) => ({
    value,
    label: typeof name === 'string' ? name : name.label,
  }));

/** Creates a list view for each state. */
export const toViews = (states: Readonly<Record<string, StateLabel>>) =>
  Object.entries(states).map(([state, { label }]) => ({ name: label, filters: { state } }));

/** Formats a period: 3 个月, 7 天. */
export const formatPeriod = ({ months, days }: { months: number | null; days: number | null }): string =>
  months === null ? (days === null ? '永久' : `${days} 天`) : `${months} 个月`;
