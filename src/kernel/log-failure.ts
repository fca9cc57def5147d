import type { Logger } from 'pino';
import { DomainError } from './errors.ts';

/**
 * Logs an error that a client got as a 5xx. Of a refusal that the program decided on, such as a search while the index is
 * built, only the reason is logged: its stack trace says nothing, and there is one refusal per request.
 */
export function logFailure(
  log: Pick<Logger, 'error' | 'warn'>,
  error: unknown,
  fields: Record<string, unknown>,
  message: string,
): void {
  if (error instanceof DomainError && error.cause === undefined)
    log.warn({ ...fields, reason: error.message }, message);
  else log.error({ ...fields, err: error }, message);
}
