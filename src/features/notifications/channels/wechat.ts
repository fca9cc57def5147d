import { createHash, randomBytes } from 'node:crypto';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound, unavailable } from '#kernel/errors.ts';
import { WechatFault, wechatAuthorizeAddress } from '#kernel/wechat/service-account.ts';
import { toIso } from '#shared/dates.ts';
import type { NoticeChannels } from '../schema.ts';
import {
  bindPerson,
  deleteTicket,
  findReach,
  hasTicket,
  insertTicket,
  unbindPerson,
  updateFollowing,
} from './channel-queries.ts';
import { readChannels } from './choices.ts';
import { type NoticeParts, outsideAddress } from './parts.ts';

const lifeMs = 600_000;

/** WeChat's numbers of a code that is used, dead or made up. */
const deadCodes = new Set([40029, 40163, 41008]);

const notOffered = () => notFound('本站没有开通微信通知');
const deadTicket = () => invalid('二维码已失效（ticket），请在通知设置里重新生成');

/** An address that, opened in WeChat, binds whoever opens it to the caller; the one before is good no more. */
export async function openBinding(
  ctx: Context,
  parts: NoticeParts,
): Promise<{ address: string; expiresAt: string }> {
  const memberId = memberOf(ctx);
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const ticket = randomBytes(32).toString('hex');
  const expiresAt = new Date(ctx.now().getTime() + lifeMs);
  await inTransaction(ctx, (trx) =>
    insertTicket(trx, { ticket_hash: hash(ticket), member_id: memberId, expires_at: expiresAt }, ctx.now()),
  );
  const address = await outsideAddress(ctx, parts, '/wechat/notices');
  return { address: `${address}?ticket=${ticket}`, expiresAt: toIso(expiresAt) };
}

/** Where WeChat's browser goes on to, so that WeChat says who holds it. @throws invalid for a ticket that is not good */
export async function startBinding(ctx: Context, parts: NoticeParts, ticket: string): Promise<string> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  if (!(await hasTicket(ctx.db, hash(ticket), ctx.now()))) throw deadTicket();
  return wechatAuthorizeAddress(wechatService, await outsideAddress(ctx, parts, '/wechat/bound'), ticket);
}

/** Binds the person behind WeChat's code to whose ticket it was. @returns whether they follow the account */
export async function finishBinding(
  ctx: Context,
  parts: NoticeParts,
  { ticket, code }: { ticket: string; code: string },
): Promise<{ isFollowing: boolean; account: string }> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  if (!(await hasTicket(ctx.db, hash(ticket), ctx.now()))) throw deadTicket();
  const account = parts.serviceAccount(ctx.tenant.id, wechatService);
  const openId = await account.findOpenId(code).catch(explain(ctx));
  const isFollowing = await account.isFollowedBy(openId).catch(explain(ctx));
  await inTransaction(ctx, async (trx) => {
    const memberId = await deleteTicket(trx, hash(ticket), ctx.now());
    if (memberId === undefined) throw deadTicket();
    await bindPerson(trx, memberId, {
      app_id: wechatService.appId,
      open_id: openId,
      is_following: isFollowing,
    });
  });
  return { isFollowing, account: wechatService.account };
}

/** Asks WeChat whether the caller follows the account by now. */
export async function checkBinding(ctx: Context, parts: NoticeParts): Promise<NoticeChannels> {
  const memberId = memberOf(ctx);
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService) throw notOffered();
  const reach = await findReach(ctx.db, memberId);
  if (reach?.open_id && reach.app_id === wechatService.appId) {
    const account = parts.serviceAccount(ctx.tenant.id, wechatService);
    const isFollowing = await account.isFollowedBy(reach.open_id).catch(explain(ctx));
    await updateFollowing(ctx.db, memberId, isFollowing);
  }
  return readChannels(ctx, parts);
}

/** The caller is reached in WeChat no longer. May be repeated. */
export async function endBinding(ctx: Context, parts: NoticeParts): Promise<NoticeChannels> {
  await inTransaction(ctx, (trx) => unbindPerson(trx, memberOf(ctx)));
  return readChannels(ctx, parts);
}

function explain({ log }: Context) {
  return (error: unknown): never => {
    if (!(error instanceof WechatFault)) throw error;
    if (deadCodes.has(error.code)) throw invalid('微信授权已失效（code），请重新扫码');
    log.error({ code: error.code, message: error.message }, 'WeChat did not say who opened a page');
    throw unavailable('微信暂时没有响应，请稍后再试');
  };
}

const hash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
