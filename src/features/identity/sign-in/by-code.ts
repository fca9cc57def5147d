import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { findMemberByMobile } from '../queries.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, noteSecondFactor } from './attempts.ts';
import { beginSession } from './begin-session.ts';
import { checkCode, spendCode } from './codes.ts';
import { readConsents, readNewConsents } from './consents.ts';
import { readPhone } from './phones.ts';
import { findOrAddMember } from './register.ts';

/**
 * Logs in by a code to the mobile number; a number that nobody has becomes a member's who agrees to both texts.
 * What is still lacking (consent, second factor) is told to who has the right code, which stays good meanwhile.
 */
export async function logInByCode(
  ctx: Context,
  parts: IdentityParts,
  { phone, value, totp, fromPost: from, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const mobile = readPhone(phone);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'login' }, value, origin);
  const known = await findMemberByMobile(ctx.db, mobile);
  const consents = known ? await readNewConsents(ctx, consent) : await readConsents(ctx, consent);
  const attempt = await noteSecondFactor(ctx, known, totp, origin);
  return inTransaction(ctx, async (trx) => {
    await spendCode(ctx, trx, code);
    const newcomer = { mobile, consents, address: origin.address, from };
    const member = await findOrAddMember(ctx, trx, newcomer, known);
    const answer = await beginSession(ctx, trx, parts, { member, totp, consent, origin });
    await clearAttempts(trx, attempt);
    return answer;
  });
}
