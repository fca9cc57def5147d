/** What can go wrong in the domain; HTTP is only one way to tell it (see kernel/http/envelope.ts). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'payment_required'
  | 'unavailable';

/** An error meant for the person who caused it: `message` is Chinese and says what to do. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** Seconds until it may be tried again; only with `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.retryAfter = options.retryAfter;
  }
}

export const invalid = (message: string) => new DomainError('invalid', message);
export const unauthenticated = (message = '请先登录') => new DomainError('unauthenticated', message);
/** Default message: seed §5. */
export const forbidden = (message = '权限不足！') => new DomainError('forbidden', message);
export const notFound = (message: string) => new DomainError('not_found', message);
export const conflict = (message: string) => new DomainError('conflict', message);
export const rateLimited = (message: string, retryAfter: number) =>
  new DomainError('rate_limited', message, { retryAfter });
/** The database does not answer, or not in time; nothing is known of what was under way. */
export class DatabaseUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('unavailable', '服务暂时不可用，请稍后再试', { retryAfter: 5, cause });
    this.name = 'DatabaseUnavailable';
  }
}

export const unavailable = (message: string, cause?: unknown) =>
  new DomainError('unavailable', message, { cause });
