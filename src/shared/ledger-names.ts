const gatewayNames: Readonly<Record<string, string>> = {
  wechat: '微信支付',
  alipay: '支付宝',
  sandbox: '沙箱',
};
const accountNames: Readonly<Record<string, string>> = {
  bank: '银行',
  revenue: '平台收入',
  'owed:surplus': '待退的多收款',
  withdrawals: '待打款的提现',
  authors: '应付全部作者',
};
const bookingKinds: Readonly<Record<string, string>> = {
  sale: '销售',
  surplus: '多收',
  refund: '退款',
  surplus_refund: '多收退回',
  settlement: '提现通过或退回',
  withdrawal: '打款',
  fee: '手续费',
};

export const gatewayName = (gateway: string | null): string =>
  gateway === null ? '—' : (gatewayNames[gateway] ?? gateway);
export const bookingKind = (kind: string): string => bookingKinds[kind] ?? kind;

/** Chinese name of a ledger account: `gateway:wechat` is 微信支付, `author:12` is 作者 长堤, or without a name 作者 12. */
export function accountName(account: string, authorName?: string | null): string {
  const [kind, rest = ''] = account.split(':');
  if (kind === 'gateway') return gatewayName(rest);
  if (kind === 'author') return `作者 ${authorName ?? rest}`;
  return accountNames[account] ?? account;
}

export const gatewayOptions = Object.entries(gatewayNames).map(([value, label]) => ({ value, label }));
