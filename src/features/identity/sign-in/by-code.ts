import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { findMemberByMobile } from '../queries.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, countSecondFactor } from './attempts.ts';
import { beginSession } from './begin-session.ts';
import { checkCode, consumeCode } from './codes.ts';
import { filterCurrentConsents, requireConsents } from './consents.ts';
import { parsePhone } from './phones.ts';
import { findOrCreateMember } from './register.ts';

/**
 * Logs in by a code to the mobile number. An unknown number is registered if the person agrees to both texts. Missing
 * consent or a missing second factor is reported only for a right code, which stays valid meanwhile.
 */
export async function logInByCode(
  ctx: Context,
  parts: IdentityParts,
  { phone, value, totp, fromPost: from, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const mobile = parsePhone(phone);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'login' }, value, origin);
  const known = await findMemberByMobile(ctx.db, mobile);
  const consents = known ? await filterCurrentConsents(ctx, consent) : await requireConsents(ctx, consent);
  const attempt = await countSecondFactor(ctx, known, totp, origin);
  return inTransaction(ctx, async (trx) => {
    await consumeCode(ctx, trx, code);
    const newcomer = { mobile, consents, address: origin.address, from };
    const member = await findOrCreateMember(ctx, trx, newcomer, known);
    const answer = await beginSession(ctx, trx, parts, { member, totp, consent, origin });
    await clearAttempts(trx, attempt);
    return answer;
  });
}
