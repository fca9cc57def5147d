import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { ApiCalls } from '#features/calls.ts';
import { BASE_ADDRESS, CALL_TIMEOUT_MS, CLIENT_CREDENTIAL, TENANT_ID } from './constants.ts';
import { showAlert } from './dialogs.ts';
import { unwrap } from './envelope.ts';
import { type CallMode, checkBody, checkFailure, type Problem } from './error-catalogue.ts';
import type { Session } from './session.ts';
import { watchFile } from './watch-file.ts';

/** The types of one call, as `CallsOf` derives them from a route. */
export type CallShape = { query?: object; body?: unknown; data: unknown };

/** A map of calls: `{ 'GET /reception/isLogin': { data: boolean } }`. Paths have no parameters. */
export type CallMap<M> = { [K in keyof M]: CallShape };

type CallInput<C> = Pick<C, Extract<keyof C, 'query' | 'body'>>;

export type CallSettings = {
  /** Aborts the call; the promise rejects as `cancelled`. */
  signal?: AbortSignal;
  /** Shows no alert on failure, because the caller shows the error. */
  silent?: boolean;
  /**
   * Lets the request continue after the page is left, such as a count sent with the last click. Its answer may be lost.
   */
  outlivesPage?: boolean;
  /** Sends this token, or none for null, instead of the session's; the answer then cannot end the session. */
  token?: string | null;
  /** Receives the share of an upload that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Receives the number of bytes received, for downloads of unknown length. */
  onReceived?: (bytes: number) => void;
};

export type CallOptions<C> = CallInput<C> & CallSettings;

type OptionsArgument<C> = Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>];

/** A downloaded file: its bytes, its name from the server, its media type. */
export type Download = { bytes: ArrayBuffer; name: string | undefined; type: string };

export type Calls<M extends CallMap<M>> = {
  /**
   * Makes a call and resolves with its data (of an envelope, or the raw OAuth body). On failure it shows the message of
   * the error catalogue (docs/product.md §8) and rejects with a `CallError`.
   */
  call: <K extends keyof M & string>(key: K, ...options: OptionsArgument<M[K]>) => Promise<M[K]['data']>;
  /** Downloads a file as binary data; any 2xx body is passed through (docs/product.md §7, §8). */
  download: <K extends keyof M & string>(key: K, ...options: OptionsArgument<M[K]>) => Promise<Download>;
  /** Disables alerts for failures of this path from now on (docs/product.md §8), as for `/reception/globalSearch`. */
  registerSilent: (path: string) => void;
};

export type CallsOptions = {
  session: Pick<Session, 'token' | 'freshToken' | 'onUnauthorized' | 'onExpired'>;
  baseURL?: string;
  /** The client credential, `id:secret`. */
  client?: string;
  tenantId?: string;
  timeoutMs?: number;
};

/** Paths that are silent by default, because their pages show their own error state (docs/product.md §15). */
export const SILENT_PATHS = ['/reception/globalSearch', '/reception/searchSuggestions'];

type AnyInput = Pick<CallShape, 'query' | 'body'> & CallSettings;
type Request = { config: AxiosRequestConfig; mode: CallMode; token: string | null | undefined };
type Answer =
  | { response: AxiosResponse; problem: undefined }
  | { response: AxiosResponse | undefined; problem: Problem };

/**
 * Creates the functions for all calls to the server (docs/product.md §7): fixed headers, repeated keys for arrays, the
 * XSRF cookie and header, a time-out of 60 s, and the error catalogue (docs/product.md §8) for every answer.
 */
export function createCalls<M extends CallMap<M>>(options: CallsOptions): Calls<M> {
  const { session } = options;
  const silentPaths = new Set(SILENT_PATHS);
  const timeoutMs = options.timeoutMs ?? CALL_TIMEOUT_MS;
  const http = axios.create({
    baseURL: options.baseURL ?? BASE_ADDRESS,
    timeout: timeoutMs,
    headers: {
      Authorization: `Basic ${btoa(options.client ?? CLIENT_CREDENTIAL)}`,
      'Tenant-Id': options.tenantId ?? TENANT_ID,
    },
    xsrfCookieName: 'XSRF-TOKEN',
    xsrfHeaderName: 'X-XSRF-TOKEN',
    // Half a surrogate pair, as a truncated emoji leaves it, cannot be encoded in a URL.
    paramsSerializer: { indexes: null, encode: (value, encode) => encode(String(value).toWellFormed()) },
  });

  function prepare(key: string, input: AnyInput = {}, isDownload = false): Request {
    const [method = 'GET', url = ''] = key.split(' ');
    const { query, body, signal, silent, token, onProgress, onReceived, outlivesPage } = input;
    const config: AxiosRequestConfig = {
      method,
      url,
      params: query,
      data: body,
      ...(signal && { signal }),
      ...(outlivesPage && { adapter: 'fetch', fetchOptions: { keepalive: true } }),
      ...(isDownload && { responseType: 'arraybuffer' }),
      ...(onProgress && { onUploadProgress: (event) => onProgress(event.progress ?? 0) }),
      ...(onReceived && { onDownloadProgress: ({ loaded }) => onReceived(loaded) }),
    };
    const mode = { isDownload, isSilent: silent ?? silentPaths.has(url), isNullable: key in nullableCalls };
    return { config, mode, token };
  }

  async function send(request: Request, isRepeated = false): Promise<AxiosResponse> {
    const hasOwnToken = request.token !== undefined;
    const token = hasOwnToken ? (request.token ?? undefined) : await session.freshToken();
    const answer = await sendOnce(request, token);
    if (hasOwnToken) return unwrapAnswer(answer, request.mode);
    const isVisitors = answer.response?.headers['x-session'] === 'expired';
    const isRefused = answer.problem?.reaction === 'login';
    if (!isVisitors && !isRefused) return unwrapAnswer(answer, request.mode);
    // Another tab or a renewal may have replaced the token while the session itself continues.
    const current = await session.freshToken(token);
    const isReplaced = !isRepeated && current !== undefined && current !== token;
    // What an open call changed for a visitor must not be changed again.
    if (isReplaced && (isRefused || request.config.method === 'GET')) return send(request, true);
    if (isVisitors) session.onExpired(token);
    if (!answer.problem || !isRefused) return unwrapAnswer(answer, request.mode);
    session.onUnauthorized(token);
    throw answer.problem.error;
  }

  async function sendOnce(request: Request, token: string | undefined): Promise<Answer> {
    const headers = token === undefined ? {} : { 'Blade-Auth': `bearer ${token}` };
    const isFile = request.config.data instanceof FormData || request.mode.isDownload;
    const fileWatch = isFile ? watchFile(request.config, timeoutMs) : undefined;
    try {
      const response = await http.request({ ...request.config, ...fileWatch?.config, headers });
      const problem = checkBody(response.data, request.mode, response.status);
      return problem ? { response, problem } : { response, problem };
    } catch (failure) {
      return {
        response: undefined,
        problem: checkFailure(fileWatch?.explain(failure) ?? failure, request.mode),
      };
    } finally {
      fileWatch?.end();
    }
  }

  return {
    call: async (key, ...[input]) =>
      unwrap((await send(prepare(key, input as AnyInput))).data) as M[typeof key]['data'],
    download: async (key, ...[input]) => readDownload(await send(prepare(key, input as AnyInput, true))),
    registerSilent: (path) => {
      silentPaths.add(path);
    },
  };
}

function unwrapAnswer({ response, problem }: Answer, mode: CallMode): AxiosResponse {
  if (!problem) return response;
  if (problem.reaction !== 'none' && !mode.isSilent) showAlert(problem.error.message);
  throw problem.error;
}

function readDownload({ data, headers }: AxiosResponse): Download {
  const disposition = String(headers['content-disposition'] ?? '');
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)/i.exec(disposition)?.[1];
  return {
    bytes: data as ArrayBuffer,
    name: (encoded && decode(encoded)) || plain,
    type: String(headers['content-type'] ?? ''),
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

type NullableCall = { [K in keyof ApiCalls]: null extends ApiCalls[K]['data'] ? K : never }[keyof ApiCalls];

/**
 * The calls whose answer may be null. Null as the answer of any other call means that something between the browser and
 * the portal answered. TypeScript compares the list with the routes: a missing key is a type error.
 */
const nullableCalls: Readonly<Record<NullableCall, true> & Record<string, true>> = {
  'GET /member/feedAddress': true,
  'GET /news/reception/nextNews': true,
  'GET /news/reception/previousNews': true,
  'GET /reception/article/nextArticle': true,
  'GET /reception/article/previousArticle': true,
  'GET /reception/contest/season': true,
  'GET /reception/getKnow': true,
  'GET /reception/reference/nextReference': true,
  'GET /reception/reference/previousReference': true,
};
