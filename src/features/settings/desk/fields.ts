import { z } from 'zod';

/** What staff call each field; messages say it with the field's name in brackets. */
const labels: Readonly<Record<string, string>> = {
  name: '网站名称',
  url: '网站地址',
  icp: 'ICP 备案号',
  icpLicence: 'ICP 许可证号',
  police: '公安备案号',
  newsLicence: '互联网新闻信息服务许可证号',
  complaints: '举报与投诉方式',
  provider: '方式',
  accessKeyId: 'AccessKey ID',
  accessKeySecret: 'AccessKey Secret',
  signName: '短信签名',
  templates: '短信模板',
  server: '邮件服务器',
  user: '邮箱用户名',
  password: '邮箱密码',
  from: '发件人',
  appId: 'AppID',
  secret: 'AppSecret',
  account: '服务号名称',
  templateIds: '模板 ID',
  templateFields: '模板字段',
  endpoint: '存储地址',
  region: '地域',
  bucket: '存储桶',
  secretAccessKey: 'AccessKey Secret',
  isPathStyle: '路径风格',
  staffTotp: '编辑部两步验证',
  tracing: '付费内容溯源',
  merchantId: '商户号',
  serial: '商户证书序列号',
  privateKey: '私钥',
  apiKey: 'APIv3 密钥',
  publicKeyId: '微信支付公钥 ID',
  publicKey: '公钥',
  appSecret: 'AppSecret',
  sellerId: '收款支付宝账号',
  mode: '合规模式',
  drafts: '草稿上限',
  reviews: '同时送审上限',
  daily: '每日送审上限',
  selfReview: '可以审核自己的内参',
  riskText: '风险提示',
  isOpen: '开放评论',
  moderation: '审核方式',
  isMobileRequired: '绑定手机号才能评论',
  authorShare: '作者分成',
  refundDays: '退款期限',
  withdrawalLeast: '最低提现金额',
  freshSeconds: '行情有效时间',
  generator: '虚构行情',
  pullUrl: '行情地址',
  pullSeconds: '抓取间隔',
  pullHeader: '请求头',
};

/** A field as messages name it: `短信签名（signName）`. */
export const labelOf = (field: string): string => `${labels[field] ?? field}（${field}）`;

/** A text that may be left empty; what is filled in obeys `piece`, the very one the environment's setting obeys. */
export const text = (field: string, piece?: z.ZodType) =>
  z
    .string({ error: `${labelOf(field)}应为文字` })
    .trim()
    .max(500, { error: `${labelOf(field)}过长，最多 500 个字` })
    .superRefine((value, check) => {
      const read = value === '' ? undefined : piece?.safeParse(value);
      if (read?.error)
        check.addIssue({
          code: 'custom',
          message: `${labelOf(field)}${read.error.issues[0]?.message ?? '不正确'}`,
        });
    })
    .prefault('');

/** On or off. */
export const flag = (field: string) => z.boolean({ error: `${labelOf(field)}应为 true 或 false` });

/** What is never read back: left out or empty, what is kept stays. */
export const secret = (field: string, piece?: z.ZodType) => text(field, piece);

/** A whole number within bounds, kept as its digits. */
export const whole = (field: string, unit: string, least: number, most: number) => {
  const error = `${labelOf(field)}应为 ${least} 到 ${most} 的整数，单位是${unit}`;
  return z
    .string({ error })
    .transform((value) => value.normalize('NFKC').trim())
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, { error })
    .transform((value) => String(Number(value)));
};

/** One of these. */
export const choice = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, { error: `${labelOf(field)}不正确，可用：${values.join('、')}` });
