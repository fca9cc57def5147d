import { recordSecurity } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { maskMobile } from '../account/reads.ts';
import { WrongSecret } from './refusal.ts';

type Caller = Pick<Origin, 'address'>;

/**
 * Records a wrong secret or a lock-out in the security log and throws it on.
 * @param by which way; `account`: the mobile number as it was typed, which may be anything
 */
export const recordFailure =
  (ctx: Context, { address }: Caller, { by, account }: { by: string; account: string }) =>
  async (error: unknown): Promise<never> => {
    const isLockOut = error instanceof DomainError && error.kind === 'rate_limited';
    if (isLockOut || error instanceof WrongSecret)
      await recordSecurity(ctx, {
        kind: isLockOut ? 'lockedOut' : 'logInFailed',
        memberId: ctx.actor.kind === 'member' ? ctx.actor.memberId : null,
        address,
        details: { by, account: /^1\d{10}$/.test(account) ? maskMobile(account) : '—' },
      });
    throw error;
  };

/** Records, together with it, a change of what opens an account. `what` is Chinese. */
export const recordAccountChange = (
  ctx: Context,
  trx: Trx,
  { address }: Caller,
  memberId: string,
  what: string,
): Promise<void> =>
  recordSecurity(ctx, { kind: 'accountChanged', memberId, address, details: { what } }, trx);
