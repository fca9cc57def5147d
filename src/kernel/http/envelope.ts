import { DomainError, diskFullMessage, type ErrorKind, isDiskFull } from '../errors.ts';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** Messages for requests that the server refuses before they reach a call, by status (docs/product.md §14). */
const refusals: Record<number, string> = {
  400: '请求格式不正确，请检查后重试',
  404: '接口不存在',
  405: '请求方法不正确',
  408: '请求超时，请重试',
  413: '提交的内容过大，请缩减后重试',
  414: '地址过长，请缩短查询条件',
  415: '不支持这种内容类型，请使用 JSON',
  417: '不支持请求里的 Expect 头，请去掉后重试',
  429: '操作太频繁，请稍后再试',
  431: '请求头过长，请缩短查询条件',
  503: '服务暂时不可用，请稍后再试',
};

/** `field`: the path of the input's field that the failure is about. */
export type Failure = { status: number; msg: string; retryAfter?: number; field?: string };

/** Returns the success envelope as text; concatenated by hand because it is the hottest line of the API. */
export const okEnvelope = (data: unknown): string =>
  `{"code":200,"success":true,"msg":"操作成功","data":${JSON.stringify(data) ?? 'null'}}`;

/** Returns the failure envelope as text; the HTTP status equals `code` (docs/product.md §14). */
export const failureEnvelope = ({ status, msg, field }: Failure): string =>
  JSON.stringify({ code: status, success: false, msg, data: null, ...(field && { field }) });

/** Maps an error to the response. An unknown error is a 500 that reveals nothing but the request's id. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (isDiskFull(error)) return { status: 507, msg: diskFullMessage };
  if (error instanceof DomainError)
    return {
      status: statuses[error.kind],
      msg: error.message,
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
      ...(error.field !== undefined && { field: error.field }),
    };
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, msg: refusals[status] ?? refusals[400] ?? '' };
  if (isCollision(error)) return { status: 409, msg: '内容刚刚被另一个操作改动，请刷新后再试' };
  return { status: 500, msg: `服务器开小差了，请稍后再试（编号 ${requestId}）` };
}

/**
 * Returns whether PostgreSQL aborted this change because of a concurrent one: a deadlock (40P01), a serialization
 * failure (40001), or a foreign key violation because a row was deleted or referenced meanwhile (23503). Nothing was
 * written.
 */
export const isCollision = (error: unknown): boolean =>
  ['40P01', '40001', '23503'].includes(String((error as { code?: unknown } | null)?.code));

export const refusal = (status: number): Failure => ({ status, msg: refusals[status] ?? '请求未能完成' });
