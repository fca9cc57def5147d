import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import type { AccountCalls } from '#client/account.ts';
import type { ApiCalls } from '#features/calls.ts';

/** Every call a page of the reader's site makes, the token calls included. */
type PageCalls = Omit<ApiCalls, keyof AccountCalls> & AccountCalls;
type Key = keyof PageCalls & string;

/** A call as it left the page. `body` is parsed: an object for JSON, form fields for a form. */
export type ReceivedCall = {
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever the page sent.
  body: any;
  headers: Headers;
};

type Reply<K extends Key> = PageCalls[K]['data'] | Refusal | Response;
type Answer<K extends Key> = Reply<K> | ((call: ReceivedCall) => Reply<K> | Promise<Reply<K>>);

/** An error in the envelope of the API: the HTTP status equals `code`. */
class Refusal {
  readonly status: number;
  readonly msg: string;
  constructor(status: number, msg: string) {
    this.status = status;
    this.msg = msg;
  }
}

export const refuse = (status: number, msg: string): Refusal => new Refusal(status, msg);

/** The network fails: the call never gets an answer. */
export const networkError = (): Response => Response.error();

const API_BASE = '/api';
// Raw OAuth bodies have no envelope.
const RAW_PREFIX = '/blade-auth/oauth/token';

const interceptors = [new XMLHttpRequestInterceptor(), new FetchInterceptor()];
// A member's event stream: open, and silent. The site's notice: there is none.
const standing: [string, Answer<Key>][] = [
  ['GET /member/stream', () => new Response(new ReadableStream())],
  ['GET /reception/getKnow', () => null],
];
let answers = new Map(standing);
let received = new Map<string, ReceivedCall[]>();
let unanswered: string[] = [];

/** Says how the API answers a call from now on, and returns the answer before. A call without one fails the test. */
export function answer<K extends Key>(key: K, reply: NoInfer<Answer<K>>): Answer<K> {
  const before = answers.get(key);
  answers.set(key, reply as Answer<Key>);
  return before as Answer<K>;
}

/** The calls with this key that left the page so far, oldest first. */
export const callsTo = (key: Key): ReceivedCall[] => received.get(key) ?? [];

let isIntercepting = false;

/**
 * Replaces XMLHttpRequest and fetch for addresses of the API; everything else reaches the network. All test files share
 * one page, so only the first call does anything.
 */
export function interceptApi(): void {
  if (isIntercepting) return;
  isIntercepting = true;
  for (const interceptor of interceptors) {
    interceptor.apply();
    interceptor.on('request', async ({ request, controller }) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${API_BASE}/`)) return;
      controller.respondWith(await respond(request, url));
    });
  }
}

/** Forgets all answers, and returns the calls that had none: each is a hole in the test. */
export function resetApi(): string[] {
  const missing = unanswered;
  answers = new Map(standing);
  received = new Map();
  unanswered = [];
  return missing;
}

async function respond(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(API_BASE.length);
  const key = `${request.method} ${path}`;
  const call = {
    query: Object.fromEntries(url.searchParams),
    body: await readBody(request),
    headers: request.headers,
  };
  received.set(key, [...(received.get(key) ?? []), call]);
  const reply = answers.get(key);
  if (reply === undefined) {
    unanswered.push(key);
    return Response.error();
  }
  const body: unknown = await (typeof reply === 'function'
    ? (reply as (call: ReceivedCall) => unknown)(call)
    : reply);
  // One reply may answer many calls, and a response is good for one.
  if (body instanceof Response) return body.type === 'error' ? Response.error() : body.clone();
  if (body instanceof Refusal)
    return json({ code: body.status, success: false, msg: body.msg, data: null }, body.status);
  return json(path === RAW_PREFIX ? body : { code: 200, success: true, msg: '操作成功', data: body });
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return request.json();
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(await request.text()));
  return undefined;
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
