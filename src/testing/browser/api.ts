import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import type { AccountCalls } from '#client/account.ts';
import type { ApiCalls } from '#features/calls.ts';

/** Every call that a page of the reader's site makes, including the token calls. */
type PageCalls = Omit<ApiCalls, keyof AccountCalls> & AccountCalls;
type Key = keyof PageCalls & string;

/** A call as the page sent it. `body` is parsed: an object for JSON, the fields for a form. */
export type ReceivedCall = {
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test inspects whatever the page sent.
  body: any;
  headers: Headers;
};

type Reply<K extends Key> = PageCalls[K]['data'] | Refusal | Response;
type Answer<K extends Key> = Reply<K> | ((call: ReceivedCall) => Reply<K> | Promise<Reply<K>>);

/** An error in the API's envelope; the HTTP status equals `code`. */
class Refusal {
  readonly status: number;
  readonly msg: string;
  readonly field: string | undefined;
  constructor(status: number, msg: string, field?: string) {
    this.status = status;
    this.msg = msg;
    this.field = field;
  }
}

export const refuse = (status: number, msg: string, field?: string): Refusal =>
  new Refusal(status, msg, field);

/** Simulates a network failure: the call gets no response. */
export const networkError = (): Response => Response.error();

const API_BASE = '/api';
// OAuth responses have no envelope.
const RAW_PREFIX = '/blade-auth/oauth/token';

const interceptors = [new XMLHttpRequestInterceptor(), new FetchInterceptor()];
// Defaults: a member's event stream that stays silent, no site notice, and nothing bought.
const defaultAnswers: [string, Answer<Key>][] = [
  ['GET /member/stream', () => new Response(new ReadableStream())],
  ['GET /reception/getKnow', () => null],
  ['GET /member/accessMarks', () => []],
  ['GET /reception/topicsOfPost', () => []],
];
// What one test answers and receives. A call belongs to the test during which it was sent, however late it is answered.
const newExchange = () => ({
  answers: new Map(defaultAnswers),
  received: new Map<string, ReceivedCall[]>(),
  unanswered: [] as string[],
});
let exchange = newExchange();
// Calls of any test whose answer has not been looked up yet.
const arriving = new Set<Promise<unknown>>();

/** Sets the API's answer to a call and returns the previous answer. A call without an answer fails the test. */
export function answer<K extends Key>(key: K, reply: NoInfer<Answer<K>>): Answer<K> {
  const previous = exchange.answers.get(key);
  exchange.answers.set(key, reply as Answer<Key>);
  return previous as Answer<K>;
}

/** Returns the calls with this key that the page has sent so far, oldest first. */
export const callsTo = (key: Key): ReceivedCall[] => exchange.received.get(key) ?? [];

let isIntercepting = false;

/**
 * Replaces XMLHttpRequest and fetch for API addresses; other requests reach the network. All test files share one page,
 * so only the first call has an effect.
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

/** Removes all answers and returns the keys of calls that had none, which are errors in the test. */
export function resetApi(): string[] {
  const { unanswered } = exchange;
  exchange = newExchange();
  return unanswered;
}

/** Waits until every call has been answered, including those that follow; answers that a test holds do not count. */
export async function settleCalls(): Promise<void> {
  do {
    await Promise.allSettled(arriving);
    // The page handles an answer, and sends the next call, in later tasks.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } while (arriving.size > 0);
}

async function respond(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(API_BASE.length);
  const key = `${request.method} ${path}`;
  const arrival = receive(request, url, key);
  arriving.add(arrival);
  const found = await arrival.finally(() => arriving.delete(arrival));
  if (!found) return Response.error();
  const { reply, call } = found;
  const body: unknown = await (typeof reply === 'function'
    ? (reply as (call: ReceivedCall) => unknown)(call)
    : reply);
  // An answer may serve many calls, but a response body can be read once.
  if (body instanceof Response) return body.type === 'error' ? Response.error() : body.clone();
  if (body instanceof Refusal)
    return json(
      { code: body.status, success: false, msg: body.msg, data: null, field: body.field },
      body.status,
    );
  return json(path === RAW_PREFIX ? body : { code: 200, success: true, msg: '操作成功', data: body });
}

async function receive(request: Request, url: URL, key: string) {
  const { answers, received, unanswered } = exchange;
  const call = {
    query: Object.fromEntries(url.searchParams),
    body: await readBody(request),
    headers: request.headers,
  };
  received.set(key, [...(received.get(key) ?? []), call]);
  const reply = answers.get(key);
  if (reply === undefined) unanswered.push(key);
  return reply === undefined ? undefined : { reply, call };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return request.json();
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(await request.text()));
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  return undefined;
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
