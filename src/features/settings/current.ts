import { remembered } from '#kernel/cache/remembered.ts';
import type { Config } from '#kernel/config.ts';
import type { CommentRules } from '#kernel/config-comments.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { ReferenceRules } from '#kernel/config-references.ts';
import type { Context } from '#kernel/context.ts';
import type { SmtpSettings } from '#kernel/mail/smtp.ts';
import { smsTemplates, writeTemplates } from '#kernel/setting-pieces.ts';
import type { AliyunSettings } from '#kernel/sms/aliyun.ts';
import type { S3Settings } from '#kernel/storage/s3-files.ts';
import type { ServiceAccountSettings } from '#kernel/wechat/settings.ts';
import { contestGroupOf, contestRulesOf } from './desk/contest-group.ts';
import { listGroups } from './desk/group-queries.ts';
import type { Groups } from './desk/groups.ts';
import { referenceGroupOf, referenceRulesOf } from './desk/reference-group.ts';
import { serviceAccountOf, serviceGroupOf } from './desk/wechat-service-group.ts';
import { type PaySettings, payGroupsOf, payOf } from './pay.ts';

/** On whatever shows or uses what is set at the desk. */
export const settingsTag = 'settings';

/** The publisher's application at WeChat; `api` is where its calls live, `frame` the origin of its QR page. */
export type WechatSettings = { appId: string; secret: string; api: string; frame: string };

/**
 * What the operator decides about sales: the author's part of what is ordered from now on, in ten-thousandths; for how many
 * days after paying a refund can be asked for; the least an author can ask to be paid out, in fen.
 */
export type TradeSettings = Config['trade'];

/** What a tenant's portal is set to now: what was set at the desk, and where that is silent the environment. */
export type CurrentSettings = {
  /** `url` is the public address without a slash at its end, where the operator says it. */
  site: Omit<Groups['site'], 'url'> & { url: string | undefined };
  /** Null: messages are shown in the outbox. */
  sms: AliyunSettings | null;
  mail: SmtpSettings | null;
  wechat: WechatSettings | null;
  /** The service account that may write to who follows it. */
  wechatService: ServiceAccountSettings | null;
  pay: PaySettings;
  references: ReferenceRules;
  comments: CommentRules;
  contest: ContestRules;
  trade: TradeSettings;
  /** Null: files lie on the disk. */
  storage: S3Settings | null;
  /** Staff accounts without TOTP hold no permissions until they enrol. */
  staffTotp: boolean;
  /** Whether paid bodies carry marks of their readers; the environment never says so. */
  isTracing: boolean;
};

/** Asked at the time of use: remembered in the process, and made anew in every one as soon as the desk changed it. */
export type Settings = (ctx: Context) => Promise<CurrentSettings>;

export const openSettings = (config: Config): Settings =>
  remembered([settingsTag], async ({ db }) => combine(config, await readGroups(db)));

/** The groups that were set at the desk. */
export async function readGroups(db: Context['db']): Promise<Partial<Groups>> {
  const rows = await listGroups(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The settings that follow from groups, with the environment's for those that are not there. */
export function combine(config: Config, groups: Partial<Groups>): CurrentSettings {
  const { site, sms, mail, wechat, wechatService, references, comments, contest, trade, storage, security } =
    groups;
  return {
    site: { ...config.site, ...site, url: site?.url || config.siteUrl },
    sms: sms ? aliyunOf(sms, config.sms.endpoint) : config.sms.aliyun,
    mail: mail ? smtpOf(mail) : config.mail,
    wechat: wechat ? wechatOf(wechat, config) : config.wechat,
    wechatService: wechatService ? serviceAccountOf(wechatService, config) : config.wechatService,
    pay: payOf(config, groups),
    references: references ? referenceRulesOf(references) : config.references,
    comments: comments ?? config.comments,
    contest: contest ? contestRulesOf(contest) : config.contest,
    trade: trade ? tradeOf(trade) : config.trade,
    storage: storage ? s3Of(storage) : config.storage,
    staffTotp: security ? security.staffTotp === 'required' : config.staffTotp,
    isTracing: security?.tracing === 'on',
  };
}

/** What the environment says, as the desk would have filled it in. */
export function environmentGroups(config: Config): Groups {
  const { site, siteUrl = '', sms, mail, wechat, trade, storage, staffTotp } = config;
  const isOwnWechat = wechat !== null && config.wechatSandboxPort === null;
  return {
    site: { ...site, url: siteUrl },
    sms: {
      provider: sms.aliyun ? 'aliyun' : 'outbox',
      accessKeyId: sms.aliyun?.accessKeyId ?? '',
      accessKeySecret: sms.aliyun?.accessKeySecret ?? '',
      signName: sms.aliyun?.signName ?? '',
      templates: sms.aliyun ? writeTemplates(sms.aliyun.templates) : '',
    },
    mail: mail ? splitSmtp(mail) : { provider: 'outbox', server: '', user: '', password: '', from: '' },
    wechat: {
      provider: isOwnWechat ? 'wechat' : 'none',
      appId: isOwnWechat ? wechat.appId : '',
      secret: isOwnWechat ? wechat.secret : '',
    },
    wechatService: serviceGroupOf(config.hasOwnWechatService ? config.wechatService : null),
    ...payGroupsOf(config),
    references: referenceGroupOf(config.references),
    comments: config.comments,
    contest: contestGroupOf(config.contest),
    trade: {
      authorShare: String(trade.authorShare / 100),
      refundDays: String(trade.refundDays),
      withdrawalLeast: String(trade.withdrawalLeast / 100),
    },
    storage: storage
      ? { provider: 's3', ...storage }
      : {
          provider: 'disk',
          endpoint: '',
          region: '',
          bucket: '',
          accessKeyId: '',
          secretAccessKey: '',
          isPathStyle: false,
        },
    security: { staffTotp: staffTotp ? 'required' : 'optional', tracing: 'off' },
  };
}

function aliyunOf({ provider, templates, ...keys }: Groups['sms'], endpoint: string): AliyunSettings | null {
  if (provider !== 'aliyun') return null;
  return { ...keys, templates: smsTemplates.parse(templates), endpoint };
}

function smtpOf({ provider, server, user, password, from }: Groups['mail']): SmtpSettings | null {
  if (provider !== 'smtp') return null;
  const url = new URL(server);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return { url: url.href, from };
}

function splitSmtp({ url, from }: SmtpSettings): Groups['mail'] {
  const { protocol, host, username, password } = new URL(url);
  return {
    provider: 'smtp',
    server: `${protocol}//${host}`,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from,
  };
}

function wechatOf({ provider, ...keys }: Groups['wechat'], config: Config): WechatSettings | null {
  return provider === 'wechat' ? { ...keys, ...config.wechatPlaces } : null;
}

const tradeOf = ({ authorShare, refundDays, withdrawalLeast }: Groups['trade']): TradeSettings => ({
  authorShare: Number(authorShare) * 100,
  refundDays: Number(refundDays),
  withdrawalLeast: Number(withdrawalLeast) * 100,
});

function s3Of({ provider, ...bucket }: Groups['storage']): S3Settings | null {
  return provider === 's3' ? bucket : null;
}
