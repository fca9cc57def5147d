import type { AxiosError, AxiosResponse } from 'axios';
import { DEFAULT_FIELD_MESSAGE } from '#shared/field-message.ts';
import { CallError, type CallErrorDetails, type CallFailure } from './call-error.ts';
import { type BodyStatus, readBodyStatus } from './envelope.ts';

/** The default message (docs/product.md §8). */
export const DEFAULT_MESSAGE = '网络连接错误！';

/** Refusals that a proxy in front of the portal answers with a page of its own. */
const proxyMessages: Readonly<Record<number, string>> = {
  413: '提交的内容超过了网站前面的代理服务器允许的大小，没有送到。请缩小后重试，或请管理员调大代理的上限（nginx 的 client_max_body_size）',
  414: '地址过长，网站前面的代理服务器没有接受，请缩短查询条件',
  429: '操作太频繁，网站前面的代理服务器没有接受，请稍后再试',
  431: '请求头过长，网站前面的代理服务器没有接受，请清除本站的 Cookie 后重试',
};

/**
 * How a call is handled: the body of a download is bytes, the page of a silent call shows its own error state, and a
 * nullable call may answer null.
 */
export type CallMode = { isDownload?: boolean; isSilent?: boolean; isNullable?: boolean };

/**
 * Why a call is rejected, and the reaction: `login` ends the session, `alert` shows the error's message, `none`
 * leaves it to the caller.
 */
export type Problem = { error: CallError; reaction: 'login' | 'alert' | 'none' };

/**
 * Checks the body of an answer with HTTP status 200–299 (docs/product.md §8); returns undefined if it passes. Downloads
 * pass whatever they contain; code 401 ends the session; another code than 200 is rejected with the server's msg;
 * error_code 400 passes to the form; another error_code than 200 is rejected with error_description. A body that is
 * neither an envelope with data nor an OAuth body did not come from the portal (a proxy's page, a 204): the call failed.
 */
export function checkBody(body: unknown, mode: CallMode, status = 200): Problem | undefined {
  if (mode.isDownload) return undefined;
  const { code, msg, error_code, error_description, data, access_token } = readBodyStatus(body);
  const details = { code: parseCode(code), status };
  if (details.code !== undefined) {
    if (details.code === 200)
      return data == null && !mode.isNullable ? failedProblem(details, mode) : undefined;
    return details.code === 401 ? loginProblem(msg, details) : refusedProblem(msg, details, mode);
  }
  const oauth = { code: parseCode(error_code), status };
  if (oauth.code === undefined) return access_token === undefined ? failedProblem(details, mode) : undefined;
  if (oauth.code === 400 || oauth.code === 200) return undefined;
  return refusedProblem(error_description, oauth, mode);
}

/**
 * Classifies a call without a usable answer (docs/product.md §8): HTTP 401 or body code 401 ends the session; another
 * HTTP status shows 网络连接错误！ if the body's code is 500 or above, else the body's msg; without one, a refusal that only
 * a proxy answers so shows what it refuses; generic transport errors show 网络连接错误！, except for an aborted call, which
 * shows nothing.
 */
export function checkFailure(failure: unknown, mode: CallMode): Problem {
  if (failure instanceof CallError) return toProblem(failure, mode);
  const { response } = failure as Partial<AxiosError>;
  if (response) return checkStatus(response, mode, failure);
  return toProblem(new CallError(classifyTransportError(failure), DEFAULT_MESSAGE, { cause: failure }), mode);
}

function checkStatus(response: AxiosResponse, mode: CallMode, cause: unknown): Problem {
  const { status, headers } = response;
  const body: BodyStatus = readBodyStatus(response.data);
  const message = body.msg || body.error_description || (body.field && DEFAULT_FIELD_MESSAGE);
  const details = {
    code: parseCode(body.code),
    status,
    retryAfter: parseCode(headers?.['retry-after']),
    field: body.field,
    cause,
  };
  if (status === 401 || details.code === 401) return loginProblem(message, details);
  const isServerError = details.code !== undefined && details.code >= 500;
  if (message && !isServerError) return refusedProblem(message, details, mode);
  const ofProxy = details.code === undefined ? proxyMessages[status] : undefined;
  return ofProxy === undefined ? failedProblem(details, mode) : refusedProblem(ofProxy, details, mode);
}

function failedProblem(details: CallErrorDetails, mode: CallMode): Problem {
  return toProblem(new CallError('failed', DEFAULT_MESSAGE, details), mode);
}

function refusedProblem(message: string | undefined, details: CallErrorDetails, mode: CallMode): Problem {
  return toProblem(new CallError('refused', message || DEFAULT_MESSAGE, details), mode);
}

function loginProblem(message: string | undefined, details: CallErrorDetails): Problem {
  return { error: new CallError('unauthenticated', message || DEFAULT_MESSAGE, details), reaction: 'login' };
}

function toProblem(error: CallError, mode: CallMode): Problem {
  return { error, reaction: mode.isSilent || error.failure === 'cancelled' ? 'none' : 'alert' };
}

// Matches axios's messages, because its codes do not distinguish a time-out from an aborted request.
function classifyTransportError(failure: unknown): CallFailure {
  const { code, message = '' } = failure as Partial<AxiosError>;
  if (code === 'ERR_CANCELED' || /^request aborted|^cancell?ed/i.test(message)) return 'cancelled';
  if (code === 'ETIMEDOUT' || /timeout/i.test(message)) return 'timeout';
  if (/unsupported protocol/i.test(message)) return 'unsupported';
  return 'offline';
}

// Some servers of this API family send codes as strings.
function parseCode(code: number | string | undefined): number | undefined {
  return code === undefined || code === null || code === '' ? undefined : Number(code);
}
