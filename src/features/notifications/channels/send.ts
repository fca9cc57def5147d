import type { Context } from '#kernel/context.ts';
import { WechatFault } from '#kernel/wechat/service-account.ts';
import { findReach, updateFollowing } from './channel-queries.ts';
import type { Channel, DeliverableRow } from './delivery-queries.ts';
import { writeLetter } from './letter.ts';
import { type NoticeParts, outsideAddress, siteAddress } from './parts.ts';
import { fillTemplate, subjectOf } from './template.ts';
import { writeToken } from './unsubscribe.ts';

/** Nobody is to be told by this channel, now or later. */
export class Unreachable extends Error {}

/** What goes out at once; `onceId` is the same at each try. */
export type Sending = { memberId: string; kind: string; channel: Channel; onceId: string };

/** Sends notices of one kind, the last first, to one member. @throws Unreachable where no later try would help */
export const send = (
  ctx: Context,
  parts: NoticeParts,
  sending: Sending,
  notices: readonly DeliverableRow[],
): Promise<void> => (sending.channel === 'mail' ? sendLetter : sendToWechat)(ctx, parts, sending, notices);

async function sendLetter(
  ctx: Context,
  parts: NoticeParts,
  { memberId, kind, onceId }: Sending,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const reach = await findReach(ctx.db, memberId);
  if (!reach?.email) throw new Unreachable('没有绑定邮箱');
  const [settings, site, token] = await Promise.all([
    parts.settings(ctx),
    siteAddress(ctx, parts),
    writeToken(ctx, memberId, kind),
  ]);
  const letter = writeLetter(notices, {
    siteName: settings.site.name,
    site,
    unsubscribe: `${site}/unsubscribe?token=${token}`,
  });
  const unsubscribe = `${await outsideAddress(ctx, parts, '/unsubscribe')}?token=${token}`;
  await parts.mail.send(ctx, { to: reach.email, ...letter, onceId, unsubscribe });
}

async function sendToWechat(
  ctx: Context,
  parts: NoticeParts,
  { memberId, kind, onceId }: Sending,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const reach = await findReach(ctx.db, memberId);
  if (!reach?.open_id || reach.is_following === false) throw new Unreachable('没有关联微信或没有关注服务号');
  const { wechatService } = await parts.settings(ctx);
  const templateId = wechatService?.templates[subjectOf(kind)];
  const [notice] = notices;
  if (!wechatService || wechatService.appId !== reach.app_id || !templateId || !notice)
    throw new Unreachable('服务号已经更换，或没有这类模板');
  const address = notices.length > 1 || notice.link === '' ? '/personal/messages' : notice.link;
  const message = {
    openId: reach.open_id,
    templateId,
    address: address.startsWith('/') ? (await siteAddress(ctx, parts)) + address : address,
    fields: fillTemplate(wechatService.fields, notice, notices.length),
    onceId,
  };
  await parts
    .serviceAccount(ctx.tenant.id, wechatService)
    .send(message)
    .catch((error: unknown) => explain(ctx, memberId, error));
}

async function explain(ctx: Context, memberId: string, error: unknown): Promise<never> {
  if (!(error instanceof WechatFault)) throw error;
  if (isPersons(error.code)) {
    await updateFollowing(ctx.db, memberId, false);
    throw new Unreachable(`${error.code}：没有关注服务号，或不再接收它的消息`);
  }
  ctx.log.error({ code: error.code, message: error.message }, 'a WeChat notice could not be sent');
  throw new Error(`${error.code}：${error.message}`);
}

/** The person does not follow, is unknown, or refused: WeChat's numbers that no later try changes. */
const isPersons = (code: number): boolean => code === 43004 || code === 43101 || code === 40003;
