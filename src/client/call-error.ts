/**
 * Why a call failed:
 * - `refused`: the server answered with an error message, in an envelope or as an OAuth error
 * - `unauthenticated`: 401; the session handles it
 * - `failed`: the server answered with an error and no message
 * - `offline`, `timeout`, `unsupported`: no answer (network error, time-out, unsupported protocol)
 * - `cancelled`: the caller or the browser aborted the call; no message is shown
 */
export type CallFailure =
  | 'refused'
  | 'unauthenticated'
  | 'failed'
  | 'offline'
  | 'timeout'
  | 'unsupported'
  | 'cancelled';

/**
 * A rejected call. `message` is Chinese and can be shown to people; `code` is from the body, `status` is the HTTP
 * status.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  readonly code: number | undefined;
  readonly status: number | undefined;
  /** Seconds to wait before the next attempt, from the server (HTTP 429 and 503). */
  readonly retryAfter: number | undefined;
  /** The field of the input that the server refused, as a path: `price`, `values.server`. */
  readonly field: string | undefined;

  constructor(failure: CallFailure, message: string, details: CallErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.failure = failure;
    this.code = details.code;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
    this.field = details.field;
  }
}

export type CallErrorDetails = {
  code?: number | undefined;
  status?: number | undefined;
  retryAfter?: number | undefined;
  field?: string | undefined;
  cause?: unknown;
};

/** Returns whether a call was aborted on purpose, in which case no error state is shown. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.failure === 'cancelled';
}
