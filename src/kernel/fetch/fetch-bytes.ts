import { lookup as resolveName } from 'node:dns';
import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
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
export type Fetched = { status: 200 | 304; bytes: Buffer; type: string; headers: IncomingHttpHeaders };

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
 * connection is made: neither a name that leads inside nor a redirect reaches this machine or its network. Nothing is
 * endless: redirects, time, and bytes both packed and unpacked have an end.
 * @throws FetchRefusal; errors of the network
 */
export async function fetchBytes(url: string, options: FetchOptions = {}): Promise<Fetched> {
  const {
    mayConnect = isPublic,
    timeoutMs = 10_000,
    largest = 5 * 1024 * 1024,
    headers = {},
    types,
  } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let address = checkAddress(url, mayConnect);
    const { origin } = address;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      // What was meant for one site, a key among it, is not told to another that it leads to.
      const sent = address.origin === origin ? headers : pickAccept(headers);
      const response = await request(address, signal, mayConnect, sent);
      const { statusCode: status = 0, headers: answered } = response;
      if (status >= 300 && status < 400 && answered.location) {
        response.destroy();
        address = checkAddress(answered.location, mayConnect, address);
        continue;
      }
      const type = (answered['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
      const fault = faultOf(response, type, types);
      if (fault) response.destroy();
      if (fault) throw fault;
      if (status === 304) response.destroy();
      const bytes = status === 304 ? Buffer.alloc(0) : await read(response, largest);
      return { status: status as 200 | 304, bytes, type, headers: answered };
    }
    throw new FetchRefusal('redirects', `too many redirects from ${new URL(url).host}`);
  } catch (error) {
    throw signal.aborted ? new FetchRefusal('slow', `no whole answer in ${timeoutMs} ms`) : error;
  }
}

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

function request(
  address: URL,
  signal: AbortSignal,
  mayConnect: (address: string) => boolean,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const get = address.protocol === 'https:' ? getHttps : getHttp;
  const sent = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Guanlan', ...headers };
  return new Promise((resolve, reject) => {
    // An agent of its own each time: a kept connection would pass the look-up by.
    get(address, { signal, agent: false, lookup: guarded(mayConnect), headers: sent }, resolve).on(
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
      const refusal = () => new FetchRefusal('inside', `not a public address: ${hostname}`);
      if (error || !first) return callback(error ?? refusal(), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

function faultOf(
  { statusCode = 0, headers }: IncomingMessage,
  type: string,
  types: readonly string[] | undefined,
): FetchRefusal | undefined {
  if (statusCode === 304) return undefined;
  if (statusCode !== 200) return new FetchRefusal('status', `answered ${statusCode}`, statusCode);
  if (types && !types.includes(type))
    return new FetchRefusal('type', `not of a type that is taken: ${type}`, 200);
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  return encoding in unpackers ? undefined : new FetchRefusal('encoding', `packed as ${encoding}`, 200);
}

const unpackers = {
  identity: undefined,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function read(response: IncomingMessage, largest: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = unpackers[encoding as keyof typeof unpackers];
  const tooLarge = () => new FetchRefusal('large', `an answer of more than ${largest} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > largest) {
    response.destroy();
    throw tooLarge();
  }
  const body: Readable = unpack ? pipeline(response, unpack(), () => undefined) : response;
  const parts: Buffer[] = [];
  let size = 0;
  let travelled = 0;
  // A packed answer may be endless without unpacking to anything.
  if (unpack)
    response.on('data', (part: Buffer) => {
      travelled += part.length;
      if (travelled > largest) response.destroy(tooLarge());
    });
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) {
      response.destroy();
      throw tooLarge();
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
