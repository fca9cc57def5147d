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

/** What staff call each field; messages say it with the field's name in brackets. */
export const labels: Readonly<Record<string, string>> = {
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
  endpoint: '存储地址',
  region: '地域',
  bucket: '存储桶',
  secretAccessKey: 'AccessKey Secret',
  isPathStyle: '路径风格',
  staffTotp: '编辑部两步验证',
};

export const labelOf = (field: string): string => `${labels[field] ?? field}（${field}）`;

/** A text that may be left empty; what is filled in obeys `piece`, the very one the environment's setting obeys. */
const text = (field: string, piece?: z.ZodType) =>
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

/** What is never read back: left out or empty, what is kept stays. */
const secret = (field: string) =>
  z
    .string({ error: `${labelOf(field)}应为文字` })
    .trim()
    .max(500, { error: `${labelOf(field)}过长，最多 500 个字` })
    .prefault('');

const choice = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, { error: `${labelOf(field)}不正确，可用：${values.join('、')}` });

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
  isPathStyle: z.boolean({ error: `${labelOf('isPathStyle')}应为 true 或 false` }).prefault(false),
});
const security = z.object({ staffTotp: choice('staffTotp', ['optional', 'required']) });

/** What is set at the desk, group by group; each is kept whole. */
export const groups = { site, sms, mail, wechat, storage, security };
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
  storage: { secretAccessKey: ['endpoint', 'accessKeyId'] },
  security: {},
};

/** Groups that hold a secret: they stay where they are when a site goes out. */
export const groupsWithSecrets = groupNames.filter((name) => Object.keys(secrets[name]).length > 0);

/** What a provider cannot do without. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  aliyun: ['accessKeyId', 'accessKeySecret', 'signName', 'templates'],
  smtp: ['server', 'from'],
  wechat: ['appId', 'secret'],
  s3: ['endpoint', 'bucket', 'region', 'accessKeyId', 'secretAccessKey'],
};
