import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readName } from '../names.ts';
import type { IdentityParts } from '../parts.ts';
import { findMemberByMobile, type MemberRow } from '../queries.ts';
import type { TokenAnswer, TokenFields, wechatReturn } from '../schema.ts';
import { hashToken, newToken } from '../sessions.ts';
import { clearAttempts, noteSecondFactor } from './attempts.ts';
import { beginSession, totpRequired } from './begin-session.ts';
import { checkCode, spendCode } from './codes.ts';
import { readConsents, readNewConsents } from './consents.ts';
import { readPhone } from './phones.ts';
import { SignInRefusal } from './refusal.ts';
import { findOrAddMember } from './register.ts';
import { recordAccountChange } from './security.ts';
import { askPerson } from './wechat-client.ts';
import {
  deleteTicket,
  deleteWechat,
  findMemberByWechat,
  findTicket,
  insertTicket,
  insertWechat,
  type WechatPerson,
} from './wechat-queries.ts';
import { spendState } from './wechat-states.ts';

const ticketMs = 15 * 60_000;

/**
 * Logs in by WeChat: by the code of a scan, or by the ticket that stands for a scan which lacked something. A
 * person who is nobody's member yet proves a mobile number, and is bound to its member, or to a new one.
 */
export async function logInByWechat(
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  if (fields.bindTicket) return continueByTicket(ctx, parts, fields, fields.bindTicket, origin);
  const { source, code, state, totp } = fields;
  if (source !== 'wechat') throw invalid('不支持这种第三方登录（source），可用：wechat');
  const person = await readScan(ctx, parts, { code, state, purpose: 'login' }, origin);
  const member = await findMemberByWechat(ctx.db, person.unionId);
  if (!member)
    throw new SignInRefusal('请验证手机号，完成微信登录', {
      error: 'bind_required',
      bindTicket: await keepTicket(ctx, person),
      nickname: person.nickname,
    });
  // The scan is spent; the second factor comes with a ticket in its place.
  if (member.totp_enabled_at && !totp) throw totpRequired(await keepTicket(ctx, person));
  const attempt = await noteSecondFactor(ctx, member, totp, origin);
  return inTransaction(ctx, async (trx) => {
    const answer = await beginSession(ctx, trx, parts, { member, totp, consent: fields, origin });
    await clearAttempts(trx, attempt);
    return answer;
  }).catch(async (error: unknown) => {
    // So does the consent to a text that has been replaced.
    if (!(error instanceof SignInRefusal) || error.hints.error !== 'consent_renewal') throw error;
    throw new SignInRefusal(error.message, { ...error.hints, bindTicket: await keepTicket(ctx, person) });
  });
}

/** The person of a scan that came home to the browser it left from. @throws invalid, unavailable */
export async function readScan(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  {
    code,
    state,
    purpose,
  }: { code?: string | undefined; state?: string | undefined; purpose: 'login' | 'bind' },
  origin: Origin,
): Promise<WechatPerson> {
  const { wechat } = await settings(ctx);
  if (!wechat) throw invalid('本站没有开通微信登录');
  if (!code) throw invalid('没有得到微信授权（code），请重新扫码并同意');
  await spendState(ctx, state, purpose, origin);
  return askPerson(wechat, code, (fault) => ctx.log.error({ fault }, 'WeChat refused a log-in'));
}

async function continueByTicket(
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  ticket: string,
  origin: Origin,
): Promise<TokenAnswer> {
  const ticketHash = hashToken(ticket);
  const person = await findTicket(ctx.db, ticketHash, ctx.now());
  if (!person) throw invalid('微信登录已过期（bindTicket），请重新扫码');
  const bound = await findMemberByWechat(ctx.db, person.unionId);
  const enter = bound ? async () => bound : await proveNumber(ctx, fields, person, origin);
  const guessed =
    bound ?? (fields.phone ? await findMemberByMobile(ctx.db, readPhone(fields.phone)) : undefined);
  const attempt = await noteSecondFactor(ctx, guessed, fields.totp, origin);
  return inTransaction(ctx, async (trx) => {
    if (!(await deleteTicket(trx, ticketHash))) throw invalid('微信登录已完成（bindTicket），请勿重复提交');
    const member = await enter(trx);
    const answer = await beginSession(ctx, trx, parts, {
      member,
      totp: fields.totp,
      consent: fields,
      origin,
    });
    await clearAttempts(trx, attempt);
    return answer;
  });
}

/** Checks the code to a number. @returns what then binds the person to its member, in the transaction it is given */
async function proveNumber(
  ctx: Context,
  { phone, value, fromPost: from, ...consent }: TokenFields,
  person: WechatPerson,
  origin: Origin,
): Promise<(trx: Parameters<typeof spendCode>[1]) => Promise<MemberRow>> {
  const mobile = readPhone(phone);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'bind' }, value, origin);
  const known = await findMemberByMobile(ctx.db, mobile);
  const consents = known ? await readNewConsents(ctx, consent) : await readConsents(ctx, consent);
  return async (trx) => {
    await spendCode(ctx, trx, code);
    const newcomer = { mobile, ...nameOf(person), consents, address: origin.address, from };
    const member = await findOrAddMember(ctx, trx, newcomer, known);
    if (await insertWechat(trx, member.id, person)) {
      await recordAccountChange(ctx, trx, origin, member.id, '绑定微信');
      return member;
    }
    const isOthers = (await findMemberByWechat(trx, person.unionId)) !== undefined;
    throw conflict(
      isOthers
        ? '这个微信刚刚已绑定另一个账号，请重新扫码登录'
        : '该手机号已绑定其他微信，请用它登录后先解除绑定，或换一个手机号',
    );
  };
}

async function keepTicket(ctx: Context, person: WechatPerson): Promise<string> {
  const ticket = newToken();
  await insertTicket(ctx.db, hashToken(ticket), person, new Date(ctx.now().getTime() + ticketMs));
  return ticket;
}

// A nickname that cannot be a name here is no reason to turn somebody away.
function nameOf({ nickname }: WechatPerson): { name?: string } {
  try {
    return { name: readName(nickname, 'nickname') };
  } catch {
    return {};
  }
}

/**
 * Binds the WeChat person of a scan to the caller; of two members who bind one person at once the constraint
 * lets one. May be repeated. @throws conflict when either is bound otherwise
 */
export async function bindWechat(
  ctx: Context,
  parts: IdentityParts,
  { code, state }: z.output<typeof wechatReturn>,
  origin: Origin,
): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'member') throw unauthenticated();
  const person = await readScan(ctx, parts, { code, state, purpose: 'bind' }, origin);
  await inTransaction(ctx, async (trx) => {
    if (await insertWechat(trx, actor.memberId, person))
      return recordAccountChange(ctx, trx, origin, actor.memberId, '绑定微信');
    const isOthers = (await findMemberByWechat(trx, person.unionId)) !== undefined;
    throw conflict(
      isOthers ? '这个微信已绑定其他账号，请先在那里解除绑定' : '您的账号已绑定微信，请先解除绑定再换',
    );
  });
  return true;
}

/** Unbinds the caller's WeChat; harmless without one. The mobile number still opens the account. */
export async function unbindWechat(ctx: Context, origin: Origin): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'member') throw unauthenticated();
  await inTransaction(ctx, async (trx) => {
    if (await deleteWechat(trx, actor.memberId))
      await recordAccountChange(ctx, trx, origin, actor.memberId, '解除微信绑定');
  });
  return true;
}
