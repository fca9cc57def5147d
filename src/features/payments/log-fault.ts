import type { Context } from '#kernel/context.ts';
import { GatewayError } from './gateways/gateway.ts';

/** Logs a gateway's fault, which is expected now and then, as a warning; any other error is a bug. */
export function logFault({ log }: Pick<Context, 'log'>, about: object, error: unknown, what: string): void {
  if (!(error instanceof GatewayError)) {
    log.error({ ...about, err: error }, what);
    return;
  }
  const { fault, code, message } = error;
  log.warn({ ...about, fault, code, message }, what);
}
