import type { Context } from '#kernel/context.ts';
import { GatewayError } from './gateways/gateway.ts';

/** A gateway's fault is expected now and then, and told in the words of the gateway; any other is ours. */
export function logFault({ log }: Pick<Context, 'log'>, about: object, error: unknown, what: string): void {
  if (!(error instanceof GatewayError)) {
    log.error({ ...about, err: error }, what);
    return;
  }
  const { fault, code, message } = error;
  log.warn({ ...about, fault, code, message }, what);
}
