import { contestTargetNames, contestTypeNames, contestValueNames } from './contest-names.ts';

/** Chinese names of sales and payment fields in the audit log. */
export const moneyNames: Readonly<Record<string, string>> = {
  price: '价格',
  firstPrice: '首次价',
  months: '月数',
  isTrial: '体验套餐',
  isActive: '启用',
  code: '优惠码',
  amountOff: '减免金额',
  percentOff: '减免（%）',
  leastPrice: '最低金额',
  scope: '范围',
  targetId: '对象编号',
  totalLimit: '总次数',
  memberLimit: '每人次数',
  count: '数量',
  revoked: '作废个数',
  codeId: '兑换码编号',
  refundId: '退款编号',
  amount: '金额',
  refunded: '已退',
  error: '渠道答复',
  note: '说明',
  gateway: '渠道',
  day: '日期',
  differences: '差异数',
  to: '至',
  merchantId: '商户号',
  serial: '商户证书序列号',
  privateKey: '私钥',
  apiKey: 'APIv3 密钥',
  publicKeyId: '微信支付公钥 ID',
  publicKey: '公钥',
  appSecret: 'AppSecret',
  sellerId: '收款支付宝账号',
};

/** Fields in fen, displayed in yuan. */
export const fenFields: ReadonlySet<string> = new Set([
  'price',
  'firstPrice',
  'amountOff',
  'leastPrice',
  'amount',
  'refunded',
  'startingCash',
  'commissionLeast',
]);

const scopes = { all: '全部', vip: 'VIP', column: '栏目订阅', post: '单篇内容' };
const gateway = { wechat: '微信支付', alipay: '支付宝', sandbox: '沙箱' };
const decisions = { requested: '待处理', approved: '已同意', rejected: '已拒绝', failed: '失败' };

/**
 * Chinese names of field values, by target type and field: `paid` means one thing for an order, another for a payout.
 */
export const moneyValueNames: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
> = {
  ...contestValueNames,
  order: {
    state: {
      all: '全部',
      pending: '待支付',
      paid: '已支付',
      refunding: '退款中',
      refunded: '已退款',
      closed: '已关闭',
    },
    kind: scopes,
  },
  refund: { state: decisions },
  invoice: { state: { ...decisions, issued: '已开' } },
  withdrawal: { state: { ...decisions, paid: '已打款' } },
  reconciliation: { state: { equal: '一致', different: '有差异', failed: '失败' }, gateway },
  plan: { scope: scopes },
  coupon: { scope: scopes },
  redeem: { scope: scopes },
  settings: {
    generator: { off: '关闭', hours: '交易时间内', always: '全天' },
    provider: {
      none: '不开通',
      wechat: '微信',
      alipay: '支付宝',
      outbox: '发件箱',
      aliyun: '阿里云',
      smtp: 'SMTP',
      disk: '本机硬盘',
      s3: 'S3',
    },
  },
};

/** Chinese names of target types; an id follows the name. */
export const typeNames: Readonly<Record<string, string>> = {
  plan: '套餐',
  coupon: '优惠券',
  redeem: '兑换码批次',
  order: '订单',
  refund: '退款',
  invoice: '发票',
  withdrawal: '提现',
  reconciliation: '对账',
  'leak-scan': '泄漏检查',
  page: '单页',
  'api-key': '接口密钥',
  webhook: '事件推送',
  engine: '搜索引擎',
  ...contestTypeNames,
};
/** Chinese names of targets that are not a single record. */
export const targetNames: Readonly<Record<string, string>> = {
  'order:all': '全部订单',
  'post:many': '多篇稿件',
  'footer:1': '页脚',
  'menu:1': '菜单',
  'settings:site': '设置 › 站点',
  'settings:sms': '设置 › 短信',
  'settings:mail': '设置 › 邮件',
  'settings:wechat': '设置 › 微信登录',
  'settings:wechatPay': '设置 › 微信支付',
  'settings:alipay': '设置 › 支付宝',
  'settings:trade': '设置 › 交易',
  'settings:statistics': '设置 › 访问统计',
  'settings:engines': '设置 › 搜索引擎',
  'settings:storage': '设置 › 文件存储',
  'settings:security': '设置 › 安全',
  'go-live:domain': '上线清单 › 域名',
  'go-live:filing': '上线清单 › 备案',
  'go-live:agreements': '上线清单 › 协议',
  'go-live:sms': '上线清单 › 短信',
  'go-live:mail': '上线清单 › 邮件',
  'go-live:payment': '上线清单 › 支付',
  'go-live:backup': '上线清单 › 备份',
  'go-live:mode': '上线清单 › 正式模式',
  'go-live:dismissed': '上线清单',
  'leak:text': '外泄的文字',
  'leak:number': '阅读编号',
  ...contestTargetNames,
};
