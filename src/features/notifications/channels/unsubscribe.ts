import { createHmac, timingSafeEqual } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { maskAddress } from '#shared/mask-address.ts';
import type { LetterRefused } from '../events.ts';
import { letterKinds, noticeKinds } from '../policy.ts';
import type { NoticeSubscription } from '../schema.ts';
import { deleteChannelChoice, findContact, listChannelChoices } from './channel-queries.ts';

type Subscription = NoticeSubscription['kind'];

/**
 * Creates an unsubscribe token for a member and a kind, `7.reply.<signature>`, or for a letter `7.daily-12.<signature>`
 * with its id. It is signed, since its bearer needs no login.
 */
export async function createToken(
  ctx: Context,
  memberId: string,
  kind: Subscription,
  letterId?: string,
): Promise<string> {
  const name = letterId === undefined ? kind : `${kind}-${letterId}`;
  return `${memberId}.${name}.${await sign(ctx, memberId, name)}`;
}

/** Returns the subscription of a token, and whether it is still on. @throws invalid for a forged token */
export async function readSubscription(ctx: Context, token: string): Promise<NoticeSubscription> {
  const { memberId, kind, label } = await verifyToken(ctx, token);
  const choices = await listChannelChoices(ctx.db, memberId);
  return { kind, label, isOn: choices.has(`${kind} mail`), account: await findAddress(ctx, memberId) };
}

/** Turns the mails of a token's subscription off. Idempotent. @throws invalid for a forged token */
export async function unsubscribe(ctx: Context, token: string): Promise<NoticeSubscription> {
  const { memberId, kind, label, letterId } = await verifyToken(ctx, token);
  await inTransaction(ctx, async (trx) => {
    await deleteChannelChoice(trx, memberId, kind, 'mail');
    if (letterId === undefined) return;
    const refused: LetterRefused = { memberId, letterId };
    await ctx.events.emit(ctx, trx, 'letters.refused', refused);
  });
  return { kind, label, isOn: false, account: await findAddress(ctx, memberId) };
}

async function findAddress(ctx: Context, memberId: string): Promise<string | null> {
  const contact = await findContact(ctx.db, memberId);
  return contact?.email ? maskAddress(contact.email) : null;
}

async function verifyToken(
  ctx: Context,
  token: string,
): Promise<{ memberId: string; kind: Subscription; label: string; letterId: string | undefined }> {
  const [memberId = '', name = '', given = ''] = token.split('.');
  const [kindName = '', letterId] = name.split('-');
  const known = [...noticeKinds, ...letterKinds].find(({ kind }) => kind === kindName);
  const expected = Buffer.from(await sign(ctx, memberId, name));
  const signature = Buffer.from(given);
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!known || !isOurs) throw invalid('退订凭证不正确，请从邮件里的链接打开', 'token');
  return { memberId, kind: known.kind, label: known.label, letterId };
}

const sign = async (ctx: Context, memberId: string, name: string): Promise<string> =>
  createHmac('sha256', await portalSecret(ctx, 'notice-letters'))
    .update(`${memberId}.${name}.mail`)
    .digest('base64url');
