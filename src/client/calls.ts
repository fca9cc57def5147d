import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { BASE_ADDRESS, CALL_TIMEOUT_MS, CLIENT_CREDENTIAL, TENANT_ID } from './constants.ts';
import { showAlert } from './dialogs.ts';
import { unwrap } from './envelope.ts';
import { type CallManner, judgeBody, judgeFailure, type Problem } from './error-catalogue.ts';
import type { Session } from './session.ts';
import { watchFile } from './watch-file.ts';

/** One call on the wire, as `CallsOf` derives it from a route. */
export type CallShape = { query?: object; body?: unknown; data: unknown };

/** A map of calls: `{ 'GET /reception/isLogin': { data: boolean } }`. Paths hold no parameters. */
export type CallMap<M> = { [K in keyof M]: CallShape };

type Sent<C> = Pick<C, Extract<keyof C, 'query' | 'body'>>;

export type CallManners = {
  /** Gives the call up; the promise rejects as `cancelled`. */
  signal?: AbortSignal;
  /** No alert when it fails: the caller shows it. */
  silent?: boolean;
  /** Goes on when the page is left meanwhile: a count sent with the last click. Its answer may then never be read. */
  outlivesPage?: boolean;
  /** Sends this token, or none for null, in place of the session's; the answer then ends no session. */
  token?: string | null;
  /** Share of an upload that has left, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Bytes of the answer that have arrived, for downloads whose length nobody knows beforehand. */
  onReceived?: (bytes: number) => void;
};

export type CallOptions<C> = Sent<C> & CallManners;

type OptionsArgument<C> = Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>];

/** A downloaded file: its bytes, the name the server gives it, its media type. */
export type Download = { bytes: ArrayBuffer; name: string | undefined; type: string };

export type Calls<M extends CallMap<M>> = {
  /**
   * Makes a call and answers its data (of an envelope, or the raw OAuth body). Rejects with a `CallError`
   * after telling the person what the error catalogue says (seed §8).
   */
  call: <K extends keyof M & string>(key: K, ...options: OptionsArgument<M[K]>) => Promise<M[K]['data']>;
  /** Fetches a file as binary; whatever a 2xx body holds is passed through (seed §7, §8). */
  download: <K extends keyof M & string>(key: K, ...options: OptionsArgument<M[K]>) => Promise<Download>;
  /** From now on failures of this path are not alerted (seed §8); `/reception/globalSearch`. */
  registerSilent: (path: string) => void;
};

export type CallsOptions = {
  session: Pick<Session, 'token' | 'freshToken' | 'refused' | 'expired'>;
  baseURL?: string;
  /** Client credential `id:secret`. */
  client?: string;
  tenantId?: string;
  timeoutMs?: number;
};

/** Silent from the start: their pages show their own failed state (PRODUCT §5). */
export const SILENT_PATHS = ['/reception/globalSearch', '/reception/searchSuggestions'];

type AnySent = Pick<CallShape, 'query' | 'body'> & CallManners;
type Request = { config: AxiosRequestConfig; manner: CallManner; token: string | null | undefined };
type Answer =
  | { response: AxiosResponse; problem: undefined }
  | { response: AxiosResponse | undefined; problem: Problem };

/**
 * The one way to the server (seed §7): fixed headers, repeated keys for arrays, the XSRF pair, 60 s,
 * and the error catalogue of §8 over every answer.
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
    // A half of a surrogate pair, as a cut emoji leaves it, cannot be written in an address.
    paramsSerializer: { indexes: null, encode: (value, encode) => encode(String(value).toWellFormed()) },
  });

  function prepare(key: string, sent: AnySent = {}, isDownload = false): Request {
    const [method = 'GET', url = ''] = key.split(' ');
    const { query, body, signal, silent, token, onProgress, onReceived, outlivesPage } = sent;
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
    return { config, manner: { isDownload, isSilent: silent ?? silentPaths.has(url) }, token };
  }

  async function send(request: Request, isRepeated = false): Promise<AxiosResponse> {
    const isApart = request.token !== undefined;
    const token = isApart ? (request.token ?? undefined) : await session.freshToken();
    const answer = await ask(request, token);
    if (isApart) return settle(answer, request.manner);
    if (answer.response?.headers['x-session'] === 'expired') session.expired(token);
    if (answer.problem?.tell !== 'login') return settle(answer, request.manner);
    // Perhaps not the session ended but this token: another tab or a renewal has replaced it meanwhile.
    const current = await session.freshToken();
    if (!isRepeated && current !== undefined && current !== token) return send(request, true);
    session.refused(token);
    throw answer.problem.error;
  }

  async function ask(request: Request, token: string | undefined): Promise<Answer> {
    const headers = token === undefined ? {} : { 'Blade-Auth': `bearer ${token}` };
    const isFile = request.config.data instanceof FormData || request.manner.isDownload;
    const watch = isFile ? watchFile(request.config, timeoutMs) : undefined;
    try {
      const response = await http.request({ ...request.config, ...watch?.config, headers });
      const problem = judgeBody(response.data, request.manner, response.status);
      return problem ? { response, problem } : { response, problem };
    } catch (failure) {
      return {
        response: undefined,
        problem: judgeFailure(watch?.explain(failure) ?? failure, request.manner),
      };
    } finally {
      watch?.end();
    }
  }

  return {
    call: async (key, ...[sent]) =>
      unwrap((await send(prepare(key, sent as AnySent))).data) as M[typeof key]['data'],
    download: async (key, ...[sent]) => readDownload(await send(prepare(key, sent as AnySent, true))),
    registerSilent: (path) => {
      silentPaths.add(path);
    },
  };
}

function settle({ response, problem }: Answer, manner: CallManner): AxiosResponse {
  if (!problem) return response;
  if (problem.tell !== 'nobody' && !manner.isSilent) showAlert(problem.error.message);
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
