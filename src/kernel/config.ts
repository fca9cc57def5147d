import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { commentEnvironment, commentsOf } from './config-comments.ts';
import { contestEnvironment, contestOf } from './config-contest.ts';
import { payEnvironment, payFaults, payOf } from './config-pay.ts';
import { referenceEnvironment, referencesOf } from './config-references.ts';
import {
  bucketName,
  footerText,
  mailFrom,
  regionName,
  siteName,
  smsTemplates,
  smtpAddress,
  webAddress,
} from './setting-pieces.ts';
import type { CodePurpose } from './sms/sender.ts';
import { type ServiceAccountSettings, wechatServiceEnvironment, wechatServiceOf } from './wechat/settings.ts';

/** A tenant as configured: its id (the Tenant-Id header) and the host names whose pages are its own. */
export type TenantSetting = { id: string; hosts: string[] };

/** OWASP's minimum memory for Argon2id with two passes and one lane, in KiB. */
export const defaultPasswordCost = 19_456;

const whole = (label: string, least: number, most: number) => {
  const error = `应为${label}，${least} 到 ${most} 的整数`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

const tenants = z.string().transform((text, check): TenantSetting[] => {
  const list = text.split(',').map((part) => {
    const [id = '', hosts = ''] = part.trim().split('=');
    return { id: id.trim(), hosts: hosts.split('|').filter(Boolean) };
  });
  if (
    list.some(({ id }) => !/^[0-9A-Za-z]{1,12}$/.test(id)) ||
    new Set(list.map(({ id }) => id.toLowerCase())).size < list.length
  )
    check.addIssue({
      code: 'custom',
      message: '应为租户编号，如 000000，或 000000,100001=news.example.cn|m.example.cn',
    });
  return list;
});

const networks = z.string().transform((text, check): string[] => {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const isNetwork = (one: string) => {
    const [net = '', prefix, ...rest] = one.split('/');
    const longest = isIP(net) === 6 ? 128 : 32;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    return isIP(net) !== 0 && isPrefix && rest.length === 0;
  };
  if (!list.every(isNetwork))
    check.addIssue({ code: 'custom', message: '应为地址或网段，如 192.168.1.8,10.0.0.0/24' });
  return list;
});

const environment = z.object({
  PORT: whole('端口', 0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_MODE: z.enum(['demo', 'live'], { error: '应为 demo 或 live' }).default('demo'),
  SITE_NAME: siteName.default('观澜'),
  SITE_URL: webAddress('https://news.example.cn').optional(),
  SITE_ICP: footerText.default(''),
  SITE_ICP_LICENCE: footerText.default(''),
  SITE_POLICE: footerText.default(''),
  SITE_NEWS_LICENCE: footerText.default(''),
  SITE_COMPLAINTS: footerText.default(''),
  DEMO_CONTENT: z.enum(['true', 'false'], { error: '应为 true 或 false' }).default('true'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: '应为 postgres://用户:密码@主机/库' }).optional(),
  DATABASE_POOL: whole('连接数', 2, 200).default(10),
  API_BASE: z
    .string()
    .regex(/^\/[a-z0-9/-]*[a-z0-9]$/, { error: '应为以 / 开头的路径，如 /api' })
    .default('/api'),
  API_CLIENT: z
    .string()
    .regex(/^[^:]+:.+$/, { error: '应为 id:secret' })
    .default('guanlan:guanlan'),
  TENANTS: tenants.default([{ id: '000000', hosts: [] }]),
  WEB_PROCESSES: whole('进程数', 1, 128).default(availableParallelism()),
  TRUST_PROXY: whole('反向代理的层数', 0, 10).default(0),
  PAGE_CACHE_MB: whole('兆字节数', 0, 8192).default(64),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], { error: '应为 silent、error、warn、info 或 debug' })
    .default('warn'),
  SMS_PROVIDER: z.enum(['outbox', 'aliyun'], { error: '应为 outbox 或 aliyun' }).default('outbox'),
  SMS_PER_MINUTE: whole('次数', 1, 60).default(1),
  SMS_PER_DAY: whole('次数', 1, 10_000).default(10),
  SMS_PER_ADDRESS_DAY: whole('次数', 1, 1_000_000).default(30),
  PROOF_COST: whole('轮数', 1, 1_000_000).default(3000),
  PASSWORD_COST: whole('KiB 数', 8, 4_194_304).default(defaultPasswordCost),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN: z.string().optional(),
  ALIYUN_SMS_TEMPLATES: smsTemplates.optional(),
  ALIYUN_SMS_ENDPOINT: webAddress('https://dysmsapi.aliyuncs.com').default('https://dysmsapi.aliyuncs.com'),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailFrom.optional(),
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_API: webAddress('https://api.weixin.qq.com').default('https://api.weixin.qq.com'),
  WECHAT_FRAME_ORIGIN: webAddress('https://open.weixin.qq.com').optional(),
  WECHAT_SANDBOX_PORT: whole('端口', 1, 65_535).optional(),
  ...wechatServiceEnvironment,
  ...payEnvironment,
  AUTHOR_SHARE: whole('百分数', 0, 100).default(70),
  REFUND_DAYS: whole('天数', 0, 365).default(7),
  WITHDRAWAL_LEAST: whole('元', 1, 100_000).default(100),
  S3_ENDPOINT: webAddress('https://oss-cn-hangzhou.aliyuncs.com').optional(),
  S3_REGION: regionName.default('us-east-1'),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['0', '1'], { error: '应为 0 或 1' }).default('0'),
  ...referenceEnvironment,
  ...commentEnvironment,
  ...contestEnvironment,
  FEED_NETWORKS: networks.default([]),
  STAFF_TOTP: z.enum(['optional', 'required'], { error: '应为 optional 或 required' }).default('optional'),
});

/** Every setting of the portal, typed; directories are absolute paths, `apiClient` is `id:secret`. */
export type Config = ReturnType<typeof shape>;

/** A setting that cannot be used; the message names it and says what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment and, where they are silent, from `.env` in the working folder.
 * It is the only reader of process.env.
 * @throws ConfigError naming each bad setting; an empty value counts as absent
 */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  if (source === process.env && existsSync('.env')) process.loadEnvFile('.env');
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (!read.success)
    throw new ConfigError(
      read.error.issues.map((issue) => `设置 ${issue.path.join('.')} 不可用：${issue.message}`).join('\n'),
    );
  const config = shape(read.data);
  const faults = [
    ...missingTogether(read.data),
    ...payFaults(read.data),
    ...defaultsWhenLive(config, read.data),
  ];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** Puts what the supervisor found out (the embedded server's address) in place, before anything reads settings. */
export function overrideSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings);
}

function shape(env: z.infer<typeof environment>) {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    siteMode: env.SITE_MODE,
    /** A demo starts with the demo edition, or empty. */
    hasDemoContent: env.DEMO_CONTENT === 'true',
    siteUrl: env.SITE_URL?.replace(/\/$/, ''),
    /** Where this machine reaches the portal itself. */
    ownAddress: originAt(env, env.PORT),
    site: {
      name: env.SITE_NAME,
      icp: env.SITE_ICP,
      icpLicence: env.SITE_ICP_LICENCE,
      police: env.SITE_POLICE,
      newsLicence: env.SITE_NEWS_LICENCE,
      complaints: env.SITE_COMPLAINTS,
    },
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    apiBase: env.API_BASE,
    apiClient: env.API_CLIENT,
    tenants: env.TENANTS,
    webProcesses: env.WEB_PROCESSES,
    trustProxy: env.TRUST_PROXY,
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    feedNetworks: env.FEED_NETWORKS,
    logLevel: env.LOG_LEVEL,
    sms: {
      aliyun:
        env.SMS_PROVIDER === 'aliyun'
          ? {
              accessKeyId: env.ALIYUN_ACCESS_KEY_ID ?? '',
              accessKeySecret: env.ALIYUN_ACCESS_KEY_SECRET ?? '',
              signName: env.ALIYUN_SMS_SIGN ?? '',
              templates: env.ALIYUN_SMS_TEMPLATES ?? ({} as Record<CodePurpose, string>),
              endpoint: env.ALIYUN_SMS_ENDPOINT,
            }
          : null,
      /** Where Aliyun's calls live, for keys set at the desk. */
      endpoint: env.ALIYUN_SMS_ENDPOINT,
      limits: {
        perMinute: env.SMS_PER_MINUTE,
        perDay: env.SMS_PER_DAY,
        perAddressDay: env.SMS_PER_ADDRESS_DAY,
      },
    },
    proofCost: env.PROOF_COST,
    /** Memory of one password hash in KiB. */
    passwordCost: env.PASSWORD_COST,
    mail: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? '' } : null,
    wechat: wechatOf(env),
    wechatService: serviceOf(env),
    /** Not the stand-in's. */
    hasOwnWechatService: env.WECHAT_SERVICE_APP_ID !== undefined,
    /** Where WeChat lives for an application set at the desk, whatever stands in for it meanwhile. */
    wechatPlaces: {
      api: env.WECHAT_API.replace(/\/$/, ''),
      frame: env.WECHAT_FRAME_ORIGIN ? new URL(env.WECHAT_FRAME_ORIGIN).origin : wechatOrigin,
    },
    wechatFrameOrigin: frameOriginOf(env),
    /** Where the stand-in for WeChat is to listen: 0 for wherever there is room; null without one. */
    wechatSandboxPort: hasWechatSandbox(env) ? (env.WECHAT_SANDBOX_PORT ?? 0) : null,
    /** The stand-in as the process runs it that is to. */
    wechatSandbox:
      hasWechatSandbox(env) && env.WECHAT_SANDBOX_PORT
        ? { host: env.HOST, port: env.WECHAT_SANDBOX_PORT, ...sandboxApplication }
        : null,
    ...payOf(env, { dataDir, host: env.HOST, originOf: (port) => originAt(env, port) }, env.PORT),
    /** Where files are kept; null for the disk. */
    storage: env.S3_BUCKET
      ? {
          endpoint: env.S3_ENDPOINT?.replace(/\/$/, '') ?? '',
          region: env.S3_REGION,
          bucket: env.S3_BUCKET,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
          isPathStyle: env.S3_PATH_STYLE === '1',
        }
      : null,
    staffTotp: env.STAFF_TOTP === 'required',
    /** The author's part of a sale in ten-thousandths, how long refunds may be asked for, the least paid out in fen. */
    trade: {
      authorShare: env.AUTHOR_SHARE * 100,
      refundDays: env.REFUND_DAYS,
      withdrawalLeast: env.WITHDRAWAL_LEAST * 100,
    },
    references: referencesOf(env),
    comments: commentsOf(env),
    contest: contestOf(env),
    /** The folder the person called us from; npm runs scripts in the project's own. */
    callerDir: process.env.INIT_CWD ?? process.cwd(),
    production: process.env.NODE_ENV === 'production',
  };
}

type Environment = z.infer<typeof environment>;

const wechatOrigin = 'https://open.weixin.qq.com';
/** The applications that the stand-in for WeChat knows. */
const sandboxApplication = {
  appId: 'wx0000guanlan0000',
  secret: 'sandbox-secret-of-guanlan',
  service: {
    appId: 'wx0000guanlan0001',
    secret: 'sandbox-secret-of-the-service-account',
    templateId: 'sandbox-template-of-guanlan',
  },
};

// A demo portal without an application of its own gets a WeChat to try, on an origin of its own.
const hasWechatSandbox = (env: Environment): boolean => env.SITE_MODE === 'demo' && !env.WECHAT_APP_ID;

function wechatOf(env: Environment) {
  const frame = frameOriginOf(env);
  if (env.WECHAT_APP_ID)
    return {
      appId: env.WECHAT_APP_ID,
      secret: env.WECHAT_APP_SECRET ?? '',
      api: env.WECHAT_API.replace(/\/$/, ''),
      frame,
    };
  if (!hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return null;
  const { appId, secret } = sandboxApplication;
  return { appId, secret, api: sandboxOrigin(env), frame };
}

function serviceOf(env: Environment): ServiceAccountSettings | null {
  const own = wechatServiceOf(env, {
    api: env.WECHAT_API.replace(/\/$/, ''),
    authorize: env.WECHAT_FRAME_ORIGIN ? new URL(env.WECHAT_FRAME_ORIGIN).origin : wechatOrigin,
  });
  if (own || !hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return own;
  const { appId, secret, templateId } = sandboxApplication.service;
  return {
    appId,
    secret,
    account: '观澜演示服务号',
    templates: { talk: templateId, content: templateId, account: templateId },
    fields: env.WECHAT_SERVICE_FIELDS,
    api: sandboxOrigin(env),
    authorize: frameOriginOf(env),
  };
}

function frameOriginOf(env: Environment): string {
  if (env.WECHAT_FRAME_ORIGIN) return new URL(env.WECHAT_FRAME_ORIGIN).origin;
  if (!hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return wechatOrigin;
  return sandboxOrigin(env);
}

// Whoever listens on every address is reached on this machine; a browser elsewhere needs WECHAT_FRAME_ORIGIN.
const sandboxOrigin = (env: Environment): string => originAt(env, env.WECHAT_SANDBOX_PORT ?? 0);

function originAt({ HOST }: Environment, port: number): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Settings that are worth nothing without each other. */
function missingTogether(env: Environment): string[] {
  const needs = (when: boolean, why: string, names: readonly (keyof Environment)[]) =>
    when ? names.filter((name) => env[name] === undefined).map((name) => `设置 ${name} 缺失：${why}`) : [];
  return [
    ...needs(env.SMS_PROVIDER === 'aliyun', 'SMS_PROVIDER=aliyun 需要它', [
      'ALIYUN_ACCESS_KEY_ID',
      'ALIYUN_ACCESS_KEY_SECRET',
      'ALIYUN_SMS_SIGN',
      'ALIYUN_SMS_TEMPLATES',
    ]),
    ...needs(env.SMTP_URL !== undefined, '发信需要写明发件人，如 观澜 <no-reply@news.example.cn>', [
      'MAIL_FROM',
    ]),
    ...needs(env.S3_BUCKET !== undefined, '存到 S3 需要它', [
      'S3_ENDPOINT',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ]),
    ...needs(env.WECHAT_APP_ID !== undefined, '微信登录需要 AppSecret', ['WECHAT_APP_SECRET']),
    ...needs(env.WECHAT_SERVICE_APP_ID !== undefined, '服务号发通知需要它', [
      'WECHAT_SERVICE_APP_SECRET',
      'WECHAT_SERVICE_TEMPLATES',
    ]),
  ];
}

/** What a live portal may not run with, each by the name of its setting. */
function defaultsWhenLive(config: Config, env: Environment): string[] {
  if (config.siteMode !== 'live') return [];
  return [
    config.apiClient === 'guanlan:guanlan' && '设置 API_CLIENT 仍是默认值，正式站点须换成自己的 id:secret',
    !config.siteUrl && '设置 SITE_URL 缺失，正式站点须写明对外地址，如 https://news.example.cn',
    !config.sms.aliyun &&
      '设置 SMS_PROVIDER 仍是 outbox（短信只显示在发件箱页面），正式站点须接真实短信：SMS_PROVIDER=aliyun',
    !config.mail &&
      '设置 SMTP_URL 缺失（邮件只显示在发件箱页面），正式站点须接真实邮箱，如 smtps://用户:密码@主机:465',
    config.passwordCost < defaultPasswordCost &&
      `设置 PASSWORD_COST 不能低于 ${defaultPasswordCost}（更低只用于测试），正式站点须去掉它或调高`,
    config.contest.generator === 'always' &&
      '设置 CONTEST_GENERATOR 不能是 always（全天虚构行情只用于演示），正式站点可用 off 或 hours',
    env.WECHAT_SANDBOX_PORT !== undefined &&
      '设置 WECHAT_SANDBOX_PORT 只用于演示（微信沙箱），正式站点须去掉它，改设 WECHAT_APP_ID',
  ].filter((fault) => fault !== false);
}
