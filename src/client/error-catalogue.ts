import type { AxiosError, AxiosResponse } from 'axios';
import { CallError, type CallFacts, type CallFailure } from './call-error.ts';
import { type BodyVerdict, readVerdict } from './envelope.ts';

/** The default message (seed §8). */
export const DEFAULT_MESSAGE = '网络连接错误！';

/** How a call is listened to: a download's body is bytes, a silent call's page speaks for itself. */
export type CallManner = { isDownload?: boolean; isSilent?: boolean };

/**
 * Why a call is rejected, and who is told: `login` ends the session, `alert` shows the error's message,
 * `nobody` leaves it to the caller.
 */
export type Problem = { error: CallError; tell: 'login' | 'alert' | 'nobody' };

/**
 * Judges the body of an answer with HTTP status 200–299 (seed §8); no problem means that it passes.
 * Downloads pass whatever they hold;
 * code 401 ends the session; another code that is not 200 is rejected with the server's msg; error_code
 * 400 passes to the form; another error_code that is not 200 is rejected with error_description.
 */
export function judgeBody(body: unknown, manner: CallManner, status = 200): Problem | undefined {
  if (manner.isDownload) return undefined;
  const { code, msg, error_code, error_description } = readVerdict(body);
  const facts = { code: readCode(code), status };
  if (facts.code !== undefined) {
    if (facts.code === 200) return undefined;
    return facts.code === 401 ? toLogin(msg, facts) : refuse(msg, facts, manner);
  }
  const oauth = { code: readCode(error_code), status };
  if (oauth.code === undefined || oauth.code === 400 || oauth.code === 200) return undefined;
  return refuse(error_description, oauth, manner);
}

/**
 * Judges a call that got no usable answer (seed §8): HTTP 401 or body code 401 ends the session; another
 * HTTP status shows 网络连接错误！ when the body's code is 500 or above, else the body's msg; the generic
 * transport errors show 网络连接错误！, except those of a call given up, which nobody hears of.
 */
export function judgeFailure(failure: unknown, manner: CallManner): Problem {
  if (failure instanceof CallError) return reject(failure, manner);
  const { response } = failure as Partial<AxiosError>;
  if (response) return judgeStatus(response, manner, failure);
  return reject(new CallError(readTransport(failure), DEFAULT_MESSAGE, { cause: failure }), manner);
}

function judgeStatus(response: AxiosResponse, manner: CallManner, cause: unknown): Problem {
  const { status, headers } = response;
  const body: BodyVerdict = readVerdict(response.data);
  const message = body.msg || body.error_description;
  const facts = { code: readCode(body.code), status, retryAfter: readCode(headers?.['retry-after']), cause };
  if (status === 401 || facts.code === 401) return toLogin(message, facts);
  const isOurFault = facts.code !== undefined && facts.code >= 500;
  if (message && !isOurFault) return refuse(message, facts, manner);
  return reject(new CallError('failed', DEFAULT_MESSAGE, facts), manner);
}

function refuse(message: string | undefined, facts: CallFacts, manner: CallManner): Problem {
  return reject(new CallError('refused', message || DEFAULT_MESSAGE, facts), manner);
}

function toLogin(message: string | undefined, facts: CallFacts): Problem {
  return { error: new CallError('unauthenticated', message || DEFAULT_MESSAGE, facts), tell: 'login' };
}

function reject(error: CallError, manner: CallManner): Problem {
  return { error, tell: manner.isSilent || error.failure === 'cancelled' ? 'nobody' : 'alert' };
}

// The texts are axios's; the codes alone do not tell a time-out from an aborted request.
function readTransport(failure: unknown): CallFailure {
  const { code, message = '' } = failure as Partial<AxiosError>;
  if (code === 'ERR_CANCELED' || /^request aborted|^cancell?ed/i.test(message)) return 'cancelled';
  if (code === 'ETIMEDOUT' || /timeout/i.test(message)) return 'timeout';
  if (/unsupported protocol/i.test(message)) return 'unsupported';
  return 'offline';
}

// Some servers of this family send their codes as text.
function readCode(code: number | string | undefined): number | undefined {
  return code === undefined || code === null || code === '' ? undefined : Number(code);
}
