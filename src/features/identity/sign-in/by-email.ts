import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { isMobile, maskMobile } from '#shared/mobiles.ts';
import { emailAddress } from '../account/schema.ts';
import type { IdentityParts } from '../parts.ts';
import { findMemberByEmail, type MemberRow } from '../queries.ts';
import type { CodeAnswer, codeRequest, TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, countSecondFactor } from './attempts.ts';
import { beginSession } from './begin-session.ts';
import { checkCode, consumeCode, sendCode, wrongCode } from './codes.ts';
import { filterCurrentConsents, recordConsents, requireConsents } from './consents.ts';
import { checkProof, consumeProof } from './proofs.ts';
import { listConsents } from './queries.ts';

/**
 * Logs in by a code to the e-mail address of an account that has no mobile number. It registers no one: for every other
 * address all codes are wrong. A member who has never consented agrees to both texts now.
 */
export async function logInByEmail(
  ctx: Context,
  parts: IdentityParts,
  { email, value, totp, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const recipient = parseEmail(email);
  const code = await checkCode(ctx, { channel: 'mail', recipient, purpose: 'login' }, value, origin);
  const member = await findMemberByEmail(ctx.db, recipient);
  if (!isEmailAccount(member)) throw wrongCode();
  const hasConsented = (await listConsents(ctx.db, member.id)).length > 0;
  const consents = await (hasConsented ? filterCurrentConsents : requireConsents)(ctx, consent);
  const attempt = await countSecondFactor(ctx, member, totp, origin);
  return inTransaction(ctx, async (trx) => {
    await consumeCode(ctx, trx, code);
    const answer = await beginSession(ctx, trx, parts, { member, totp, consent, origin });
    await recordConsents(ctx, trx, member.id, consents, origin.address);
    await clearAttempts(trx, attempt);
    return answer;
  });
}

/**
 * Mails a log-in code for a solved proof of work. Response and timing are the same for every address; an unknown or
 * blocked one gets no mail, and the holder of an account with a mobile number gets a mail that says to use that.
 */
export async function sendMailLoginCode(
  ctx: Context,
  parts: IdentityParts,
  { email, purpose, proof }: z.output<typeof codeRequest>,
  origin: Origin,
): Promise<CodeAnswer> {
  const recipient = parseEmail(email);
  if (purpose !== 'login') throw invalid('邮件验证码只用于登录', 'purpose');
  await consumeProof(ctx.db, await checkProof(ctx, proof));
  const member = await findMemberByEmail(ctx.db, recipient);
  const shouldSend = isEmailAccount(member) && !member.blocked_at;
  const to = { channel: 'mail', recipient, purpose } as const;
  const answer = await sendCode(ctx, parts, { ...to, origin, shouldSend, isBackground: true });
  if (member && isMobile(member.mobile))
    pointToMobile(ctx, parts, member, recipient).catch((error) =>
      ctx.log.error({ err: error }, 'could not send a mail about a log-in'),
    );
  return answer;
}

const isEmailAccount = (member: MemberRow | undefined): member is MemberRow =>
  member !== undefined && !isMobile(member.mobile);

async function pointToMobile(
  ctx: Context,
  { mail, settings }: Pick<IdentityParts, 'mail' | 'settings'>,
  { mobile }: MemberRow,
  to: string,
): Promise<void> {
  const { site } = await settings(ctx);
  await mail.send(ctx, {
    to,
    subject: `登录${site.name}`,
    text: `有人想用这个邮箱登录${site.name}。你的账号绑定了手机号 ${maskMobile(mobile)}，请用它登录。\n\n如果不是你本人在操作，请忽略这封邮件。\n`,
  });
}

/** @throws invalid */
function parseEmail(text: string | undefined): string {
  if (!text?.trim()) throw invalid('请输入邮箱', 'email');
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw invalid('邮箱不正确，应为 name@example.cn 这样的地址', 'email');
  return parsed.data;
}
