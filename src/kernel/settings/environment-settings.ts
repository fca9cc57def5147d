import { isIP } from 'node:net';
import { z } from 'zod';
import { addressFault, splitServers } from '../db/server-list.ts';
import { normaliseHost } from '../http/hosts.ts';
import { chooseWebProcesses, maxWebProcesses, thisMachine } from '../machine.ts';
import { certificates } from '../rsa-keys.ts';
import { type PlaintextUse, plaintextUses, regionName, webAddress } from '../setting-schemas.ts';
import type { ClamdAddress } from '../storage/clamd.ts';
import { tenantIdPattern } from '../tenant-id.ts';
import { type EnvironmentSetting, integer, oneOf, toggle } from './setting.ts';

/** A configured tenant: its id (the Tenant-Id header) and the host names of its pages. */
export type TenantSetting = { id: string; hosts: string[] };

/** OWASP's minimum memory for Argon2id with two passes and one lane, in KiB. */
export const defaultPasswordCost = 19_456;

const baseAddress = (example: string) => webAddress(example).transform((url) => url.replace(/\/$/, ''));
const port = integer(1, 65_535);

const databaseAddress = z.string().check((check) => {
  const message = addressFault(check.value);
  if (message) check.issues.push({ code: 'custom', message, input: check.value });
});

const replicaAddresses = z.string().transform((text, check): string[] => {
  const addresses = text.split(/,(?=\s*\w+:\/\/)/).flatMap((part) => part.trim() || []);
  for (const address of addresses) {
    const message =
      splitServers(address).length > 1
        ? '每台从库应各写一个完整的地址，用逗号分开：postgres://用户:密码@乙/库,postgres://用户:密码@丙/库'
        : addressFault(address);
    if (message) check.addIssue({ code: 'custom', message });
  }
  return addresses;
});

const tenants = z.string().transform((text, check): TenantSetting[] => {
  const list = text.split(',').map((part) => {
    const [id = '', hosts = ''] = part.trim().split('=');
    const names = hosts.split('|').filter(Boolean);
    return { id: id.trim(), hosts: names.map((name) => normaliseHost(name.trim()) ?? '') };
  });
  const refuse = (message: string) => check.addIssue({ code: 'custom', message });
  if (
    list.some(({ id, hosts }) => !tenantIdPattern.test(id) || hosts.includes('')) ||
    new Set(list.map(({ id }) => id.toLowerCase())).size < list.length
  )
    refuse('应为租户编号，如 000000，或 000000,100001=news.example.cn|m.example.cn');
  const hosts = list.flatMap((one) => [...new Set(one.hosts)]);
  const shared = hosts.find((host, at) => host !== '' && hosts.indexOf(host) < at);
  if (shared) refuse(`两个租户不能有同一个域名 ${shared}`);
  return list;
});

const networks = z.string().transform((text, check): string[] => {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const isNetwork = (one: string) => {
    const [net = '', prefix, ...rest] = one.split('/');
    const maxPrefix = isIP(net) === 6 ? 128 : 32;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix);
    return isIP(net) !== 0 && isPrefix && rest.length === 0;
  };
  if (!list.every(isNetwork))
    check.addIssue({ code: 'custom', message: '应为地址或网段，如 192.168.1.8,10.0.0.0/24' });
  return list;
});

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

const origins = z.string().transform((text, check): string[] => {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (!list.every(isOrigin))
    check.addIssue({
      code: 'custom',
      message: '应为网站的来源，如 https://app.example.cn，多个用逗号隔开，不带路径，也不能是 *',
    });
  return list;
});

/** The address browsers call, and its path, at which this portal serves the calls. */
const apiBase = z.string().transform((text, check): { address: string; path: string; origin: string } => {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)?(\/[a-z0-9/-]*[a-z0-9])$/.exec(text) ?? [];
  if (path === '' || (origin !== '' && !isOrigin(origin)))
    check.addIssue({
      code: 'custom',
      message: '应为以 / 开头的路径，如 /api，或另一个来源的地址，如 https://api.example.cn/api',
    });
  return { address: text, path, origin };
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

/** A folder, or a bucket with a prefix. */
export const storagePlace = z
  .string()
  .transform((text, check): { path: string } | { bucket: string; prefix: string } => {
    const [, bucket, prefix = ''] =
      /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.=/-]*))?$/.exec(text) ?? [];
    if (bucket) return { bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') };
    if (text.includes('://'))
      check.addIssue({ code: 'custom', message: '应为文件夹，如 /srv/guanlan，或 s3://存储桶/前缀' });
    return { path: text };
  });

/** The client credential of a demo portal. */
export const defaultClient = 'guanlan:guanlan';

/** Settings that only the environment can set, by variable. */
export const environmentSettings = {
  PORT: { schema: integer(0, 65_535), default: '3000', meaning: 'port of the portal; `0` takes a free one' },
  HOST: {
    schema: z.string(),
    default: '127.0.0.1',
    meaning: 'address to listen on; `0.0.0.0` for all',
  },
  SITE_MODE: {
    schema: oneOf(['demo', 'live']),
    meaning:
      'Without it the data decide: they are live once staff switched to live mode in the go-live list, and a demo before. `demo` loads the demo edition into an empty portal and refuses the data of a live portal; `live` loads nothing and refuses, naming each: the default `API_CLIENT`, and, here or in the back office, a missing or unencrypted address, unencrypted mail, the outbox in place of SMS or mail, the WeChat sandbox, and data that contain the demo edition',
  },
  ALLOW_PLAINTEXT: {
    schema: plaintext,
    default: '',
    meaning:
      'what a live portal may do without encryption, which it refuses by default: `site` (an `http://` address, in a closed network), `mail` (`smtp://` without `?requireTLS=true`), or `site,mail`',
  },
  HSTS_SUBDOMAINS: {
    schema: oneOf(['true', 'false']),
    default: 'false',
    meaning:
      '`true` extends HSTS to the subdomains of `SITE_URL`: browsers use https for all of them for a year. Set it only if every subdomain supports https',
  },
  DEMO_CONTENT: {
    schema: oneOf(['true', 'false']),
    default: 'true',
    meaning: '`false`: a demo portal starts empty and prints an address for its set-up',
  },
  DATA_DIR: { schema: z.string(), default: './data', meaning: 'database, files, search index' },
  DATABASE_URL: {
    schema: databaseAddress,
    meaning:
      '`postgresql://…`: your own PostgreSQL 15 to 18 instead of the embedded one. With several hosts (`postgresql://user:password@a:5432,b:5432/guanlan`) the portal uses the one that accepts writes, and follows a failover',
  },
  DATABASE_READ_URLS: {
    schema: replicaAddresses,
    default: '',
    meaning:
      'streaming replicas of that server that answer reads (lists, details, search results, rankings), each by its own address and not through a load balancer: `postgresql://…@b/guanlan,postgresql://…@c/guanlan`. A replica that is away, lags by more than 5 s, or has not yet replayed what the reader wrote is passed over, and the primary answers',
  },
  DATABASE_POOL: {
    schema: integer(2, 200),
    default: '6',
    meaning: 'connections per process and tenant to the primary, and as many to each replica, 2 to 200',
  },
  API_BASE: {
    schema: apiBase,
    default: '/api',
    meaning:
      'base address of the API: a path, or an address at another origin such as `https://api.example.cn/api`, whose path this portal serves and whose origin leads to it. Browsers then call that origin: list the origin of the pages in `CORS_ORIGINS`. Such calls carry no cookies, so WeChat log-in needs the origin of the pages',
  },
  CORS_ORIGINS: {
    schema: origins,
    default: '',
    meaning:
      'origins whose pages may call the API from a browser: `https://app.example.cn,https://m.example.cn`. By default only the portal’s own',
  },
  DYNAMIC_ROUTES: {
    schema: oneOf(['true', 'false']),
    default: 'true',
    meaning:
      '`false`: only the built-in columns have pages. The API then lists every other column with `isAuth` 0, for which no route is added; its posts remain at `/mobileDetail`',
  },
  PORTAL_KEY: {
    schema: z.string().regex(/^[\w-]{43,}$/, {
      error: '应为至少 43 个字母、数字、- 或 _（例如 openssl rand -hex 32 的输出）',
    }),
    defaultNote: 'created in `DATA_DIR/portal.key`',
    meaning:
      'key that encrypts stored secrets: second factors, passwords and keys of other services. All machines of a portal need the same key',
  },
  API_CLIENT: {
    schema: z.string().regex(/^[^:]+:.+$/, { error: '应为 id:secret' }),
    default: defaultClient,
    meaning:
      "`id:secret` of the client credential. Every browser sends it, so it is not a secret: it only distinguishes your site's calls from others",
  },
  TENANTS: {
    schema: tenants,
    default: '000000',
    meaning:
      'tenants and the host names of their pages: `000000,100001=news.example.cn|m.example.cn`. The first is the default',
  },
  WEB_PROCESSES: {
    schema: integer(0, maxWebProcesses),
    default: String(chooseWebProcesses(thisMachine())),
    defaultNote: 'number of cores, fewer if the memory does not hold them, `0` below 1.1 GB',
    meaning:
      'web processes, 0 to 128. `0`: the worker serves the pages too, in one process, for a server with 1 GB of memory; a job that computes for long delays readers then',
  },
  METRICS_PORT: {
    schema: integer(1, 65_400),
    meaning:
      'port on which the worker serves `/metrics` for Prometheus, `/healthz` and `/readyz`; the web processes have the ports after it, one each. Without it there are no metrics',
  },
  METRICS_HOST: {
    schema: z.string(),
    default: '127.0.0.1',
    meaning:
      'address of `METRICS_PORT`; open it only to the machine that scrapes, since anybody who reaches it may read',
  },
  TRUST_PROXY: {
    schema: integer(0, 10),
    default: '0',
    meaning:
      'number of reverse proxies in front whose headers `X-Forwarded-For`, `-Proto` and `-Host` are trusted',
  },
  CDN: {
    schema: oneOf(['off', 'varnish', 'nginx', 'http', 'aliyun']),
    default: 'off',
    meaning:
      'what stores the pages of visitors in front of the portal: `varnish` (purged by tag), `nginx` (with `proxy_cache_purge`, by address), `http` (tags and addresses as JSON) or `aliyun` (Aliyun CDN, by address). See [a CDN in front](operating.md#a-cdn-in-front)',
  },
  CDN_PURGE: {
    schema: origins,
    default: '',
    meaning:
      'where purges are sent, separated by commas: every Varnish or nginx, such as `http://10.0.0.5:6081`, or for `CDN=http` the origins that take `POST /purge`',
  },
  CDN_SECRET: {
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/, { error: '应为 16 到 200 个不含空格的 ASCII 字符' }),
    meaning: 'sent with each purge as `Authorization: Bearer …`; required for `CDN=http`',
  },
  CDN_ACCESS_KEY_ID: {
    schema: z.string(),
    defaultNote: '`ALIYUN_ACCESS_KEY_ID`',
    meaning:
      'for `CDN=aliyun`: key of a RAM user with the permissions `cdn:RefreshObjectCaches` and `cdn:DescribeRefreshQuota`',
  },
  CDN_ACCESS_KEY_SECRET: {
    schema: z.string(),
    defaultNote: '`ALIYUN_ACCESS_KEY_SECRET`',
    meaning: "for `CDN=aliyun`: the key's secret",
  },
  CDN_ENDPOINT: {
    schema: baseAddress('https://cdn.aliyuncs.com'),
    default: 'https://cdn.aliyuncs.com',
    meaning: "for `CDN=aliyun`: address of Aliyun's CDN API",
  },
  PAGE_CACHE_MB: {
    schema: integer(0, 8192),
    default: '32',
    meaning: 'size of the page cache in each web process in MB, 0 to 8192',
  },
  BACKUP_TO: {
    schema: storagePlace,
    defaultNote: '`DATA_DIR/backups`',
    meaning:
      'where scheduled backups go: a folder, best on another machine’s disk, or `s3://bucket/prefix`. Only the environment sets it, so that no account of the back office can send a backup, which holds every secret, to a place of its choice',
  },
  BACKUP_S3_ENDPOINT: {
    schema: baseAddress('https://oss-cn-hangzhou.aliyuncs.com'),
    defaultNote: '`S3_ENDPOINT`',
    meaning: 'for `BACKUP_TO=s3://…`: address of the S3 service',
  },
  BACKUP_S3_REGION: {
    schema: regionName,
    defaultNote: '`S3_REGION`',
    meaning: 'for `BACKUP_TO=s3://…`: region for signing requests',
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    schema: z.string(),
    defaultNote: '`S3_ACCESS_KEY_ID`',
    meaning: 'for `BACKUP_TO=s3://…`: key with permission to list, get, put and delete objects in the bucket',
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    schema: z.string(),
    defaultNote: '`S3_SECRET_ACCESS_KEY`',
    meaning: "for `BACKUP_TO=s3://…`: the key's secret",
  },
  BACKUP_S3_PATH_STYLE: {
    schema: toggle('1', '0').schema,
    defaultNote: '`S3_PATH_STYLE`',
    meaning: 'for `BACKUP_TO=s3://…`: `1` for storage with the bucket in the path, such as MinIO',
  },
  SEARCH_URI: {
    schema: storagePlace,
    defaultNote: '`DATA_DIR/search`',
    meaning:
      'where the search index is: a folder, also one that several machines share, or `s3://bucket/prefix` for several machines. The S3 service must honour conditional writes (`If-None-Match: *`); a start checks it',
  },
  SEARCH_S3_ENDPOINT: {
    schema: baseAddress('https://s3.cn-north-1.amazonaws.com.cn'),
    defaultNote: '`S3_ENDPOINT`',
    meaning: 'for `SEARCH_URI=s3://…`: address of the S3 service',
  },
  SEARCH_S3_REGION: {
    schema: regionName,
    defaultNote: '`S3_REGION`',
    meaning: 'for `SEARCH_URI=s3://…`: region for signing requests',
  },
  SEARCH_S3_ACCESS_KEY_ID: {
    schema: z.string(),
    defaultNote: '`S3_ACCESS_KEY_ID`',
    meaning:
      'for `SEARCH_URI=s3://…`: key with permission to list, get, put and delete objects in the bucket',
  },
  SEARCH_S3_SECRET_ACCESS_KEY: {
    schema: z.string(),
    defaultNote: '`S3_SECRET_ACCESS_KEY`',
    meaning: "for `SEARCH_URI=s3://…`: the key's secret",
  },
  SEARCH_S3_PATH_STYLE: {
    schema: toggle('1', '0').schema,
    defaultNote: '`S3_PATH_STYLE`',
    meaning: 'for `SEARCH_URI=s3://…`: `1` for storage with the bucket in the path, such as MinIO',
  },
  CLAMD_ADDRESS: {
    schema: clamd,
    meaning:
      '`host:port` or the Unix socket of ClamAV’s clamd, which then scans every upload; while clamd is unavailable, uploads are refused',
  },
  LOG_LEVEL: {
    schema: oneOf(['silent', 'error', 'warn', 'info', 'debug']),
    default: 'warn',
    meaning: '`silent`, `error`, `warn`, `info`, `debug`',
  },
  ALIYUN_SMS_ENDPOINT: {
    schema: webAddress('https://dysmsapi.aliyuncs.com'),
    default: 'https://dysmsapi.aliyuncs.com',
    meaning: "address of the SMS API: another region's, or a proxy",
  },
  SMS_PER_MINUTE: {
    schema: integer(1, 60),
    default: '1',
    meaning: 'codes per minute for one number or mail address',
  },
  SMS_PER_DAY: {
    schema: integer(1, 10_000),
    default: '10',
    meaning: 'codes in 24 hours for one number or mail address',
  },
  SMS_PER_ADDRESS_DAY: {
    schema: integer(1, 1_000_000),
    default: '30',
    meaning: 'codes in 24 hours for one IPv4 address or IPv6 network (/64)',
  },
  TOKEN_QUERY: {
    schema: toggle('1', '0').schema,
    default: '0',
    meaning:
      '`1`: the token call also accepts passwords, codes and refresh tokens in the query string, for clients that cannot send a form; proxies may log them',
  },
  PROOF_COST: {
    schema: integer(1, 1_000_000),
    default: '3000',
    meaning:
      'PBKDF2 iterations in each of the about 256 derivations of the proof of work that is required before a code is sent: 3000 take a phone about a second',
  },
  PASSWORD_COST: {
    schema: integer(8, 4_194_304),
    default: String(defaultPasswordCost),
    meaning:
      "memory of one password hash in KiB (Argon2id, two passes, one lane); the default is OWASP's minimum, and `live` refuses less. Existing hashes keep their cost: a change applies to passwords set afterwards",
  },
  WECHAT_API: {
    schema: baseAddress('https://api.weixin.qq.com'),
    default: 'https://api.weixin.qq.com',
    meaning: "address of WeChat's API",
  },
  WECHAT_FRAME_ORIGIN: {
    schema: webAddress('https://open.weixin.qq.com'),
    defaultNote: '`https://open.weixin.qq.com`',
    meaning:
      "origin of WeChat's QR code page, the only external origin that pages may frame (CSP). With the WeChat sandbox: its own origin",
  },
  WECHAT_SANDBOX_PORT: {
    schema: port,
    defaultNote: 'the port after `PORT`',
    meaning: 'demo only: port of the WeChat sandbox; if it is in use, a free port is used',
  },
  WECHAT_PAY_CERTIFICATES: {
    schema: certificates,
    meaning:
      'for merchants from before public keys: files of platform certificates, separated by commas, instead of the public key, or beside it during a migration',
  },
  WECHAT_PAY_API: {
    schema: baseAddress('https://api.mch.weixin.qq.com'),
    default: 'https://api.mch.weixin.qq.com',
    meaning: "address of WeChat Pay's API; the alternative is `https://api2.mch.weixin.qq.com`",
  },
  ALIPAY_API: {
    schema: baseAddress('https://openapi.alipay.com'),
    default: 'https://openapi.alipay.com',
    meaning: "address of Alipay's gateway",
  },
  PAY_SANDBOX_PORT: {
    schema: port,
    defaultNote: 'the port after the WeChat sandbox',
    meaning: 'demo only: port of the sandbox payment gateway, used while there is no merchant',
  },
  PAY_SANDBOX_API: {
    schema: baseAddress('http://127.0.0.1:3002'),
    meaning: 'demo only: address of a sandbox gateway in another process, as in `npm run crash`',
  },
  FEED_NETWORKS: {
    schema: networks,
    default: '',
    meaning:
      'private addresses or networks that feeds may be fetched from and webhooks sent to, such as `192.168.1.8,10.0.0.0/24`; by default only public addresses',
  },
} as const satisfies Readonly<Record<string, EnvironmentSetting>>;
