import type { Context, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { verifyTotp } from '../account/totp.ts';
import type { MemberRow } from '../queries.ts';
import { type Attempt, noteAttempt } from './attempts.ts';
import { SignInRefusal } from './refusal.ts';

/** What a log-in without its second factor is answered. */
export const totpRequired = (bindTicket?: string) =>
  new SignInRefusal('请输入身份验证器上的 6 位动态码，或一个恢复码（totp）', {
    error: 'totp_required',
    ...(bindTicket ? { bindTicket } : {}),
  });

/**
 * Asks for the second factor of a member who has one: the authenticator's code of now, each once, or a recovery
 * code. @throws SignInRefusal without it, invalid when it is wrong
 */
export async function checkSecondFactor(
  ctx: Context,
  trx: Trx,
  member: MemberRow,
  totp: string | undefined,
): Promise<void> {
  if (!member.totp_enabled_at) return;
  if (!totp) throw totpRequired();
  if (!(await verifyTotp(ctx, trx, member, totp))) throw invalid('动态码（totp）不正确，请输入最新的一个');
}

/**
 * Counts a guess at the second factor where the first one was no password, whose attempts are counted already.
 * @throws rateLimited after too many
 */
export const noteSecondFactor = async (
  ctx: Context,
  member: MemberRow | undefined,
  totp: string | undefined,
  address: string,
): Promise<Attempt | null> =>
  member?.totp_enabled_at && totp ? noteAttempt(ctx, { account: member.mobile, address }) : null;
