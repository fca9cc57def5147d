/**
 * Why a call failed.
 * - `refused`: the server answered and said no, in an envelope or as an OAuth error
 * - `unauthenticated`: 401, the session's affair
 * - `failed`: the server answered with an error and no word of its own
 * - `offline`, `timeout`, `unsupported`: no answer came (network error, time exceeded, unsupported protocol)
 * - `cancelled`: we or the browser gave the call up; nobody needs to hear of it
 */
export type CallFailure =
  | 'refused'
  | 'unauthenticated'
  | 'failed'
  | 'offline'
  | 'timeout'
  | 'unsupported'
  | 'cancelled';

/** A rejected call. `message` is Chinese and fit to be shown; `code` is the body's, `status` the HTTP one. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  readonly code: number | undefined;
  readonly status: number | undefined;
  /** Seconds the server asks to wait before the next try (HTTP 429). */
  readonly retryAfter: number | undefined;

  constructor(failure: CallFailure, message: string, facts: CallFacts = {}) {
    super(message, { cause: facts.cause });
    this.failure = failure;
    this.code = facts.code;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
  }
}

export type CallFacts = {
  code?: number | undefined;
  status?: number | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
};

/** Whether a call was given up on purpose (aborted, cancelled): no failed state is due. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.failure === 'cancelled';
}
