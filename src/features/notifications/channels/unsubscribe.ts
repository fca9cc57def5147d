import { createHmac, timingSafeEqual } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { noticeKinds } from '../policy.ts';
import type { NoticeKind, NoticeSubscription } from '../schema.ts';
import { deleteChosen, listChosen } from './channel-queries.ts';

/** Says whose letters of which kind a link ends, signed, since who opens it needs no log-in: `7.reply.<signature>`. */
export async function writeToken(ctx: Context, memberId: string, kind: string): Promise<string> {
  return `${memberId}.${kind}.${await sign(ctx, memberId, kind)}`;
}

/** What a link's letters are about, and whether they still come. @throws invalid for a token we did not write */
export async function readSubscription(ctx: Context, token: string): Promise<NoticeSubscription> {
  const { memberId, kind, label } = await readToken(ctx, token);
  return { kind, label, isOn: (await listChosen(ctx.db, memberId)).has(`${kind} mail`) };
}

/** Ends the letters that a link is about. May be repeated. @throws invalid for a token we did not write */
export async function endSubscription(ctx: Context, token: string): Promise<NoticeSubscription> {
  const { memberId, kind, label } = await readToken(ctx, token);
  await inTransaction(ctx, (trx) => deleteChosen(trx, memberId, kind, 'mail'));
  return { kind, label, isOn: false };
}

async function readToken(
  ctx: Context,
  token: string,
): Promise<{ memberId: string; kind: NoticeKind; label: string }> {
  const [memberId = '', name = '', given = ''] = token.split('.');
  const known = noticeKinds.find(({ kind }) => kind === name);
  const expected = Buffer.from(await sign(ctx, memberId, name));
  const signature = Buffer.from(given);
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!known || !isOurs) throw invalid('退订凭证（token）不正确，请从邮件里的链接打开');
  return { memberId, kind: known.kind, label: known.label };
}

const sign = async (ctx: Context, memberId: string, kind: string): Promise<string> =>
  createHmac('sha256', await portalSecret(ctx, 'notice-letters'))
    .update(`${memberId}.${kind}.mail`)
    .digest('base64url');
