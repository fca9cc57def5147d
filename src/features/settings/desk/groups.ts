import { z } from 'zod';
import {
  bucketName,
  footerText,
  mailFrom,
  regionName,
  siteName,
  smsTemplates,
  smtpAddress,
  webAddress,
} from '#kernel/setting-pieces.ts';
import { contest } from './contest-group.ts';
import { choice, flag, labelOf, secret, text, whole } from './fields.ts';
import { alipay, wechatPay } from './pay-groups.ts';
import { references } from './reference-group.ts';
import { wechatService } from './wechat-service-group.ts';

// A server alone: who logs in, and with what, stand in fields of their own, of which one is never shown.
const smtpServer = smtpAddress.refine((value) => !URL.parse(value)?.username && !URL.parse(value)?.password, {
  error: '应为 smtps://主机:465，用户名和密码填在下面',
});

const site = z.object({
  name: text('name', siteName).refine((name) => name !== '', {
    error: `${labelOf('name')}应为 1 到 20 个字`,
  }),
  url: text('url', webAddress('https://news.example.cn')).transform((url) => url.replace(/\/+$/, '')),
  icp: text('icp', footerText),
  icpLicence: text('icpLicence', footerText),
  police: text('police', footerText),
  newsLicence: text('newsLicence', footerText),
  complaints: text('complaints', footerText),
});
const sms = z.object({
  provider: choice('provider', ['outbox', 'aliyun']),
  accessKeyId: text('accessKeyId'),
  accessKeySecret: secret('accessKeySecret'),
  signName: text('signName'),
  templates: text('templates', smsTemplates),
});
const mail = z.object({
  provider: choice('provider', ['outbox', 'smtp']),
  server: text('server', smtpServer),
  user: text('user'),
  password: secret('password'),
  from: text('from', mailFrom),
});
const wechat = z.object({
  provider: choice('provider', ['none', 'wechat']),
  appId: text('appId'),
  secret: secret('secret'),
});
const storage = z.object({
  provider: choice('provider', ['disk', 's3']),
  endpoint: text('endpoint', webAddress('https://oss-cn-hangzhou.aliyuncs.com')).transform((url) =>
    url.replace(/\/+$/, ''),
  ),
  region: text('region', regionName),
  bucket: text('bucket', bucketName),
  accessKeyId: text('accessKeyId'),
  secretAccessKey: secret('secretAccessKey'),
  isPathStyle: flag('isPathStyle').prefault(false),
});
const security = z.object({
  staffTotp: choice('staffTotp', ['optional', 'required']),
  tracing: choice('tracing', ['off', 'on']).prefault('off'),
});

/** As the environment's: AUTHOR_SHARE, REFUND_DAYS, WITHDRAWAL_LEAST. */
const trade = z.object({
  authorShare: whole('authorShare', '百分比', 0, 100),
  refundDays: whole('refundDays', '天', 0, 365),
  withdrawalLeast: whole('withdrawalLeast', '元', 1, 100_000),
});

const comments = z.object({
  isOpen: flag('isOpen'),
  moderation: choice('moderation', ['pre', 'post']),
  isMobileRequired: flag('isMobileRequired'),
});

/** What is set at the desk, group by group; each is kept whole. */
export const groups = {
  site,
  sms,
  mail,
  wechat,
  wechatService,
  wechatPay,
  alipay,
  trade,
  references,
  comments,
  contest,
  storage,
  security,
};
export type GroupName = keyof typeof groups;
export type Groups = { [G in GroupName]: z.output<(typeof groups)[G]> };
export const groupNames = Object.keys(groups) as GroupName[];

/** Any group's fields, where it does not matter whose they are. */
export type Values = Readonly<Record<string, string | boolean>>;

/**
 * The fields that are never shown, each with those it is worth something together with: whoever could change where a
 * kept password is sent could read it.
 */
export const secrets: Readonly<Record<GroupName, Readonly<Record<string, readonly string[]>>>> = {
  site: {},
  sms: { accessKeySecret: ['accessKeyId'] },
  mail: { password: ['server', 'user'] },
  wechat: { secret: ['appId'] },
  wechatService: { secret: ['appId'] },
  wechatPay: { privateKey: ['merchantId', 'serial'], apiKey: ['merchantId'], appSecret: ['appId'] },
  alipay: { privateKey: ['appId'] },
  references: {},
  comments: {},
  contest: { pullHeader: ['pullUrl'] },
  trade: {},
  storage: { secretAccessKey: ['endpoint', 'accessKeyId'] },
  security: {},
};

/** Groups that hold a secret: they stay where they are when a site goes out. */
export const groupsWithSecrets = groupNames.filter((name) => Object.keys(secrets[name]).length > 0);

/** What a group cannot do without once it is to work by this provider. */
const needed: Readonly<Partial<Record<GroupName, Readonly<Record<string, readonly string[]>>>>> = {
  sms: { aliyun: ['accessKeyId', 'accessKeySecret', 'signName', 'templates'] },
  mail: { smtp: ['server', 'from'] },
  wechat: { wechat: ['appId', 'secret'] },
  wechatService: { wechat: ['appId', 'secret', 'account', 'templateIds'] },
  wechatPay: {
    wechat: ['merchantId', 'appId', 'serial', 'privateKey', 'apiKey', 'publicKeyId', 'publicKey'],
  },
  alipay: { alipay: ['appId', 'sellerId', 'privateKey', 'publicKey'] },
  storage: { s3: ['endpoint', 'bucket', 'region', 'accessKeyId', 'secretAccessKey'] },
};

/** What these values must hold, since their provider needs it; null where nobody outside is to be reached. */
export const neededBy = (group: GroupName, { provider }: Values): readonly string[] | null =>
  needed[group]?.[String(provider)] ?? null;
