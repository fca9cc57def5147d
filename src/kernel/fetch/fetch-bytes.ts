import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import type { Agent } from 'undici';
import { isPublic } from './addresses.ts';

export type FetchLimits = {
  /** Whether connections to an address are allowed; by default only public addresses. */
  mayConnect?: (address: string) => boolean;
  /** Limit in ms for the whole fetch, including redirects and the last byte. */
  timeoutMs?: number;
  /** Limit in bytes, for both the compressed and the decompressed body. */
  maxBytes?: number;
};

export type FetchOptions = FetchLimits & {
  headers?: Record<string, string>;
  /** Accepted media types; all if absent. */
  types?: readonly string[];
};

/** `bytes` is empty with status 304. */
export type Fetched = { status: 200 | 304; bytes: Buffer; type: string; headers: AnswerHeaders };

/** By lower-case name; repeated headers are joined by commas. */
type AnswerHeaders = Partial<Record<string, string>>;

export type RefusalReason =
  | 'address'
  | 'inside'
  | 'redirects'
  | 'status'
  | 'type'
  | 'encoding'
  | 'large'
  | 'slow';

/** A response that is not accepted, or an address that is not requested. Network errors are Node's own. */
export class FetchRefusal extends Error {
  readonly reason: RefusalReason;
  /** The response's status, if there was a response. */
  readonly status: number | undefined;
  constructor(reason: RefusalReason, message: string, status?: number) {
    super(message);
    this.name = 'FetchRefusal';
    this.reason = reason;
    this.status = status;
  }
}

const maxRedirects = 3;
// Ports of other protocols than HTTP: a fetch must not be used to reach such a service.
const blockedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900,
  6000, 6379, 6566, 9200, 9300, 10080, 11211, 27017,
]);

/**
 * Fetches a resource from an untrusted address. Only public addresses are connected to, and the check happens at
 * connection time: neither a host name that resolves to a private address nor a redirect reaches this machine or its
 * network (SSRF). Redirects, time, and bytes both compressed and decompressed are limited.
 * @throws FetchRefusal; network errors
 */
export async function fetchBytes(url: string, options: FetchOptions = {}): Promise<Fetched> {
  const { mayConnect = isPublic, timeoutMs = 10_000, maxBytes = 5 * 1024 * 1024, headers = {} } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let address = checkAddress(url, mayConnect);
    const { origin } = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      // Headers for one origin, such as a key, are not sent to another origin after a redirect.
      const sent = address.origin === origin ? headers : onlyAccept(headers);
      const answer = await fetchOnce(address, sent, { ...options, mayConnect, maxBytes, signal });
      if (!(answer instanceof URL)) return answer;
      address = answer;
    }
    throw new FetchRefusal('redirects', `too many redirects from ${new URL(url).host}`);
  } catch (error) {
    if (signal.aborted) throw tooSlow(timeoutMs);
    const { code = '' } = error as { code?: string };
    throw tooLargeCodes.has(code)
      ? new FetchRefusal('large', `the response exceeds ${maxBytes} bytes`)
      : error;
  }
}

export type PostOptions = FetchLimits & { headers: Record<string, string> };

/**
 * Posts a text to an untrusted address, under the same checks as `fetchBytes`. Redirects are not followed. Any status is
 * an answer.
 * @returns the status and the first `maxBytes` bytes of the answer
 * @throws FetchRefusal; network errors
 */
export async function postText(
  url: string,
  text: string,
  { mayConnect = isPublic, timeoutMs = 10_000, maxBytes = 4096, headers }: PostOptions,
): Promise<{ status: number; bytes: Buffer }> {
  const address = checkAddress(url, mayConnect);
  const signal = AbortSignal.timeout(timeoutMs);
  const { request } = await import('undici');
  const dispatcher = await openGuardedAgent(mayConnect);
  try {
    const sent = { 'user-agent': 'Guanlan', ...headers };
    const answered = await request(address, {
      method: 'POST',
      body: text,
      headers: sent,
      dispatcher,
      signal,
    });
    return { status: answered.statusCode, bytes: await readStart(answered.body, maxBytes) };
  } catch (error) {
    throw signal.aborted ? tooSlow(timeoutMs) : error;
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
}

async function readStart(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const tooSlow = (timeoutMs: number) =>
  new FetchRefusal('slow', `no complete response within ${timeoutMs} ms`);

type FetchOnceOptions = Required<Pick<FetchOptions, 'mayConnect' | 'maxBytes'>> &
  Pick<FetchOptions, 'types'> & { signal: AbortSignal };

/** Sends one request. @returns the response, or the target of a redirect */
async function fetchOnce(
  address: URL,
  headers: Record<string, string>,
  { mayConnect, maxBytes, types, signal }: FetchOnceOptions,
): Promise<Fetched | URL> {
  const { request } = await import('undici');
  const dispatcher = await openGuardedAgent(mayConnect, maxBytes);
  try {
    const sent = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Guanlan', ...headers };
    const {
      statusCode: status,
      headers: raw,
      body,
    } = await request(address, { dispatcher, signal, headers: sent });
    const answered: AnswerHeaders = Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [name, String(value)]),
    );
    if (status >= 300 && status < 400 && answered.location)
      return checkAddress(answered.location, mayConnect, address);
    const type = (answered['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (status === 304) return { status, bytes: Buffer.alloc(0), type, headers: answered };
    if (status !== 200) throw new FetchRefusal('status', `status ${status}`, status);
    if (types && !types.includes(type))
      throw new FetchRefusal('type', `media type not accepted: ${type}`, 200);
    const encoding = (answered['content-encoding'] ?? 'identity').trim().toLowerCase();
    const decompress = decompressors[encoding];
    if (!decompress) throw new FetchRefusal('encoding', `unsupported content encoding: ${encoding}`, 200);
    const bytes = await decompress(Buffer.from(await body.arrayBuffer()), { maxOutputLength: maxBytes });
    return { status, bytes, type, headers: answered };
  } finally {
    // Closes the connection and with it a response that is not read to the end. It must be the agent's only connection:
    // urllib, which alipay-sdk loads, replaces Socket.destroy by one that throws if two sockets are destroyed with the
    // same error.
    dispatcher.destroy().catch(() => undefined);
  }
}

/** Opens an agent for one request: a connection reused from another fetch would skip the check of its address. */
async function openGuardedAgent(
  mayConnect: (address: string) => boolean,
  maxResponseSize = -1,
): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({
    connect: { lookup: guardedLookup(mayConnect), timeout: 0 },
    // The signal limits the whole fetch instead.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize,
    allowH2: false,
  });
}

/** Codes that undici and zlib throw beyond the limit of compressed and decompressed bytes. */
const tooLargeCodes = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']);

const decompressors: Partial<Record<string, (bytes: Buffer, limit: ZlibOptions) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * Checks the URL itself: protocol, credentials, port and a literal address. What its host name resolves to is checked
 * when connecting.
 * @throws FetchRefusal
 */
export function checkAddress(
  url: string,
  mayConnect: (address: string) => boolean = isPublic,
  base?: URL,
): URL {
  const address = URL.parse(url, base);
  if (!address) throw new FetchRefusal('address', `no address: ${url.slice(0, 200)}`);
  if (!/^https?:$/.test(address.protocol))
    throw new FetchRefusal('address', `not a web address: ${address.protocol}`);
  if (address.username || address.password)
    throw new FetchRefusal('address', 'the address contains credentials');
  const port = Number(address.port);
  const isBlockedPort =
    address.port !== '' && ((port < 1024 && port !== 80 && port !== 443) || blockedPorts.has(port));
  if (isBlockedPort) throw new FetchRefusal('address', `blocked port: ${port}`);
  // A literal address is connected to without a DNS lookup.
  const literal = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !mayConnect(literal))
    throw new FetchRefusal('inside', `not a public address: ${literal}`);
  return address;
}

const onlyAccept = ({ accept }: Record<string, string>): Record<string, string> => (accept ? { accept } : {});

/** A DNS lookup that returns only allowed addresses: the checked address is the one connected to (no DNS rebinding). */
const guardedLookup =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      const refusal = () => new FetchRefusal('inside', `not a public address: ${hostname}`);
      if (error || !first) return callback(error ?? refusal(), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
