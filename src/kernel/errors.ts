/** What can go wrong in the domain, independent of HTTP (kernel/http/envelope.ts maps kinds to statuses). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'payment_required'
  | 'unavailable';

/** An error for the user who caused it: `message` is Chinese and says what to do. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** Seconds until a retry makes sense; only with `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The field of the input that the error is about, as a path: `price`, `parts.0.opens`. */
  readonly field: string | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { retryAfter?: number; field?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.retryAfter = options.retryAfter;
    this.field = options.field;
  }
}

/** Messages name a field by its label; `field` is its name on the wire, so that a form can show the message there. */
export const invalid = (message: string, field?: string) => new DomainError('invalid', message, { field });
export const unauthenticated = (message = '请先登录') => new DomainError('unauthenticated', message);
/** The default message is that of docs/product.md §5. */
export const forbidden = (message = '权限不足！') => new DomainError('forbidden', message);
export const notFound = (message: string) => new DomainError('not_found', message);
export const conflict = (message: string, field?: string) => new DomainError('conflict', message, { field });
export const rateLimited = (message: string, retryAfter: number) =>
  new DomainError('rate_limited', message, { retryAfter });
/** The database does not answer, or not in time. Whether a statement under way took effect is unknown. */
export class DatabaseUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('unavailable', '服务暂时不可用，请稍后再试', { retryAfter: 5, cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** What people read when the disk of the files or of the database is full. */
export const diskFullMessage = '服务器的磁盘满了，这次没有保存，请联系管理员清理磁盘后重试';

/**
 * Whether an error, or what caused it, is that a disk is full: of Node (ENOSPC, EDQUOT), PostgreSQL (53100), SQLite
 * (SQLITE_FULL) or of a library that passes on the system's words.
 */
export function isDiskFull(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < 5 && typeof one === 'object' && one !== null; depth += 1) {
    const { code, errcode, message, cause } = one as Record<string, unknown>;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || errcode === 13) return true;
    if (/no space left on device|database or disk is full|disk quota exceeded/i.test(String(message)))
      return true;
    one = cause;
  }
  return false;
}

export const unavailable = (message: string, cause?: unknown) =>
  new DomainError('unavailable', message, { cause });
