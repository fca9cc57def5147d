import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Config } from '#kernel/config.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import type { SmtpSettings } from '#kernel/mail/smtp.ts';
import {
  environmentGroup,
  type GroupName,
  type Groups,
  type Rules,
  rulesOf,
} from '#kernel/settings/environment.ts';
import { brandTextOf } from '#kernel/settings/own-brand.ts';
import { type AliyunSettings, aliyunOf } from '#kernel/sms/aliyun.ts';
import type { S3Settings } from '#kernel/storage/storage-place.ts';
import { type ServiceAccountSettings, serviceAccountOf } from '#kernel/wechat/settings.ts';
import { dayMs, hourMs } from '#shared/dates.ts';
import type { GroupValues } from './manage/groups.ts';
import { type PaySettings, payOf } from './pay-settings.ts';
import { listOpenGroups } from './sealed.ts';

/** The publisher's WeChat application; `api` is the address of its API, `frame` the origin of its QR page. */
export type WechatSettings = { appId: string; secret: string; api: string; frame: string };

/**
 * The operator's trade settings: the author's share of new orders, in basis points; the number of days after payment
 * during which a refund can be requested; the minimum payout of an author, in fen.
 */
export type TradeSettings = ReturnType<typeof tradeOf>;

/** A tenant's effective settings: those saved in the back office, else those of the environment. */
export type CurrentSettings = {
  /** `url` is the public address without a trailing slash, if configured. */
  site: Omit<Rules<'site'>, 'url'> & { url: string | undefined };
  /** Null: messages are shown in the outbox. */
  sms: AliyunSettings | null;
  mail: SmtpSettings | null;
  /** How fast letters may be handed to the mail server. */
  mailPace: { perMinute: number; connections: number };
  wechat: WechatSettings | null;
  /** The WeChat service account that can send messages to its followers. */
  wechatService: ServiceAccountSettings | null;
  pay: PaySettings;
  references: Rules<'references'>;
  comments: Rules<'comments'>;
  contest: ContestRules;
  trade: TradeSettings;
  /** Services that count visits. */
  statistics: Rules<'statistics'>;
  /** Pushes to search engines, and codes that verify the site to them. */
  engines: Rules<'engines'>;
  backup: Rules<'backup'>;
  /** Null: files are stored on disk. */
  storage: S3Settings | null;
  /** Staff accounts without TOTP hold no permissions until they enrol. */
  staffTotp: boolean;
  /** Lifetime of a session in milliseconds from login, regardless of use; `staff` applies to accounts with a role. */
  sessionLife: SessionLife;
  /** Whether paid bodies carry watermarks of their readers; cannot be set by the environment. */
  isTracing: boolean;
};

export type SessionLife = { memberMs: number; staffMs: number };

/** Returns the current settings: cached in the process, and invalidated in every process by a change. */
export type Settings = (ctx: Context) => Promise<CurrentSettings>;

export const openSettings = (config: Config): Settings =>
  cachedByTag(['settings'], async (ctx) => combineSettings(config, await readGroups(ctx)));

/** Returns the groups saved in the back office. */
export async function readGroups(ctx: Pick<Context, 'db' | 'tenant'>): Promise<Partial<Groups>> {
  const rows = await listOpenGroups(ctx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Combines saved groups with the environment's values for the others. */
export function combineSettings(config: Config, groups: Partial<Groups>): CurrentSettings {
  const { mail, wechat, wechatService, contest } = groups;
  const stored = <G extends GroupName>(name: G): Groups[G] =>
    mergeGroup(name, environmentGroup(name, config.environment), groups[name]);
  const rules = <G extends GroupName>(name: G) => rulesOf(name, stored(name));
  const site = rules('site');
  const security = rules('security');
  return {
    site: { ...site, url: site.url || config.siteUrl },
    sms: aliyunOf(stored('sms'), config.sms.endpoint),
    mail: mail ? smtpOf(mail) : config.mail,
    mailPace: rules('mail'),
    wechat: wechat ? wechatOf(wechat, config) : config.wechat,
    wechatService: wechatService
      ? serviceAccountOf(stored('wechatService'), config.wechatEndpoints)
      : config.wechatService,
    pay: payOf(config, groups),
    references: rules('references'),
    comments: rules('comments'),
    contest: contest ? { ...rules('contest'), isGeneratorChosen: true } : config.contest,
    trade: tradeOf(rules('trade')),
    statistics: rules('statistics'),
    engines: rules('engines'),
    backup: rules('backup'),
    storage: s3Of(stored('storage')),
    staffTotp: security.staffTotp === 'required',
    sessionLife: { memberMs: security.sessionDays * dayMs, staffMs: security.staffSessionHours * hourMs },
    isTracing: security.tracing === 'on',
  };
}

/** Merges a saved group into the environment's values, which apply to fields added after the group was saved. */
export function mergeGroup<V extends GroupValues>(name: GroupName, environment: V, saved?: Partial<V>): V {
  const values = { ...environment, ...saved };
  if (name !== 'site') return values;
  return { ...values, ...brandTextOf(values as unknown as Groups['site'], saved) };
}

/** Returns the environment's values of a group, in the shape of the form. */
export function readEnvironmentGroup(config: Config, name: GroupName): GroupValues {
  const values = mergeGroup(name, environmentGroup(name, config.environment));
  return name === 'contest' ? { ...values, generator: config.contest.generator } : values;
}

function smtpOf({ provider, server, user, password, from }: Groups['mail']): SmtpSettings | null {
  if (provider !== 'smtp') return null;
  const url = new URL(server);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return { url: url.href, from };
}

function wechatOf({ provider, ...keys }: Groups['wechat'], config: Config): WechatSettings | null {
  return provider === 'wechat' ? { ...keys, ...config.wechatEndpoints } : null;
}

const tradeOf = (rules: Rules<'trade'>) => ({
  ...rules,
  authorShare: rules.authorShare * 100,
  withdrawalLeast: rules.withdrawalLeast * 100,
});

function s3Of({ provider, ...bucket }: Groups['storage']): S3Settings | null {
  return provider === 's3' ? bucket : null;
}
