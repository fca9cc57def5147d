import { createRequire } from 'node:module';
import type { Settings } from '#features/settings/index.ts';
import { cdnTag, isCdnTag } from '#kernel/cache/cdn-tags.ts';
import type { AliyunCdn, Cdn } from '#kernel/config-cdn.ts';
import type { Context } from '#kernel/context.ts';
import { findAddresses, type Purged } from './find-addresses.ts';

export type CdnParts = {
  /** Null: no CDN stores pages. */
  cdn: Cdn | null;
  settings: Settings;
  /** The host names at which a tenant's pages are configured to be. */
  hostsOf: (ctx: Context) => readonly string[];
};

/** A CDN that can be purged. Both functions throw an error whose message says what went wrong, without secrets. */
export type PurgeTarget = {
  purge(ctx: Context, purged: Purged): Promise<void>;
  /** Makes a harmless request. */
  probe(ctx: Context): Promise<void>;
};

type Own = Exclude<Cdn, AliyunCdn & { kind: 'aliyun' }>;
/** The addresses at which the site's pages are: an origin, or for a Host header its host. */
type Site = { origin: string | null; hosts: readonly string[] };

const timeoutMs = 4000;
/** Varnish takes header fields of 8 KB. */
const maxKeysLength = 4000;
const maxAtOnce = 16;

export async function openTarget(
  ctx: Context,
  { cdn, settings, hostsOf }: CdnParts & { cdn: Cdn },
): Promise<PurgeTarget> {
  const { url } = (await settings(ctx)).site;
  const origin = url ? new URL(url) : null;
  const hosts = [...new Set([...(origin ? [origin.host] : []), ...hostsOf(ctx)])];
  const site: Site = { origin: origin?.origin ?? null, hosts };
  if (cdn.kind === 'aliyun') return aliyunTarget(cdn, site);
  return { varnish: varnishTarget, nginx: nginxTarget, http: httpTarget }[cdn.kind](cdn, site);
}

/** Purges by the vmod xkey, as `ops/varnish.vcl` declares it. */
function varnishTarget(cdn: Own): PurgeTarget {
  const send = (keys: string) =>
    onEach(cdn.targets, async (target) => {
      const status = await request(`${target}/`, cdn, { method: 'PURGE', headers: { 'xkey-purge': keys } });
      if (status !== 200) throw new Error(`${target} answered ${status} to PURGE`);
    });
  return {
    async purge({ tenant }, purged) {
      const keys = tagsOf(purged).filter((tag) => tag === '*' || isCdnTag(tag));
      for (const chunk of chunksOf(keys.map((tag) => cdnTag(tenant.id, tag)))) await send(chunk.join(' '));
    },
    probe: ({ tenant }) => send(cdnTag(tenant.id, 'probe')),
  };
}

/** Purges address by address with `proxy_cache_purge`. An address that is not stored is answered 404 or 412. */
function nginxTarget(cdn: Own, { hosts }: Site): PurgeTarget {
  const send = (addresses: readonly string[]) =>
    onEach(cdn.targets, async (target) => {
      const named = hosts.length > 0 ? hosts : [new URL(target).host];
      const requests = named.flatMap((host) => addresses.map((address) => ({ host, address })));
      for (let first = 0; first < requests.length; first += maxAtOnce)
        await Promise.all(
          requests.slice(first, first + maxAtOnce).map(async ({ host, address }) => {
            const status = await request(target + address, cdn, { method: 'PURGE', headers: { host } });
            if (![200, 204, 404, 412].includes(status))
              throw new Error(`${target} answered ${status} to PURGE`);
          }),
        );
    });
  return {
    purge: async (ctx, purged) => send(await findAddresses(ctx, purged)),
    probe: () => send(['/cdn-probe']),
  };
}

/** Posts tags and addresses as JSON, for a service of the operator that purges what they use. */
function httpTarget(cdn: Own, { origin }: Site): PurgeTarget {
  const send = (body: object) =>
    onEach(cdn.targets, async (target) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const status = await request(`${target}/purge`, cdn, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (status < 200 || status > 299) throw new Error(`${target} answered ${status} to a purge`);
    });
  return {
    async purge(ctx, purged) {
      const addresses = (await findAddresses(ctx, purged)).map((address) => (origin ?? '') + address);
      const tags = tagsOf(purged).map((tag) => cdnTag(ctx.tenant.id, tag));
      await send({ tags, addresses, isEverything: purged === null });
    },
    probe: () => send({ tags: [], addresses: [], isEverything: false }),
  };
}

/** What one call of Aliyun takes. */
const maxFiles = 1000;
/** Tags of what every page shows: a refresh of the whole site, of which there are a hundred a day. */
const isEverywhere = (tag: string): boolean => ['columns', 'footer', 'settings'].includes(tag);

/** Refreshes Aliyun's CDN (2018-05-10) with its official client, whose core the SMS client brings along. */
function aliyunTarget(account: AliyunCdn, { origin }: Site): PurgeTarget {
  const call = (action: string, query: Record<string, string>) => callAliyun(account, action, query);
  return {
    async purge(ctx, purged) {
      if (!origin) throw new Error('the site has no address (SITE_URL), which Aliyun needs');
      if (purged === null || purged.flat().some(isEverywhere))
        return call('RefreshObjectCaches', { ObjectPath: `${origin}/`, ObjectType: 'Directory' });
      const addresses = await findAddresses(ctx, purged);
      for (let first = 0; first < addresses.length; first += maxFiles)
        await call('RefreshObjectCaches', {
          ObjectPath: addresses
            .slice(first, first + maxFiles)
            .map((address) => origin + address)
            .join('\n'),
          ObjectType: 'File',
        });
    },
    probe: () => call('DescribeRefreshQuota', {}),
  };
}

type Core = typeof import('@alicloud/openapi-core', { with: { 'resolution-mode': 'require' }});
const require = createRequire(import.meta.url);

async function callAliyun(
  { accessKeyId, accessKeySecret, endpoint }: AliyunCdn,
  action: string,
  query: Record<string, string>,
): Promise<void> {
  const { default: Client, $OpenApiUtil, OpenApiUtil } = require('@alicloud/openapi-core') as Core;
  const { protocol, host } = new URL(endpoint);
  const client = new Client(
    new $OpenApiUtil.Config({
      accessKeyId,
      accessKeySecret,
      endpoint: host,
      protocol: protocol.slice(0, -1),
      connectTimeout: timeoutMs,
      readTimeout: timeoutMs,
    }),
  );
  const params = new $OpenApiUtil.Params({
    action,
    version: '2018-05-10',
    protocol: protocol.slice(0, -1),
    pathname: '/',
    method: 'POST',
    authType: 'AK',
    style: 'RPC',
    reqBodyType: 'formData',
    bodyType: 'json',
  });
  const wanted = new $OpenApiUtil.OpenApiRequest({ query: OpenApiUtil.query(query) });
  await client
    .callApi(params, wanted, {} as Parameters<typeof client.callApi>[2])
    .catch((error: { code?: string }) => {
      // Aliyun's text quotes the key.
      throw new Error(`Aliyun refused ${action}: ${error.code ?? 'no answer'}`);
    });
}

async function onEach(targets: readonly string[], send: (target: string) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(targets.map(send));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

type PurgeRequest = { method: string; headers: Record<string, string>; body?: string };

/** Sends a request to an address of the environment, which needs no check of where it leads. @returns the status */
async function request(
  address: string,
  { secret }: Own,
  { method, headers, body }: PurgeRequest,
): Promise<number> {
  const { request: send } = await import('undici');
  const sent = { 'user-agent': 'Guanlan', ...headers, ...(secret && { authorization: `Bearer ${secret}` }) };
  const answer = await send(address, {
    // undici's type lists the methods of RFC 9110 only.
    method: method as 'POST',
    headers: sent,
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error & { code?: string }) => {
    throw new Error(`${new URL(address).origin} did not answer (${error.code ?? error.name})`);
  });
  await answer.body.dump();
  return answer.statusCode;
}

const tagsOf = (purged: Purged): string[] => (purged ? [...new Set(purged.flat())] : ['*']);

function* chunksOf(keys: readonly string[]): Generator<string[]> {
  let chunk: string[] = [];
  let length = 0;
  for (const key of keys) {
    if (length + key.length > maxKeysLength) {
      yield chunk;
      [chunk, length] = [[], 0];
    }
    chunk.push(key);
    length += key.length + 1;
  }
  if (chunk.length > 0) yield chunk;
}
