import { createHash, randomBytes } from 'node:crypto';
import { recordSecurityEvent } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound, unavailable } from '#kernel/errors.ts';
import { WechatFault, wechatAuthorizeAddress } from '#kernel/wechat/service-account.ts';
import { toIso } from '#shared/dates.ts';
import { maskAddress } from '#shared/mask-address.ts';
import { isMobile, maskMobile } from '#shared/mobiles.ts';
import type { NoticeChannels } from '../schema.ts';
import { notifyMembers } from '../service.ts';
import {
  type Account,
  bindWechatPerson,
  findBindingAccounts,
  findBindTicket,
  findContact,
  insertBindTicket,
  lockBindTicket,
  unbindWechatPerson,
  updateFollowing,
  updateTicketBound,
  updateTicketPerson,
} from './channel-queries.ts';
import { readChannels } from './channel-settings.ts';
import { type NoticeParts, publicApiUrl } from './parts.ts';

const lifeMs = 600_000;

/** WeChat error codes for a used, expired or forged code. */
const invalidCodeErrors = new Set([40029, 40163, 41008]);

const notOffered = () => notFound('本站没有开通微信通知');
const expiredTicket = () => invalid('二维码已失效，请在通知设置里重新生成', 'ticket');

/** Creates an address that, opened and confirmed in WeChat, binds its user to the caller; invalidates the previous one. */
export async function createBindingTicket(
  ctx: Context,
  parts: NoticeParts,
): Promise<{ address: string; expiresAt: string }> {
  const memberId = requireMemberId(ctx);
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const ticket = randomBytes(32).toString('hex');
  const expiresAt = new Date(ctx.now().getTime() + lifeMs);
  await inTransaction(ctx, (trx) =>
    insertBindTicket(
      trx,
      { ticket_hash: hash(ticket), member_id: memberId, expires_at: expiresAt },
      ctx.now(),
    ),
  );
  const address = await publicApiUrl(ctx, parts, '/wechat/notices');
  return { address: `${address}?ticket=${ticket}`, expiresAt: toIso(expiresAt) };
}

/** Returns the OAuth address by which WeChat identifies its user. @throws invalid for an invalid ticket */
export async function startBinding(ctx: Context, parts: NoticeParts, ticket: string): Promise<string> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const known = await findBindTicket(ctx.db, hash(ticket), ctx.now());
  if (!known || known.bound_at) throw expiredTicket();
  return wechatAuthorizeAddress(wechatService, await publicApiUrl(ctx, parts, '/wechat/bound'), ticket);
}

/** What WeChat's redirect contains. Its user's browser alone knows both. */
type BindingReturn = { ticket: string; code: string };

/** What the page names before the WeChat user confirms. */
export type BindingQuestion = {
  /** The account whose notices would come, with its number or address masked. */
  account: string;
  /** The other account whose notices come now, if there is one. */
  holder: string | undefined;
};

/**
 * Identifies the WeChat user behind the OAuth code and returns what the page must ask. Binds nothing, because the link may
 * come from a stranger and opening it is no consent. May be repeated, since the code is exchanged once and remembered.
 */
export async function askBinding(
  ctx: Context,
  parts: NoticeParts,
  { ticket, code }: BindingReturn,
): Promise<BindingQuestion> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const known = await findBindTicket(ctx.db, hash(ticket), ctx.now());
  if (!known) throw expiredTicket();
  const person = readPerson(known, code) ?? (await identify());
  const { account, holder } = await findBindingAccounts(ctx.db, known.member_id, person);
  if (!account) throw expiredTicket();
  return {
    account: describeAccount(account),
    holder: holder && holder.id !== account.id ? describeAccount(holder) : undefined,
  };

  async function identify() {
    if (known?.bound_at || !wechatService) throw expiredTicket();
    const service = parts.serviceAccount(ctx, wechatService);
    const { openId } = await service.findPerson(code).catch(explainWechatError(ctx));
    const is_following = await service.isFollowedBy(openId).catch(explainWechatError(ctx));
    const found = { app_id: wechatService.appId, open_id: openId, is_following };
    await updateTicketPerson(ctx.db, hash(ticket), { ...found, code_hash: hash(code) });
    return found;
  }
}

/**
 * Binds the WeChat user who confirmed the question to the ticket's member, and notifies the member who held them before.
 * May be repeated with the same code. @returns whether the user follows the account
 */
export async function finishBinding(
  ctx: Context,
  parts: NoticeParts,
  { ticket, code, address }: BindingReturn & { address: string },
): Promise<{ isFollowing: boolean; account: string }> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  return inTransaction(ctx, async (trx) => {
    const known = await lockBindTicket(trx, hash(ticket), ctx.now());
    const person = known && readPerson(known, code);
    if (!person || person.app_id !== wechatService.appId) throw expiredTicket();
    const answer = { isFollowing: person.is_following ?? false, account: wechatService.account };
    if (known.bound_at) return answer;
    const holder = await bindWechatPerson(trx, known.member_id, person);
    await updateTicketBound(trx, hash(ticket), ctx.now());
    await recordBinding(ctx, trx, { memberId: known.member_id, address, what: '微信通知关联了一个微信' });
    if (holder === undefined) return answer;
    await recordBinding(ctx, trx, { memberId: holder, address, what: '微信通知关联的微信改到了另一个账号' });
    await notifyMembers(ctx, trx, [holder], {
      kind: 'system',
      title: '你的微信通知已停止',
      body: '你关联的微信刚刚在微信里确认改为接收另一个账号的通知，不再收到这个账号的。如果不是你本人操作，请在通知设置里重新关联。',
      link: '/personal/notices',
      sourceKey: `wechat-moved:${hash(ticket).toString('hex')}`,
    });
    return answer;
  });
}

/** Returns the WeChat user whom this code identified; undefined if the ticket was opened with another code, or never. */
function readPerson({ code_hash, app_id, open_id, is_following }: TicketRow, code: string) {
  if (!code_hash?.equals(hash(code)) || app_id === null || open_id === null) return undefined;
  return { app_id, open_id, is_following };
}

type TicketRow = NonNullable<Awaited<ReturnType<typeof findBindTicket>>>;

/** Names an account so that its owner recognises it and a stranger learns no number: `潮汐（139****1234）`. */
function describeAccount({ name, mobile, email }: Account): string {
  const contact = isMobile(mobile) ? maskMobile(mobile) : email && maskAddress(email);
  return contact ? `${name}（${contact}）` : name;
}

const recordBinding = (
  ctx: Context,
  trx: Trx,
  { memberId, address, what }: { memberId: string; address: string; what: string },
): Promise<void> =>
  recordSecurityEvent(ctx, { kind: 'accountChanged', memberId, address, details: { what } }, trx);

/** Asks WeChat whether the caller follows the account now. */
export async function checkBinding(ctx: Context, parts: NoticeParts): Promise<NoticeChannels> {
  const memberId = requireMemberId(ctx);
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const contact = await findContact(ctx.db, memberId);
  if (contact?.open_id && contact.app_id === wechatService.appId) {
    const account = parts.serviceAccount(ctx, wechatService);
    const isFollowing = await account.isFollowedBy(contact.open_id).catch(explainWechatError(ctx));
    await updateFollowing(ctx.db, memberId, isFollowing);
  }
  return readChannels(ctx, parts);
}

/** Removes the caller's WeChat binding. Idempotent. */
export async function unbindWechat(ctx: Context, parts: NoticeParts): Promise<NoticeChannels> {
  await inTransaction(ctx, (trx) => unbindWechatPerson(trx, requireMemberId(ctx)));
  return readChannels(ctx, parts);
}

function explainWechatError({ log }: Context) {
  return (error: unknown): never => {
    if (!(error instanceof WechatFault)) throw error;
    if (invalidCodeErrors.has(error.code)) throw invalid('微信授权已失效，请重新扫码', 'code');
    log.error({ code: error.code, message: error.message }, 'WeChat did not identify the user');
    throw unavailable('微信暂时没有响应，请稍后再试');
  };
}

const hash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
