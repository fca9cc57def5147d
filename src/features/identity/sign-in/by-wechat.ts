import type { z } from 'zod';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { deriveTokens } from '../derived-tokens.ts';
import { parseName } from '../member-names.ts';
import type { IdentityParts } from '../parts.ts';
import { findMemberByMobile, type MemberRow } from '../queries.ts';
import { sitePath, type TokenAnswer, type TokenFields, type wechatReturn } from '../schema.ts';
import { hashToken } from '../sessions.ts';
import { adoptPicture } from './adopt-picture.ts';
import { clearAttempts, countSecondFactor } from './attempts.ts';
import { beginSession, repeatSession, totpRequired } from './begin-session.ts';
import { checkCode, consumeCode } from './codes.ts';
import { filterCurrentConsents, requireConsents } from './consents.ts';
import { type ExchangedCode, exchangeCode } from './exchange-code.ts';
import { parsePhone } from './phones.ts';
import { findOrCreateMember } from './register.ts';
import { recordAccountChange } from './security-events.ts';
import { SignInRefusal } from './sign-in-errors.ts';
import { fetchServicePerson, fetchWechatPerson, type ReportFault } from './wechat-client.ts';
import {
  deleteBindTicket,
  deleteWechatAccount,
  findBindTicket,
  findMemberByWechat,
  insertWechatAccount,
  type WechatPerson,
} from './wechat-queries.ts';
import { createAuthorizeAddress, stateExpired } from './wechat-states.ts';

/**
 * Logs in by WeChat: by the code of a scan or of an authorisation inside WeChat, or by the ticket of an earlier one that
 * lacked something. Inside WeChat a known person is never asked; an unknown one is asked for name and picture. A person who is
 * not yet bound proves a mobile number and is bound to its member or to a new one.
 */
export async function logInByWechat(
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  if (fields.bindTicket) return continueByTicket(ctx, parts, fields, fields.bindTicket, origin);
  const { source, code, state, totp, returnTo } = fields;
  if (source !== 'wechat') throw invalid('不支持这种第三方登录，请用微信', 'source');
  const login = await identifyPerson(ctx, parts, { code, state }, origin);
  const { person, hasProfile, ticket } = login;
  const issued = await deriveTokens(ctx, login.exchanged);
  const repeat = async (trx: Trx) => {
    const answer = await repeatSession(ctx, trx, parts, issued);
    if (!answer) throw stateExpired();
    return answer;
  };
  if (!person) return inTransaction(ctx, repeat);
  const member = await findMemberByWechat(ctx.db, person);
  if (!member && !hasProfile)
    throw new SignInRefusal('请在微信里同意授权，再继续登录', {
      error: 'profile_required',
      authorizeAddress: await createAuthorizeAddress(
        ctx,
        parts,
        { returnTo: sitePath.safeParse(returnTo).data ?? '', scope: 'snsapi_userinfo' },
        origin,
      ),
    });
  if (!member)
    throw new SignInRefusal('请验证手机号，完成微信登录', {
      error: 'bind_required',
      bindTicket: ticket,
      nickname: person.nickname,
    });
  // The scan's code is used up, so a ticket replaces it when the client repeats the log-in with the second factor.
  if (member.totp_enabled_at && !totp) throw totpRequired(ticket);
  const attempt = await countSecondFactor(ctx, member, totp, origin);
  return inTransaction(ctx, async (trx) => {
    // Two loads of the callback log in once: the second waits here and gets the session of the first.
    if (!(await deleteBindTicket(trx, hashToken(ticket)))) return repeat(trx);
    const answer = await beginSession(ctx, trx, parts, { member, totp, consent: fields, origin, issued });
    await clearAttempts(trx, attempt);
    // Learns the identity that was not known yet. One that belongs to another member stays theirs.
    if (person.appId !== '') await insertWechatAccount(trx, member.id, person);
    return answer;
  }).catch((error: unknown) => {
    // Consent to the newer version of a text needs a ticket for the same reason.
    if (!(error instanceof SignInRefusal) || error.hints.error !== 'consent_renewal') throw error;
    throw new SignInRefusal(error.message, { ...error.hints, bindTicket: ticket });
  });
}

type Scan = { code: string | undefined; state: string | undefined };

/** Exchanges the code of a log-in, by scan or inside WeChat, for the person. @throws invalid, unavailable */
async function identifyPerson(
  ctx: Context,
  { settings, serviceAccount }: IdentityParts,
  { code, state }: Scan,
  origin: Origin,
): Promise<ExchangedCode> {
  const { wechat, wechatService } = await settings(ctx);
  if (!wechat && !wechatService?.hasLogin) throw invalid('本站没有开通微信登录');
  if (!code) throw invalid('没有得到微信授权，请重新扫码并同意', 'code');
  const purposes = ['login', 'inside'] as const;
  return exchangeCode(ctx, { code, state }, { purposes, origin }, async (purpose) => {
    if (purpose === 'login' && wechat)
      return { person: await fetchWechatPerson(wechat, code, reportFault(ctx)), hasProfile: true };
    if (purpose !== 'inside' || !wechatService?.hasLogin) throw invalid('本站没有开通微信登录');
    const account = serviceAccount(ctx, wechatService);
    return fetchServicePerson(account, wechatService.appId, code, reportFault(ctx));
  });
}

const reportFault =
  ({ log }: Context): ReportFault =>
  (fault) =>
    log.error({ fault }, 'WeChat rejected a log-in');

async function continueByTicket(
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  ticket: string,
  origin: Origin,
): Promise<TokenAnswer> {
  const ticketHash = hashToken(ticket);
  const person = await findBindTicket(ctx.db, ticketHash, ctx.now());
  if (!person) throw invalid('微信登录已过期，请重新扫码', 'bindTicket');
  const bound = await findMemberByWechat(ctx.db, person);
  const resolveMember = bound ? async () => bound : await verifyNumber(ctx, fields, person, origin);
  const probableMember =
    bound ?? (fields.phone ? await findMemberByMobile(ctx.db, parsePhone(fields.phone)) : undefined);
  const attempt = await countSecondFactor(ctx, probableMember, fields.totp, origin);
  const answer = await inTransaction(ctx, async (trx) => {
    if (!(await deleteBindTicket(trx, ticketHash)))
      throw invalid('微信登录已完成，请勿重复提交', 'bindTicket');
    const member = await resolveMember(trx);
    const answer = await beginSession(ctx, trx, parts, {
      member,
      totp: fields.totp,
      consent: fields,
      origin,
    });
    await clearAttempts(trx, attempt);
    return answer;
  });
  if (!bound && 'user_id' in answer) adoptPicture(ctx, parts, answer.user_id, person.picture);
  return answer;
}

/** Checks the code to a number. @returns a function that binds the person to its member in a transaction */
async function verifyNumber(
  ctx: Context,
  { phone, value, fromPost: from, ...consent }: TokenFields,
  person: WechatPerson,
  origin: Origin,
): Promise<(trx: Parameters<typeof consumeCode>[1]) => Promise<MemberRow>> {
  const mobile = parsePhone(phone);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'bind' }, value, origin);
  const known = await findMemberByMobile(ctx.db, mobile);
  const consents = known ? await filterCurrentConsents(ctx, consent) : await requireConsents(ctx, consent);
  return async (trx) => {
    await consumeCode(ctx, trx, code);
    const newcomer = { mobile, ...nameOf(person), consents, address: origin.address, from };
    const member = await findOrCreateMember(ctx, trx, newcomer, known);
    if (await insertWechatAccount(trx, member.id, person)) {
      await recordAccountChange(ctx, trx, origin, member.id, '绑定微信');
      return member;
    }
    const isBoundElsewhere = (await findMemberByWechat(trx, person)) !== undefined;
    throw conflict(
      isBoundElsewhere
        ? '这个微信刚刚已绑定另一个账号，请重新扫码登录'
        : '该手机号已绑定其他微信，请用它登录后先解除绑定，或换一个手机号',
    );
  };
}

// An unacceptable nickname does not prevent the log-in.
function nameOf({ nickname }: WechatPerson): { name?: string } {
  try {
    return { name: parseName(nickname, 'nickname') };
  } catch {
    return {};
  }
}

/**
 * Binds the WeChat person of a scan to the caller. The unique constraint lets one of two concurrent bindings win. May
 * be repeated. @throws conflict when the person or the caller has another binding
 */
export async function bindWechat(
  ctx: Context,
  parts: IdentityParts,
  { code, state }: z.output<typeof wechatReturn>,
  origin: Origin,
): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'member') throw unauthenticated();
  const { wechat } = await parts.settings(ctx);
  if (!wechat) throw invalid('本站没有开通微信登录');
  const purposes = ['bind'] as const;
  const { person, isRepeated } = await exchangeCode(ctx, { code, state }, { purposes, origin }, async () => ({
    person: await fetchWechatPerson(wechat, code, reportFault(ctx)),
    hasProfile: true,
  }));
  if (!person) throw stateExpired();
  await inTransaction(ctx, async (trx) => {
    if (await insertWechatAccount(trx, actor.memberId, person)) {
      if (!isRepeated) await recordAccountChange(ctx, trx, origin, actor.memberId, '绑定微信');
      return;
    }
    const isBoundElsewhere = (await findMemberByWechat(trx, person)) !== undefined;
    throw conflict(
      isBoundElsewhere
        ? '这个微信已绑定其他账号，请先在那里解除绑定'
        : '你的账号已绑定微信，请先解除绑定再换',
    );
  });
  return true;
}

/** Unbinds the caller's WeChat; does nothing without one. The member can still log in with the mobile number. */
export async function unbindWechat(ctx: Context, origin: Origin): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'member') throw unauthenticated();
  await inTransaction(ctx, async (trx) => {
    if (await deleteWechatAccount(trx, actor.memberId))
      await recordAccountChange(ctx, trx, origin, actor.memberId, '解除微信绑定');
  });
  return true;
}
