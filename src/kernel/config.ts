import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { cdnFaults, cdnOf } from './config-cdn.ts';
import { contestOf } from './config-contest.ts';
import { payFaults, payOf } from './config-pay.ts';
import { backupFaults, backupTargetOf, searchFaults, searchPlaceOf } from './config-places.ts';
import { isPlaintextMail } from './setting-schemas.ts';
import {
  type Environment,
  environmentGroup,
  isVariable,
  missingVariables,
  misspelledVariables,
  readEnvironment,
} from './settings/environment.ts';
import { defaultClient, defaultPasswordCost } from './settings/environment-settings.ts';
import { aliyunOf } from './sms/aliyun.ts';
import { type ServiceAccountSettings, serviceAccountOf } from './wechat/settings.ts';

/** All settings of the portal, typed. Directories are absolute paths; `apiClient` is `id:secret`. */
export type Config = ReturnType<typeof createConfig>;

/** An invalid setting. The message names the setting and says what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment and, where a variable is not set there, from `.env` in the working directory.
 * `changes` take precedence. It is the only reader of process.env. An empty value counts as absent.
 * @throws ConfigError naming every invalid setting, every unknown variable that looks like a setting, and every error
 * in the file
 */
export function loadConfig(
  source: NodeJS.ProcessEnv = process.env,
  changes: Record<string, string> = {},
): Config {
  if (source === process.env && existsSync('.env')) loadFile('.env');
  const given = readFiles(
    Object.fromEntries(Object.entries({ ...source, ...changes }).filter(([, value]) => value !== '')),
  );
  const misspelled = misspelledVariables(given);
  if (misspelled.length > 0) throw new ConfigError(misspelled.join('\n'));
  const env = readEnvironment(given);
  if ('faults' in env) throw new ConfigError(env.faults.join('\n'));
  const faults = [
    ...missingVariables(env),
    ...replicaFaults(env),
    ...payFaults(env),
    ...backupFaults(env),
    ...searchFaults(env),
    ...cdnFaults(env),
    ...liveFaults(env),
  ];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return createConfig(env);
}

/** A secret is a password, a key or an address; a larger file is the wrong one. */
const maxSecretBytes = 64 * 1024;

/**
 * Replaces `NAME_FILE` by the content of that file as `NAME`, so that secrets of systemd, Docker and Kubernetes need not
 * be in the environment.
 * @throws ConfigError for a file that cannot be read, and for a setting that has both with different values
 */
function readFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const settings = { ...given };
  for (const [variable, path = ''] of Object.entries(given)) {
    const name = variable.replace(/_FILE$/, '');
    if (name === variable || !isVariable(name)) continue;
    delete settings[variable];
    const value = readSecret(variable, path);
    if (settings[name] !== undefined && settings[name] !== value)
      throw new ConfigError(`设置 ${name} 和 ${variable} 只能有一个`);
    settings[name] = value;
  }
  return settings;
}

function readSecret(variable: string, path: string): string {
  let bytes: Buffer;
  try {
    if (statSync(path).size > maxSecretBytes)
      throw new ConfigError(`设置 ${variable} 的文件太大，应只含这一项的值`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`设置 ${variable} 的文件读不了：${path} 不存在，或当前用户无权读取`, {
      cause: error,
    });
  }
  const value = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (value === '') throw new ConfigError(`设置 ${variable} 的文件是空的：${path}`);
  return value;
}

/**
 * Adds the settings of a file to the environment. Rejects lines that Node would silently ignore, since one may hold a
 * setting that an operator relies on.
 */
function loadFile(path: string): void {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ConfigError(
      error instanceof TypeError ? `${path} 不是 UTF-8 文本` : `读不了 ${path}：请检查它的权限`,
    );
  }
  // What remains after removing the settings; a quoted value may span several lines.
  const rest = text
    .replaceAll('\r\n', '\n')
    .replace(/^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?.*$/gm, (found) =>
      found.replace(/[^\n]/g, ''),
    );
  const at = rest.split('\n').findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  if (at >= 0) throw new ConfigError(`${path} 第 ${at + 1} 行应为 名称=值`);
  process.loadEnvFile(path);
}

/** Sets what the supervisor determined (the embedded server's address). Call it before anything reads settings. */
export function overrideSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings);
}

function createConfig(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    siteMode: env.SITE_MODE ?? ('demo' as const),
    /** Whether the environment names the mode; otherwise the data do (main/live-mode.ts). */
    isModeGiven: env.SITE_MODE !== undefined,
    /** Whether a demo portal starts with the demo edition, or empty. */
    hasDemoContent: env.DEMO_CONTENT === 'true',
    siteUrl: env.SITE_URL,
    hasHstsSubdomains: env.HSTS_SUBDOMAINS === 'true',
    /** What a live portal may do without encryption. */
    allowPlaintext: env.ALLOW_PLAINTEXT,
    /** Where this machine reaches the portal. */
    ownAddress: originAt(env, env.PORT),
    dataDir,
    /** Where backups go. */
    backupTarget: backupTargetOf(env, dataDir),
    /** Where the search index is. */
    searchPlace: searchPlaceOf(env, dataDir),
    databaseUrl: env.DATABASE_URL,
    databaseReadUrls: env.DATABASE_READ_URLS,
    databasePool: env.DATABASE_POOL,
    portalKey: env.PORTAL_KEY,
    /** The path at which this portal serves the calls. */
    apiBase: env.API_BASE.path,
    /** What browsers call: the path, or an address at another origin. */
    apiAddress: env.API_BASE.address,
    /** Empty if browsers call the pages' own origin. */
    apiOrigin: env.API_BASE.origin,
    corsOrigins: env.CORS_ORIGINS,
    hasDynamicRoutes: env.DYNAMIC_ROUTES === 'true',
    apiClient: env.API_CLIENT,
    hasDefaultClient: env.API_CLIENT === defaultClient,
    tenants: env.TENANTS,
    webProcesses: env.WEB_PROCESSES,
    /** Where each process serves its metrics: at `port` plus its number. Null: nowhere. */
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    trustProxy: env.TRUST_PROXY,
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    /** What stores pages in front of the portal; null: nothing that knows of changes. */
    cdn: cdnOf(env),
    feedNetworks: env.FEED_NETWORKS,
    /** The virus scanner for uploads; undefined if uploads are not scanned. */
    clamd: env.CLAMD_ADDRESS,
    logLevel: env.LOG_LEVEL,
    sms: {
      aliyun: aliyunOf(environmentGroup('sms', env), env.ALIYUN_SMS_ENDPOINT),
      /** Aliyun's API address, for keys configured in the back office. */
      endpoint: env.ALIYUN_SMS_ENDPOINT,
      limits: {
        perMinute: env.SMS_PER_MINUTE,
        perDay: env.SMS_PER_DAY,
        perAddressDay: env.SMS_PER_ADDRESS_DAY,
      },
    },
    hasTokenQuery: env.TOKEN_QUERY,
    proofCost: env.PROOF_COST,
    /** Memory of one password hash in KiB. */
    passwordCost: env.PASSWORD_COST,
    mail: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? '' } : null,
    wechat: wechatOf(env),
    wechatService: wechatServiceOf(env),
    /** WeChat's addresses for an application configured in the back office, even while the sandbox is in use. */
    wechatEndpoints: {
      api: env.WECHAT_API,
      frame: env.WECHAT_FRAME_ORIGIN ? new URL(env.WECHAT_FRAME_ORIGIN).origin : wechatOrigin,
    },
    wechatFrameOrigin: frameOriginOf(env),
    /** Port of the WeChat sandbox: 0 picks a free port; null disables the sandbox. */
    wechatSandboxPort: hasWechatSandbox(env) ? (env.WECHAT_SANDBOX_PORT ?? 0) : null,
    /** Parameters of the WeChat sandbox for the process that runs it. */
    wechatSandbox:
      hasWechatSandbox(env) && env.WECHAT_SANDBOX_PORT
        ? { host: env.HOST, port: env.WECHAT_SANDBOX_PORT, ...sandboxApplication }
        : null,
    ...payOf(env, { dataDir, host: env.HOST, originOf: (port) => originAt(env, port) }, env.PORT),
    contest: contestOf(env),
    /** What the settings form shows until a value is saved there. */
    environment: env,
    /** The folder in which the user called the command; npm runs scripts in the project's folder. */
    callerDir: process.env.INIT_CWD ?? process.cwd(),
    isProduction: process.env.NODE_ENV === 'production',
  };
}

const wechatOrigin = 'https://open.weixin.qq.com';
/** The applications that the WeChat sandbox knows. */
const sandboxApplication = {
  appId: 'wx0000guanlan0000',
  secret: 'sandbox-secret-of-guanlan',
  service: {
    appId: 'wx0000guanlan0001',
    secret: 'sandbox-secret-of-the-service-account',
    templateId: 'sandbox-template-of-guanlan',
  },
};

// A demo portal without a WeChat application gets the WeChat sandbox, on its own origin.
const hasWechatSandbox = (env: Environment): boolean => env.SITE_MODE !== 'live' && !env.WECHAT_APP_ID;

function wechatOf(env: Environment) {
  const frame = frameOriginOf(env);
  if (env.WECHAT_APP_ID)
    return {
      appId: env.WECHAT_APP_ID,
      secret: env.WECHAT_APP_SECRET ?? '',
      api: env.WECHAT_API,
      frame,
    };
  if (!hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return null;
  const { appId, secret } = sandboxApplication;
  return { appId, secret, api: sandboxOrigin(env), frame };
}

function wechatServiceOf(env: Environment): ServiceAccountSettings | null {
  const own = serviceAccountOf(environmentGroup('wechatService', env), {
    api: env.WECHAT_API,
    frame: env.WECHAT_FRAME_ORIGIN ? new URL(env.WECHAT_FRAME_ORIGIN).origin : wechatOrigin,
  });
  if (own || !hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return own;
  const { appId, secret, templateId } = sandboxApplication.service;
  return {
    appId,
    secret,
    account: '演示服务号',
    templates: { talk: templateId, content: templateId, account: templateId },
    fields: env.WECHAT_SERVICE_FIELDS,
    hasLogin: true,
    hasShareCards: true,
    api: sandboxOrigin(env),
    authorize: frameOriginOf(env),
  };
}

function frameOriginOf(env: Environment): string {
  if (env.WECHAT_FRAME_ORIGIN) return new URL(env.WECHAT_FRAME_ORIGIN).origin;
  if (!hasWechatSandbox(env) || env.WECHAT_SANDBOX_PORT === undefined) return wechatOrigin;
  return sandboxOrigin(env);
}

// A server that listens on all addresses is at 127.0.0.1; a browser on another machine needs WECHAT_FRAME_ORIGIN.
const sandboxOrigin = (env: Environment): string => originAt(env, env.WECHAT_SANDBOX_PORT ?? 0);

function originAt({ HOST }: Environment, port: number): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Replicas of the embedded server do not exist. */
const replicaFaults = (env: Environment): string[] =>
  env.DATABASE_READ_URLS.length > 0 && !env.DATABASE_URL
    ? ['设置 DATABASE_READ_URLS 需要 DATABASE_URL：从库属于自己的 PostgreSQL，自带的没有从库']
    : [];

/**
 * Returns the settings that a live portal refuses wherever the others are set, each named in its message. What the back
 * office can set is checked at startup (features/settings/manage/live-faults.ts).
 */
function liveFaults(env: Environment): string[] {
  if (env.SITE_MODE !== 'live') return [];
  return [
    env.API_CLIENT === defaultClient && '设置 API_CLIENT 仍是默认值，正式站点须换成自己的 id:secret',
    (env.SITE_URL ?? '').startsWith('http:') &&
      !env.ALLOW_PLAINTEXT.includes('site') &&
      '设置 SITE_URL 是 http://，密码与登录状态会以明文传输：正式站点须用 https://；只在封闭网络里使用时，可设置 ALLOW_PLAINTEXT=site',
    isPlaintextMail(env.SMTP_URL) &&
      !env.ALLOW_PLAINTEXT.includes('mail') &&
      '设置 SMTP_URL 未加密，验证码会以明文传输：正式站点须用 smtps://，或 smtp://用户:密码@主机:587?requireTLS=true；本机的中继可设置 ALLOW_PLAINTEXT=mail',
    env.PASSWORD_COST < defaultPasswordCost &&
      `设置 PASSWORD_COST 不能低于 ${defaultPasswordCost}（更低只用于测试），正式站点须去掉它或调高`,
    env.CONTEST_GENERATOR === 'always' &&
      '设置 CONTEST_GENERATOR 不能是 always（全天虚构行情只用于演示），正式站点可用 off 或 hours',
    env.WECHAT_SANDBOX_PORT !== undefined &&
      '设置 WECHAT_SANDBOX_PORT 只用于演示（微信沙箱），正式站点须去掉它，改设 WECHAT_APP_ID',
  ].filter((fault) => fault !== false);
}
