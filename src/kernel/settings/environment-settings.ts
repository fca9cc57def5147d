import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { certificates } from '../keys.ts';
import { type PlaintextUse, plaintextUses, webAddress } from '../setting-pieces.ts';
import type { ClamdAddress } from '../storage/clamd.ts';
import { type EnvironmentSetting, integer, oneOf, toggle } from './setting.ts';

/** A tenant as configured: its id (the Tenant-Id header) and the host names whose pages are its own. */
export type TenantSetting = { id: string; hosts: string[] };

/** OWASP's minimum memory for Argon2id with two passes and one lane, in KiB. */
export const defaultPasswordCost = 19_456;

const baseAddress = (example: string) => webAddress(example).transform((url) => url.replace(/\/$/, ''));
const port = integer(1, 65_535);

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

const plaintext = z.string().transform((text, check): PlaintextUse[] => {
  const list = text.split(',').map((part) => part.trim());
  const known = plaintextUses.filter((use) => list.includes(use));
  if (text !== '' && known.length < list.length)
    check.addIssue({ code: 'custom', message: `应为 ${plaintextUses.join(' 或 ')}，两项都要时用逗号分开` });
  return known;
});

const clamd = z.string().transform((text, check): ClamdAddress => {
  if (text.startsWith('/')) return { path: text };
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    check.addIssue({ code: 'custom', message: '应为 主机:端口，如 127.0.0.1:3310，或 Unix 套接字的路径' });
  return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) };
});

/** The settings that the environment alone decides, by variable. */
export const environmentSettings = {
  PORT: { schema: integer(0, 65_535), default: '3000', meaning: 'port of the portal; `0` takes a free one' },
  HOST: {
    schema: z.string(),
    default: '127.0.0.1',
    meaning: 'address it listens on; `0.0.0.0` for all',
  },
  SITE_MODE: {
    schema: oneOf(['demo', 'live']),
    default: 'demo',
    meaning:
      '`demo` loads the demo edition into a portal that has nothing yet, and refuses the data of a live portal; `live` loads nothing, and refuses, each by name: a default `API_CLIENT`, a missing or unencrypted `SITE_URL`, unencrypted mail, the outbox in place of SMS or mail, the stand-in for WeChat, and data that hold the demo',
  },
  ALLOW_PLAINTEXT: {
    schema: plaintext,
    default: '',
    meaning:
      'what a live portal may do unencrypted, which it refuses otherwise: `site` (an `http://` address, in a closed network), `mail` (`smtp://` without `?requireTLS=true`), or `site,mail`',
  },
  HSTS_SUBDOMAINS: {
    schema: oneOf(['true', 'false']),
    default: 'false',
    meaning:
      '`true`: browsers that reached an https `SITE_URL` ask every subdomain of its host by https for a year, too; only where all of them have it',
  },
  DEMO_CONTENT: {
    schema: oneOf(['true', 'false']),
    default: 'true',
    meaning: '`false`: a demo portal begins empty, and the start prints an address to set it up',
  },
  DATA_DIR: { schema: z.string(), default: './data', meaning: 'database, files, search index' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: '应为 postgres://用户:密码@主机/库' }),
    meaning: '`postgresql://…`: your own PostgreSQL 15 to 18 in place of the embedded one',
  },
  DATABASE_POOL: {
    schema: integer(2, 200),
    default: '10',
    meaning: 'connections per process and tenant, 2 to 200',
  },
  API_BASE: {
    schema: z.string().regex(/^\/[a-z0-9/-]*[a-z0-9]$/, { error: '应为以 / 开头的路径，如 /api' }),
    default: '/api',
    meaning: 'where the calls live',
  },
  PORTAL_KEY: {
    schema: z.string().regex(/^[\w-]{43,}$/, {
      error: '应为至少 43 个字母、数字、- 或 _（例如 openssl rand -hex 32 的输出）',
    }),
    defaultNote: 'created in `DATA_DIR/portal.key`',
    meaning:
      'key that encrypts stored secrets: second factors, passwords and keys of other services. All machines of a portal need the same one',
  },
  API_CLIENT: {
    schema: z.string().regex(/^[^:]+:.+$/, { error: '应为 id:secret' }),
    default: 'guanlan:guanlan',
    meaning:
      "`id:secret` of the client credential. The site sends it from every browser, so it is no secret: it tells your site's calls from strangers'",
  },
  TENANTS: {
    schema: tenants,
    default: '000000',
    meaning:
      'tenants and the host names of their pages: `000000,100001=news.example.cn|m.example.cn`. The first is the default',
  },
  WEB_PROCESSES: {
    schema: integer(1, 128),
    default: String(Math.min(128, availableParallelism())),
    defaultNote: 'number of cores',
    meaning: 'web processes, 1 to 128',
  },
  TRUST_PROXY: {
    schema: integer(0, 10),
    default: '0',
    meaning: 'How many proxies in front may say whom they speak for (`X-Forwarded-For`, `-Proto`, `-Host`)',
  },
  PAGE_CACHE_MB: {
    schema: integer(0, 8192),
    default: '64',
    meaning: 'rendered pages kept in each web process, 0 to 8192',
  },
  CLAMD_ADDRESS: {
    schema: clamd,
    meaning:
      '`host:port` or the path of a Unix socket of ClamAV’s clamd, which then scans every upload; while it is away nothing is taken',
  },
  LOG_LEVEL: {
    schema: oneOf(['silent', 'error', 'warn', 'info', 'debug']),
    default: 'warn',
    meaning: '`silent`, `error`, `warn`, `info`, `debug`',
  },
  ALIYUN_SMS_ENDPOINT: {
    schema: webAddress('https://dysmsapi.aliyuncs.com'),
    default: 'https://dysmsapi.aliyuncs.com',
    meaning: "another region's, or a proxy",
  },
  SMS_PER_MINUTE: {
    schema: integer(1, 60),
    default: '1',
    meaning: 'codes a minute for one number, by SMS or mail',
  },
  SMS_PER_DAY: {
    schema: integer(1, 10_000),
    default: '10',
    meaning: 'codes a day for one number; a day is the last 24 hours',
  },
  SMS_PER_ADDRESS_DAY: {
    schema: integer(1, 1_000_000),
    default: '30',
    meaning: 'codes a day for one IPv4 address or IPv6 network (/64)',
  },
  TOKEN_QUERY: {
    schema: toggle('1', '0').schema,
    default: '0',
    meaning:
      '`1`: the token call also takes passwords, codes and refresh tokens from the query string, for clients that cannot send a form; proxies may log them',
  },
  PROOF_COST: {
    schema: integer(1, 1_000_000),
    default: '3000',
    meaning:
      'rounds of PBKDF2 in each of the some 256 derivations that the proof of work before a code takes: 3000 is about a second of a phone',
  },
  PASSWORD_COST: {
    schema: integer(8, 4_194_304),
    default: String(defaultPasswordCost),
    meaning:
      "memory of one password hash in KiB (Argon2id, two passes, one lane); the default is OWASP's minimum, and `live` refuses less. A hash keeps its cost: a change applies to passwords set from then on",
  },
  WECHAT_API: {
    schema: baseAddress('https://api.weixin.qq.com'),
    default: 'https://api.weixin.qq.com',
    meaning: "where WeChat's calls live",
  },
  WECHAT_FRAME_ORIGIN: {
    schema: webAddress('https://open.weixin.qq.com'),
    defaultNote: '`https://open.weixin.qq.com`',
    meaning:
      "the one other origin pages may frame (CSP), where WeChat's QR page is. With the stand-in: its own address",
  },
  WECHAT_SANDBOX_PORT: {
    schema: port,
    defaultNote: 'the port after `PORT`',
    meaning: 'demo only: port of the stand-in for WeChat; if it is taken, a free one is used',
  },
  WECHAT_PAY_CERTIFICATES: {
    schema: certificates,
    meaning:
      'merchants of long standing: files of platform certificates, by comma, in place of the public key or, while one moves, beside it',
  },
  WECHAT_PAY_API: {
    schema: baseAddress('https://api.mch.weixin.qq.com'),
    default: 'https://api.mch.weixin.qq.com',
    meaning: "where WeChat Pay's calls live; `https://api2.mch.weixin.qq.com` is its other place",
  },
  ALIPAY_API: {
    schema: baseAddress('https://openapi.alipay.com'),
    default: 'https://openapi.alipay.com',
    meaning: "where Alipay's gateway lives",
  },
  PAY_SANDBOX_PORT: {
    schema: port,
    defaultNote: "the port after the stand-in's",
    meaning: 'demo only: where the sandbox gateway listens while there is no merchant',
  },
  PAY_SANDBOX_API: {
    schema: baseAddress('http://127.0.0.1:3002'),
    meaning: 'demo only: a sandbox gateway that runs elsewhere, as `npm run crash` has one',
  },
  FEED_NETWORKS: {
    schema: networks,
    default: '',
    meaning:
      "addresses or networks of one's own that feeds may be fetched from, such as `192.168.1.8,10.0.0.0/24`; without it public addresses alone are asked",
  },
} as const satisfies Readonly<Record<string, EnvironmentSetting>>;
