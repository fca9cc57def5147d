import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

/** A tenant as configured: its id (the Tenant-Id header) and the host names whose pages are its own. */
export type TenantSetting = { id: string; hosts: string[] };

const whole = (label: string, least: number, most: number) => {
  const error = `应为${label}，${least} 到 ${most} 的整数`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const url = (example: string) => z.url({ error: `应为网址，如 ${example}` });

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

const environment = z.object({
  PORT: whole('端口', 0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_MODE: z.enum(['demo', 'live'], { error: '应为 demo 或 live' }).default('demo'),
  SITE_NAME: z.string().max(20, { error: '应为 1 到 20 个字' }).default('观澜'),
  SITE_URL: url('https://news.example.cn').optional(),
  SITE_ICP: z.string().default(''),
  SITE_ICP_LICENCE: z.string().default(''),
  SITE_POLICE: z.string().default(''),
  SITE_NEWS_LICENCE: z.string().default(''),
  SITE_COMPLAINTS: z.string().default(''),
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
  WECHAT_FRAME_ORIGIN: url('https://open.weixin.qq.com').default('https://open.weixin.qq.com'),
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
  refuseDefaultsWhenLive(config);
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
    siteUrl: env.SITE_URL?.replace(/\/$/, ''),
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
    logLevel: env.LOG_LEVEL,
    wechatFrameOrigin: env.WECHAT_FRAME_ORIGIN,
    /** The folder the person called us from; npm runs scripts in the project's own. */
    callerDir: process.env.INIT_CWD ?? process.cwd(),
    production: process.env.NODE_ENV === 'production',
  };
}

function refuseDefaultsWhenLive(config: Config): void {
  if (config.siteMode !== 'live') return;
  const faults = [
    config.apiClient === 'guanlan:guanlan' && '设置 API_CLIENT 仍是默认值，正式站点须换成自己的 id:secret',
    !config.siteUrl && '设置 SITE_URL 缺失，正式站点须写明对外地址，如 https://news.example.cn',
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}
