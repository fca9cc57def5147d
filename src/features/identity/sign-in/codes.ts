import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, undoHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid, rateLimited, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { CodePurpose } from '#kernel/sms/sender.ts';
import { dayMs } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import type { IdentityParts } from '../parts.ts';
import { findMember, findMemberByMobile, type MemberRow } from '../queries.ts';
import type { CodeAnswer, codeRequest } from '../schema.ts';
import { failureLimit } from './attempts.ts';
import { type CallerOrigin, ensureDeviceCookie, identifyCaller } from './device-cookie.ts';
import { parsePhone } from './phones.ts';
import { checkProof, consumeProof } from './proofs.ts';
import * as queries from './queries.ts';
import { WrongSecret } from './sign-in-errors.ts';

/** The recipient and the purpose of a code. A code of one purpose is not valid for another. */
export type CodeTarget = CodeRecipient & { purpose: CodePurpose };
type CodeRecipient = { channel: 'sms' | 'mail'; recipient: string };

/** A right code. It has no effect until it is consumed. */
export type CheckedCode = { readonly id: string };

/** Seconds. */
export const codeSeconds = 300;
const maxTries = 5;
const minuteMs = 60_000;

type CodeSending = CodeTarget & {
  /** The requester. Limits count the network, and only the same browser or network may try the code. */
  origin: Origin;
  /** False: does everything except sending, so that the response does not reveal who is registered. */
  shouldSend?: boolean;
  /** True: the response does not wait for the sending, whose duration would reveal the same. */
  isBackground?: boolean;
};

/**
 * Creates a six-digit code, valid for five minutes and five tries, and sends it. A newer code of the same purpose
 * replaces it. @throws rateLimited above the operator's limits per recipient and per address, whether or not the code
 * is sent; unavailable when the message cannot be handed over
 */
export async function sendCode(
  ctx: Context,
  parts: Pick<IdentityParts, 'sms' | 'mail' | 'settings' | 'limits'>,
  { origin, shouldSend = true, isBackground = false, ...to }: CodeSending,
): Promise<{ expiresIn: number; retryAfter: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const code_hash = await hashCode(ctx, to, code);
  const now = ctx.now();
  const { network } = identifyCaller(origin);
  const device_hash = ensureDeviceCookie(origin);
  const isConfidential = await inTransaction(ctx, async (trx) => {
    await enforceLimits(trx, parts.limits, to, network, now);
    const expires_at = new Date(now.getTime() + codeSeconds * 1000);
    await queries.insertCode(trx, {
      ...to,
      code_hash,
      device_hash,
      address: network,
      created_at: now,
      expires_at,
    });
    return queries.isStaffRecipient(
      trx,
      to.recipient,
      ctx.actor.kind === 'member' ? ctx.actor.memberId : null,
    );
  });
  if (shouldSend) {
    const sending = sendMessage(ctx, parts, to, code, isConfidential);
    if (isBackground) sending.catch((error) => ctx.log.error({ err: error }, 'could not send a code'));
    else await sending;
  }
  return { expiresIn: codeSeconds, retryAfter: Math.ceil(minuteMs / 1000 / parts.limits.perMinute) };
}

/** Wrong codes from one network, for any number. */
const networkTryLimit = failureLimit('code-tries', 100);
/** Wrong codes from one network for one number, by callers without a device cookie. */
const noDeviceTryLimit = failureLimit('code-tries-without-device', maxTries);

/**
 * Checks a code against the newest one of its purpose that the caller's browser requested, so that a stranger's tries
 * never use up the owner's. A caller without a device cookie may try the code that their network requested; those tries
 * are counted separately. Counts the try before the comparison in its own transaction, so a later failure does not
 * restore it. Wrong, expired, used and exhausted codes get the same error, because an error for a used code would
 * reveal which numbers are registered.
 * @throws invalid for a code that is not valid; rateLimited after a hundred of them from one network
 */
export async function checkCode(
  ctx: Context,
  to: CodeTarget,
  value: string | undefined,
  origin: CallerOrigin,
): Promise<CheckedCode> {
  const code = (value ?? '').normalize('NFKC').trim();
  if (code === '') throw invalid('请输入验证码', 'value');
  if (!/^\d{6}$/.test(code)) throw invalid('验证码不正确，应为 6 位数字', 'value');
  const givenHash = await hashCode(ctx, to, code);
  const { device, network } = identifyCaller(origin);
  const hit = await countHit(ctx, ctx.db, networkTryLimit, network);
  const tried = device
    ? await queries.countTry(ctx.db, to, device, ctx.now(), maxTries)
    : await tryWithoutDevice(ctx, to, network);
  if (!tried || !timingSafeEqual(tried.code_hash, givenHash)) throw wrongCode();
  await undoHit(ctx.db, hit);
  return { id: tried.id };
}

async function tryWithoutDevice(ctx: Context, to: CodeTarget, network: string) {
  const code = await queries.findCodeOfNetwork(ctx.db, to, network, ctx.now());
  if (!code) return undefined;
  try {
    await countHit(ctx, ctx.db, noDeviceTryLimit, code.id);
    return code;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * Consumes a checked code in the transaction of the action that it authorises, so that the action happens once and a
 * rollback restores the code. One that was mailed proves that its address takes mail.
 * @throws invalid for the second of two concurrent callers
 */
export async function consumeCode(ctx: Context, trx: Trx, { id }: CheckedCode): Promise<void> {
  const used = await queries.updateCodeUsed(trx, id, ctx.now());
  if (!used) throw wrongCode();
  if (used.channel === 'mail') await ctx.events.emit(ctx, trx, 'email.verified', { address: used.recipient });
}

/** The error for an invalid code, and for a right code to an unknown number. */
export const wrongCode = () => new WrongSecret('验证码不正确或已失效，请核对，或重新获取', 'value');

/** Deletes codes that are too old to count for any limit. */
export const tidyCodes = (ctx: Context): Promise<void> =>
  queries.deleteCodesBefore(ctx.db, new Date(ctx.now().getTime() - 2 * dayMs));

/** Advisory locks serialise the requests of a number and of an address, so that the counts hold until the commit. */
async function enforceLimits(
  trx: Trx,
  { perMinute, perDay, perAddressDay }: IdentityParts['limits'],
  { channel, recipient }: CodeTarget,
  address: string,
  now: Date,
): Promise<void> {
  await queries.lockSubjects(trx, [`code ${channel}:${recipient}`, `code address:${address}`]);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const by = { channel, recipient };
  const limits = [
    { of: by, max: perMinute, window: minuteMs, message: '验证码发送太频繁' },
    {
      of: by,
      max: perDay,
      window: dayMs,
      message:
        channel === 'sms' ? '这个号码今天获取验证码的次数已用完' : '这个邮箱今天获取验证码的次数已用完',
    },
    { of: { address }, max: perAddressDay, window: dayMs, message: '当前网络今天获取验证码的次数已用完' },
  ];
  for (const { of, max, window, message } of limits) {
    const requests = await queries.listCodeRequests(trx, of, ago(window), max);
    const oldest = requests[max - 1];
    if (!oldest) continue;
    const wait = Math.max(1, Math.ceil((oldest.getTime() + window - now.getTime()) / 1000));
    throw rateLimited(`${message}，请 ${formatWait(wait)}后再试`, wait);
  }
}

function formatWait(seconds: number): string {
  if (seconds < 100) return `${seconds} 秒`;
  if (seconds < 100 * 60) return `${Math.ceil(seconds / 60)} 分钟`;
  return `${Math.ceil(seconds / 3600)} 小时`;
}

async function sendMessage(
  ctx: Context,
  { sms, mail, settings }: Pick<IdentityParts, 'sms' | 'mail' | 'settings'>,
  { channel, recipient, purpose }: CodeTarget,
  code: string,
  isConfidential: boolean,
): Promise<void> {
  const minutes = codeSeconds / 60;
  if (channel === 'sms') return sms.send(ctx, { phone: recipient, purpose, code, minutes, isConfidential });
  const { site } = await settings(ctx);
  return mail.send(ctx, {
    to: recipient,
    subject: `${site.name}：${purpose === 'login' ? '登录验证码' : '验证你的邮箱'}`,
    text: `你在${site.name}的验证码是 ${code}，${minutes} 分钟内有效。\n\n请勿告诉他人。如果不是你本人在操作，请忽略这封邮件。\n`,
    ...(isConfidential ? { secret: code } : {}),
  });
}

// Six digits are quickly guessed from a plain hash, so the hash is keyed.
async function hashCode(ctx: Context, { channel, recipient, purpose }: queries.CodeSubject, code: string) {
  const key = await portalSecret(ctx, 'codes');
  return createHmac('sha256', key).update([channel, recipient, purpose, code].join('\n')).digest();
}

type SmsCodeRequest = z.output<typeof codeRequest>;

/**
 * Sends a code by SMS for a solved proof of work. The response is the same for every number; only a reset code is not
 * sent to an unregistered number.
 */
export async function sendSmsCode(
  ctx: Context,
  parts: IdentityParts,
  request: SmsCodeRequest,
  origin: Origin,
): Promise<CodeAnswer> {
  const recipient = await recipientOf(ctx, request);
  await consumeProof(ctx.db, await checkProof(ctx, request.proof));
  const { purpose } = request;
  if (purpose !== 'reset') return sendCode(ctx, parts, { ...recipient, purpose, origin });
  const member = await findMemberByMobile(ctx.db, recipient.recipient);
  const shouldSend = member !== undefined && !member.blocked_at;
  return sendCode(ctx, parts, { ...recipient, purpose, origin, shouldSend, isBackground: true });
}

/** @throws unauthenticated where the purpose requires a session and there is none */
async function recipientOf(
  { actor, db }: Context,
  { purpose, phone }: SmsCodeRequest,
): Promise<CodeRecipient> {
  const isOwn = purpose === 'change-old' || purpose === 'delete';
  const typed = (): CodeRecipient => ({ channel: 'sms', recipient: parsePhone(phone) });
  if (!isOwn && purpose !== 'change') return typed();
  if (actor.kind !== 'member') throw unauthenticated();
  if (!isOwn) return typed();
  const member = await findMember(db, actor.memberId);
  if (!member) throw unauthenticated();
  return ownRecipient(member);
}

/** Where codes that prove a member's presence go: to the mobile number or, without one, to the e-mail address. */
export function ownRecipient({ mobile, email }: Pick<MemberRow, 'mobile' | 'email'>): CodeRecipient {
  return isMobile(mobile)
    ? { channel: 'sms', recipient: mobile }
    : { channel: 'mail', recipient: email ?? '' };
}
