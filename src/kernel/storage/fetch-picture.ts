import { lookup as resolveName } from 'node:dns';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A picture brought here: its bytes and a name with the ending of its type. */
export type FetchedPicture = { bytes: Buffer; name: string };

export type FetchOptions = {
  /** Whether an address may be connected to; by default public ones only. Tests let their own server through. */
  mayConnect?: (address: string) => boolean;
  /** ms for the whole, redirects included. */
  timeoutMs?: number;
  /** Bytes. */
  largest?: number;
};

// No SVG: a stranger's may hold script.
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const mostRedirects = 3;

/**
 * Fetches a picture that an imported piece shows from another host, so that readers' browsers need not ask that
 * host. Only public addresses are asked, checked where the connection is made: neither a name that leads inside
 * nor a redirect reaches this machine or its network.
 * @throws an error when it is no picture, too large, too slow, not public or not there
 */
export async function fetchPicture(url: string, options: FetchOptions = {}): Promise<FetchedPicture> {
  const { mayConnect = isPublic, timeoutMs = 10_000, largest = 10 * 1024 * 1024 } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  let address = new URL(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await request(address, signal, mayConnect);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      address = new URL(headers.location, address);
      continue;
    }
    const ending = endings[(headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''];
    if (statusCode !== 200 || !ending) {
      response.destroy();
      throw new Error(`no picture at ${address.host} (${statusCode})`);
    }
    return { bytes: await read(response, largest), name: `picture.${ending}` };
  }
  throw new Error(`too many redirects from ${new URL(url).host}`);
}

function request(
  address: URL,
  signal: AbortSignal,
  mayConnect: (address: string) => boolean,
): Promise<IncomingMessage> {
  if (!/^https?:$/.test(address.protocol))
    return Promise.reject(new Error(`not a web address: ${address.protocol}`));
  // A literal address is connected to without a look-up.
  const literal = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !mayConnect(literal))
    return Promise.reject(new Error(`not a public address: ${literal}`));
  const get = address.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    get(address, { signal, lookup: guarded(mayConnect), headers: { accept: 'image/*' } }, resolve).on(
      'error',
      reject,
    );
  });
}

/** A look-up that knows only addresses one may connect to: what is checked is what is connected to. */
const guarded =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (error || !first) return callback(error ?? new Error(`not a public address: ${hostname}`), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

async function read(response: IncomingMessage, largest: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) {
      response.destroy();
      throw new Error(`a picture of more than ${largest} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

// Two lists: one alone would take every IPv4 address for its form in ::/3.
const notPublic = { 4: new BlockList(), 6: new BlockList() };
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic[4].addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  // Public is 2000::/3; the rest holds IPv4 in other clothes, sites, links and what is still to be given out.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic[6].addSubnet(net, prefix, 'ipv6');

/** True for an address of the public internet (RFC 6890 lists the others); IPv4 inside IPv6 counts as IPv4. */
export function isPublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped);
  if (family === 4) return !notPublic[4].check(mapped, 'ipv4');
  return family === 6 && !notPublic[6].check(mapped, 'ipv6');
}
