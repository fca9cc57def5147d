import { createHash, randomBytes } from 'node:crypto';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound, unavailable } from '#kernel/errors.ts';
import { WechatFault, wechatAuthorizeAddress } from '#kernel/wechat/service-account.ts';
import { toIso } from '#shared/dates.ts';
import type { NoticeChannels } from '../schema.ts';
import {
  bindWechatPerson,
  deleteBindTicket,
  findContact,
  hasBindTicket,
  insertBindTicket,
  unbindWechatPerson,
  updateFollowing,
} from './channel-queries.ts';
import { readChannels } from './channel-settings.ts';
import { type NoticeParts, publicApiUrl } from './parts.ts';

const lifeMs = 600_000;

/** WeChat error codes for a used, expired or forged code. */
const invalidCodeErrors = new Set([40029, 40163, 41008]);

const notOffered = () => notFound('本站没有开通微信通知');
const expiredTicket = () => invalid('二维码已失效，请在通知设置里重新生成', 'ticket');

/** Creates an address that, opened in WeChat, binds its user to the caller; invalidates the previous one. */
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
  if (!(await hasBindTicket(ctx.db, hash(ticket), ctx.now()))) throw expiredTicket();
  return wechatAuthorizeAddress(wechatService, await publicApiUrl(ctx, parts, '/wechat/bound'), ticket);
}

/** Binds the WeChat user behind the OAuth code to the ticket's member. @returns whether the user follows the account */
export async function finishBinding(
  ctx: Context,
  parts: NoticeParts,
  { ticket, code }: { ticket: string; code: string },
): Promise<{ isFollowing: boolean; account: string }> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  if (!(await hasBindTicket(ctx.db, hash(ticket), ctx.now()))) throw expiredTicket();
  const account = parts.serviceAccount(ctx, wechatService);
  const { openId } = await account.findPerson(code).catch(explainWechatError(ctx));
  const isFollowing = await account.isFollowedBy(openId).catch(explainWechatError(ctx));
  await inTransaction(ctx, async (trx) => {
    const memberId = await deleteBindTicket(trx, hash(ticket), ctx.now());
    if (memberId === undefined) throw expiredTicket();
    await bindWechatPerson(trx, memberId, {
      app_id: wechatService.appId,
      open_id: openId,
      is_following: isFollowing,
    });
  });
  return { isFollowing, account: wechatService.account };
}

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
