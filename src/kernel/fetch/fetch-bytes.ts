import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { isPublic } from './addresses.ts';

export type FetchLimits = {
  /** Whether an address may be connected to; by default public ones only. */
  mayConnect?: (address: string) => boolean;
  /** ms for the whole, redirects and the last byte included. */
  timeoutMs?: number;
  /** Bytes of the answer, as it travels and unpacked. */
  largest?: number;
};

export type FetchOptions = FetchLimits & {
  headers?: Record<string, string>;
  /** Media types that are taken; any without. */
  types?: readonly string[];
};

/** `bytes` are empty with status 304. */
export type Fetched = { status: 200 | 304; bytes: Buffer; type: string; headers: AnswerHeaders };

/** By lower-case name; a header that comes more than once is joined by commas. */
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

/** An answer we do not take, or an address we do not ask. Errors of the network come as Node throws them. */
export class FetchRefusal extends Error {
  readonly reason: RefusalReason;
  /** The answer's, where there was one. */
  readonly status: number | undefined;
  constructor(reason: RefusalReason, message: string, status?: number) {
    super(message);
    this.name = 'FetchRefusal';
    this.reason = reason;
    this.status = status;
  }
}

const mostRedirects = 3;
// What listens there is no web server, whoever may have pointed us at it.
const otherServices = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900,
  6000, 6379, 6566, 9200, 9300, 10080, 11211, 27017,
]);

/**
 * Fetches what somebody outside serves, whoever named the address. Only public addresses are asked, checked where the
 * connection is made: neither a name that leads inside nor a redirect reaches this machine or its network. Redirects, time,
 * and bytes both packed and unpacked are limited.
 * @throws FetchRefusal; errors of the network
 */
export async function fetchBytes(url: string, options: FetchOptions = {}): Promise<Fetched> {
  const { mayConnect = isPublic, timeoutMs = 10_000, largest = 5 * 1024 * 1024, headers = {} } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let address = checkAddress(url, mayConnect);
    const { origin } = address;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      // What was meant for one site, a key among it, is not sent to another that it leads to.
      const sent = address.origin === origin ? headers : pickAccept(headers);
      const answer = await ask(address, sent, { ...options, mayConnect, largest, signal });
      if (!(answer instanceof URL)) return answer;
      address = answer;
    }
    throw new FetchRefusal('redirects', `too many redirects from ${new URL(url).host}`);
  } catch (error) {
    if (signal.aborted) throw new FetchRefusal('slow', `no whole answer in ${timeoutMs} ms`);
    const { code = '' } = error as { code?: string };
    throw tooLarge.has(code) ? new FetchRefusal('large', `an answer of more than ${largest} bytes`) : error;
  }
}

type Asking = Required<Pick<FetchOptions, 'mayConnect' | 'largest'>> &
  Pick<FetchOptions, 'types'> & { signal: AbortSignal };

/** Asks once. @returns the answer, or where it redirects to */
async function ask(
  address: URL,
  headers: Record<string, string>,
  { mayConnect, largest, types, signal }: Asking,
): Promise<Fetched | URL> {
  const { Agent, request } = await import('undici');
  // One agent for each request: a connection kept from another fetch would skip the check of its address.
  const dispatcher = new Agent({
    connect: { lookup: guarded(mayConnect), timeout: 0 },
    // The signal limits the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: largest,
    allowH2: false,
  });
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
    if (status !== 200) throw new FetchRefusal('status', `answered ${status}`, status);
    if (types && !types.includes(type))
      throw new FetchRefusal('type', `not of a type that is taken: ${type}`, 200);
    const encoding = (answered['content-encoding'] ?? 'identity').trim().toLowerCase();
    const unpack = unpackers[encoding];
    if (!unpack) throw new FetchRefusal('encoding', `packed as ${encoding}`, 200);
    const bytes = await unpack(Buffer.from(await body.arrayBuffer()), { maxOutputLength: largest });
    return { status, bytes, type, headers: answered };
  } finally {
    // Ends the connection, and with it an answer that nobody reads. It must be the agent's only one: urllib, which
    // alipay-sdk loads, replaces Socket.destroy by one that throws if two sockets are destroyed with one error.
    dispatcher.destroy().catch(() => undefined);
  }
}

/** What undici and zlib throw beyond `largest`, of the bytes packed and unpacked. */
const tooLarge = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']);

const unpackers: Partial<Record<string, (bytes: Buffer, limit: ZlibOptions) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * An address that may be asked as far as it says itself; where its name leads is seen when it is connected to.
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
  if (address.username || address.password) throw new FetchRefusal('address', 'an address with a password');
  const port = Number(address.port);
  const isOdd =
    address.port !== '' && ((port < 1024 && port !== 80 && port !== 443) || otherServices.has(port));
  if (isOdd) throw new FetchRefusal('address', `no port of the web: ${port}`);
  // A literal address is connected to without a look-up.
  const literal = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !mayConnect(literal))
    throw new FetchRefusal('inside', `not a public address: ${literal}`);
  return address;
}

const pickAccept = ({ accept }: Record<string, string>): Record<string, string> => (accept ? { accept } : {});

/** A look-up that knows only addresses one may connect to: what is checked is what is connected to. */
const guarded =
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
