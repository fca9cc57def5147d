import { recordSecurityEvent } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { maskMobile } from '#shared/mobiles.ts';
import { WrongSecret } from './sign-in-errors.ts';

type AddressOrigin = Pick<Origin, 'address'>;

/**
 * Records a wrong secret or a lock-out in the security log and rethrows the error.
 * @param by the way of logging in; `account`: the mobile number as typed, which may be any text
 */
export const recordSignInFailure =
  (ctx: Context, { address }: AddressOrigin, { by, account }: { by: string; account: string }) =>
  async (error: unknown): Promise<never> => {
    const isLockOut = error instanceof DomainError && error.kind === 'rate_limited';
    if (isLockOut || error instanceof WrongSecret)
      await recordSecurityEvent(ctx, {
        kind: isLockOut ? 'lockedOut' : 'logInFailed',
        memberId: ctx.actor.kind === 'member' ? ctx.actor.memberId : null,
        address,
        details: { by, account: maskMobile(account) || '—' },
      });
    throw error;
  };

/** Records a change of a credential in the security log, within the transaction of that change. `what` is Chinese. */
export const recordAccountChange = (
  ctx: Context,
  trx: Trx,
  { address }: AddressOrigin,
  memberId: string,
  what: string,
): Promise<void> =>
  recordSecurityEvent(ctx, { kind: 'accountChanged', memberId, address, details: { what } }, trx);
