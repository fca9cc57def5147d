import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, takeBackHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid, rateLimited, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { CodePurpose } from '#kernel/sms/sender.ts';
import { dayMs } from '#shared/dates.ts';
import type { IdentityParts } from '../parts.ts';
import { findMember, findMemberByMobile } from '../queries.ts';
import type { CodeAnswer, codeRequest } from '../schema.ts';
import { failureLimit } from './attempts.ts';
import { type CallerOrigin, giveDevice, readCaller } from './devices.ts';
import { readPhone } from './phones.ts';
import { checkProof, spendProof } from './proofs.ts';
import * as queries from './queries.ts';
import { WrongSecret } from './refusal.ts';

/** Whom a code proves the hold of, and what for: a code of one purpose does not serve another. */
export type CodeFor = { channel: 'sms' | 'mail'; recipient: string; purpose: CodePurpose };

/** A code that was right. It is worth nothing until it is spent. */
export type CheckedCode = { readonly id: string };

/** Seconds. */
export const codeSeconds = 300;
const maxTries = 5;
const minuteMs = 60_000;

type Sending = CodeFor & {
  /** Who asks: the limits count their network, and only their browser or network may try the code. */
  origin: Origin;
  /** False: everything is done but the sending, so that the answer does not tell who is registered. */
  isSent?: boolean;
  /** True: the answer does not wait for the sending, whose time would tell the same. */
  isUnawaited?: boolean;
};

/**
 * Makes a code of six digits, good for five minutes and five tries, and sends it. A newer code of the same
 * purpose replaces it.
 * @throws rateLimited beyond the operator's limits by recipient and by address, sent or not; unavailable when the
 * message could not be handed over
 */
export async function sendCode(
  ctx: Context,
  parts: Pick<IdentityParts, 'sms' | 'mail' | 'limits'>,
  { origin, isSent = true, isUnawaited = false, ...to }: Sending,
): Promise<{ expiresIn: number; retryAfter: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const code_hash = await hashCode(ctx, to, code);
  const now = ctx.now();
  const { network } = readCaller(origin);
  const device_hash = giveDevice(origin);
  const isConfidential = await inTransaction(ctx, async (trx) => {
    await holdLimits(trx, parts.limits, to, network, now);
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
  if (isSent) {
    const sending = deliver(ctx, parts, to, code, isConfidential);
    if (isUnawaited) sending.catch((error) => ctx.log.error({ err: error }, 'a code could not be sent'));
    else await sending;
  }
  return { expiresIn: codeSeconds, retryAfter: Math.ceil(minuteMs / 1000 / parts.limits.perMinute) };
}

/** Wrong codes from one network, whatever number they are for. */
const triesOfNetwork = failureLimit('code-tries', 100);
/** Wrong codes from one network for one number, by callers without a device cookie. */
const triesWithoutDevice = failureLimit('code-tries-without-device', maxTries);

/**
 * Whether this is the newest code of its purpose that the caller's browser asked for. A stranger's tries therefore
 * never use up the owner's. A caller without a device cookie may try what their network asked for; those tries are
 * counted apart. A try is counted before the code is looked at, in a transaction of its own: what fails afterwards
 * does not give it back. A code that is wrong, old, used or tried too often is answered alike: an answer for a used
 * one would reveal whose number is a member's.
 * @throws invalid for a code that does not serve; rateLimited after a hundred of them from one network
 */
export async function checkCode(
  ctx: Context,
  to: CodeFor,
  value: string | undefined,
  origin: CallerOrigin,
): Promise<CheckedCode> {
  const code = (value ?? '').normalize('NFKC').trim();
  if (code === '') throw invalid('请输入验证码（value）');
  if (!/^\d{6}$/.test(code)) throw invalid('验证码（value）不正确，应为 6 位数字');
  const given = await hashCode(ctx, to, code);
  const { device, network } = readCaller(origin);
  const hit = await countHit(ctx, ctx.db, triesOfNetwork, network);
  const tried = device
    ? await queries.countTry(ctx.db, to, device, ctx.now(), maxTries)
    : await tryWithoutDevice(ctx, to, network);
  if (!tried || !timingSafeEqual(tried.code_hash, given)) throw wrongCode();
  await takeBackHit(ctx.db, hit);
  return { id: tried.id };
}

async function tryWithoutDevice(ctx: Context, to: CodeFor, network: string) {
  const code = await queries.findCodeOfNetwork(ctx.db, to, network, ctx.now());
  if (!code) return undefined;
  try {
    await countHit(ctx, ctx.db, triesWithoutDevice, code.id);
    return code;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * Uses a checked code up, in the transaction of what it allows: that is done once, or rolled back together with
 * the use. @throws invalid for the second of two who use it at once
 */
export async function spendCode(ctx: Context, trx: Trx, { id }: CheckedCode): Promise<void> {
  if (!(await queries.updateCodeUsed(trx, id, ctx.now()))) throw wrongCode();
}

/** What a code that does not serve is answered, and a right one for a number that nobody has. */
export const wrongCode = () => new WrongSecret('验证码（value）不正确或已失效，请核对，或重新获取');

/** Forgets codes that no limit counts any more. */
export const tidyCodes = (ctx: Context): Promise<void> =>
  queries.deleteCodesBefore(ctx.db, new Date(ctx.now().getTime() - 2 * dayMs));

/** Requests of one number, and of one address, wait for each other: what is counted stays true until they end. */
async function holdLimits(
  trx: Trx,
  { perMinute, perDay, perAddressDay }: IdentityParts['limits'],
  { channel, recipient }: CodeFor,
  address: string,
  now: Date,
): Promise<void> {
  await queries.lockSubjects(trx, [`code ${channel}:${recipient}`, `code address:${address}`]);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const by = { channel, recipient };
  const limits = [
    { of: by, most: perMinute, window: minuteMs, say: '验证码发送太频繁' },
    { of: by, most: perDay, window: dayMs, say: '这个号码今天获取验证码的次数已用完' },
    { of: { address }, most: perAddressDay, window: dayMs, say: '当前网络今天获取验证码的次数已用完' },
  ];
  for (const { of, most, window, say } of limits) {
    const requests = await queries.listRequests(trx, of, ago(window), most);
    const oldest = requests[most - 1];
    if (!oldest) continue;
    const wait = Math.max(1, Math.ceil((oldest.getTime() + window - now.getTime()) / 1000));
    throw rateLimited(`${say}，请 ${sayWait(wait)}后再试`, wait);
  }
}

function sayWait(seconds: number): string {
  if (seconds < 100) return `${seconds} 秒`;
  if (seconds < 100 * 60) return `${Math.ceil(seconds / 60)} 分钟`;
  return `${Math.ceil(seconds / 3600)} 小时`;
}

function deliver(
  ctx: Context,
  { sms, mail }: Pick<IdentityParts, 'sms' | 'mail'>,
  { channel, recipient, purpose }: CodeFor,
  code: string,
  isConfidential: boolean,
): Promise<void> {
  const minutes = codeSeconds / 60;
  if (channel === 'sms') return sms.send(ctx, { phone: recipient, purpose, code, minutes, isConfidential });
  return mail.send(ctx, {
    to: recipient,
    subject: '验证您的邮箱',
    text: `您的验证码是 ${code}，${minutes} 分钟内有效。\n\n请勿告诉他人。如果不是您本人在操作，请忽略这封邮件。\n`,
    ...(isConfidential ? { secret: code } : {}),
  });
}

// Six digits are guessed in no time by who holds their hash, so the hash has a key.
async function hashCode(ctx: Context, { channel, recipient, purpose }: queries.CodeSubject, code: string) {
  const key = await portalSecret(ctx, 'codes');
  return createHmac('sha256', key).update([channel, recipient, purpose, code].join('\n')).digest();
}

type Request = z.output<typeof codeRequest>;

/**
 * Sends a code by SMS to whoever solved a proof of work. The answer is the same whether or not the number is
 * registered; only the code of a reset is not sent to a number that nobody has.
 */
export async function sendSmsCode(
  ctx: Context,
  parts: IdentityParts,
  request: Request,
  origin: Origin,
): Promise<CodeAnswer> {
  const recipient = await recipientOf(ctx, request);
  await spendProof(ctx.db, await checkProof(ctx, request.proof));
  const { purpose } = request;
  if (purpose !== 'reset') return sendCode(ctx, parts, { channel: 'sms', recipient, purpose, origin });
  const member = await findMemberByMobile(ctx.db, recipient);
  const isSent = member !== undefined && !member.blocked_at;
  return sendCode(ctx, parts, { channel: 'sms', recipient, purpose, origin, isSent, isUnawaited: true });
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
