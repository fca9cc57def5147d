import { remembered } from '#kernel/cache/remembered.ts';
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
import { type AliyunSettings, aliyunOf } from '#kernel/sms/aliyun.ts';
import type { S3Settings } from '#kernel/storage/s3-files.ts';
import { type ServiceAccountSettings, serviceAccountOf } from '#kernel/wechat/settings.ts';
import { dayMs, hourMs } from '#shared/dates.ts';
import type { Values } from './desk/groups.ts';
import { type PaySettings, payOf } from './pay.ts';
import { listOpenGroups } from './sealed.ts';

/** The publisher's application at WeChat; `api` is where its calls live, `frame` the origin of its QR page. */
export type WechatSettings = { appId: string; secret: string; api: string; frame: string };

/**
 * What the operator decides about sales: the author's part of what is ordered from now on, in ten-thousandths; for how many
 * days after paying a refund can be asked for; the least an author can ask to be paid out, in fen.
 */
export type TradeSettings = ReturnType<typeof tradeOf>;

/** What a tenant's portal is set to now: what was set at the desk, and where that is silent the environment. */
export type CurrentSettings = {
  /** `url` is the public address without a slash at its end, where the operator says it. */
  site: Omit<Rules<'site'>, 'url'> & { url: string | undefined };
  /** Null: messages are shown in the outbox. */
  sms: AliyunSettings | null;
  mail: SmtpSettings | null;
  wechat: WechatSettings | null;
  /** The service account that may write to who follows it. */
  wechatService: ServiceAccountSettings | null;
  pay: PaySettings;
  references: Rules<'references'>;
  comments: Rules<'comments'>;
  contest: ContestRules;
  trade: TradeSettings;
  /** Null: files lie on the disk. */
  storage: S3Settings | null;
  /** Staff accounts without TOTP hold no permissions until they enrol. */
  staffTotp: boolean;
  /** Milliseconds from a log-in to the end of its session, used or not; `staff`: of an account with a role. */
  sessionLife: SessionLife;
  /** Whether paid bodies carry marks of their readers; the environment never says so. */
  isTracing: boolean;
};

export type SessionLife = { memberMs: number; staffMs: number };

/** Asked at the time of use: remembered in the process, and made anew in every one as soon as the desk changed it. */
export type Settings = (ctx: Context) => Promise<CurrentSettings>;

export const openSettings = (config: Config): Settings =>
  remembered(['settings'], async (ctx) => combine(config, await readGroups(ctx)));

/** The groups that were set at the desk. */
export async function readGroups(ctx: Pick<Context, 'db' | 'tenant'>): Promise<Partial<Groups>> {
  const rows = await listOpenGroups(ctx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The settings that follow from groups, with the environment's for those that are not there. */
export function combine(config: Config, groups: Partial<Groups>): CurrentSettings {
  const { mail, wechat, wechatService, contest } = groups;
  // What a group was stored without was added to it later.
  const stored = <G extends GroupName>(name: G): Groups[G] => ({
    ...environmentGroup(name, config.environment),
    ...groups[name],
  });
  const rules = <G extends GroupName>(name: G) => rulesOf(name, stored(name));
  const site = rules('site');
  const security = rules('security');
  return {
    site: { ...site, url: site.url || config.siteUrl },
    sms: aliyunOf(stored('sms'), config.sms.endpoint),
    mail: mail ? smtpOf(mail) : config.mail,
    wechat: wechat ? wechatOf(wechat, config) : config.wechat,
    wechatService: wechatService
      ? serviceAccountOf(stored('wechatService'), config.wechatPlaces)
      : config.wechatService,
    pay: payOf(config, groups),
    references: rules('references'),
    comments: rules('comments'),
    contest: contest ? { ...rules('contest'), isGeneratorChosen: true } : config.contest,
    trade: tradeOf(rules('trade')),
    storage: s3Of(stored('storage')),
    staffTotp: security.staffTotp === 'required',
    sessionLife: { memberMs: security.sessionDays * dayMs, staffMs: security.staffSessionHours * hourMs },
    isTracing: security.tracing === 'on',
  };
}

/** What the environment says of a group, as the form would have sent it. */
export function readEnvironmentGroup(config: Config, name: GroupName): Values {
  const values = environmentGroup(name, config.environment);
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
  return provider === 'wechat' ? { ...keys, ...config.wechatPlaces } : null;
}

const tradeOf = (rules: Rules<'trade'>) => ({
  ...rules,
  authorShare: rules.authorShare * 100,
  withdrawalLeast: rules.withdrawalLeast * 100,
});

function s3Of({ provider, ...bucket }: Groups['storage']): S3Settings | null {
  return provider === 's3' ? bucket : null;
}
