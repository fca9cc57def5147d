import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { findMember, findMemberByMobile } from '../queries.ts';
import type { CodeAnswer, codeRequest } from '../schema.ts';
import { sendCode } from './codes.ts';
import { readPhone } from './phones.ts';
import { checkProof, spendProof } from './proofs.ts';

type Request = z.output<typeof codeRequest>;

/**
 * Sends a code by SMS to whoever solved a proof of work. The answer is the same whether or not the number is
 * registered; only the code of a reset is not sent to a number that nobody has.
 */
export async function sendSmsCode(
  ctx: Context,
  parts: IdentityParts,
  request: Request,
  { address }: Origin,
): Promise<CodeAnswer> {
  const recipient = await recipientOf(ctx, request);
  await spendProof(ctx.db, await checkProof(ctx, request.proof));
  const { purpose } = request;
  if (purpose !== 'reset') return sendCode(ctx, parts, { channel: 'sms', recipient, purpose, address });
  const member = await findMemberByMobile(ctx.db, recipient);
  const isSent = member !== undefined && !member.blocked_at;
  return sendCode(ctx, parts, { channel: 'sms', recipient, purpose, address, isSent, isUnawaited: true });
}

/** @throws unauthenticated where the purpose is a member's and nobody is logged in */
async function recipientOf({ actor, db }: Context, { purpose, phone }: Request): Promise<string> {
  const isOwn = purpose === 'change-old' || purpose === 'delete';
  if (!isOwn && purpose !== 'change') return readPhone(phone);
  if (actor.kind !== 'member') throw unauthenticated();
  if (!isOwn) return readPhone(phone);
  const member = await findMember(db, actor.memberId);
  if (!member) throw unauthenticated();
  return member.mobile;
}
