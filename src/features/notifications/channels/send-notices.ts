import type { Context } from '#kernel/context.ts';
import type { MailMessage } from '#kernel/mail/sender.ts';
import { WechatFault } from '#kernel/wechat/service-account.ts';
import { noticeKinds } from '../policy.ts';
import type { NoticeKind } from '../schema.ts';
import { findContact, updateFollowing } from './channel-queries.ts';
import type { Channel, DeliverableRow } from './delivery-queries.ts';
import { type NoticeParts, publicApiUrl, siteUrl } from './parts.ts';
import { fillTemplate, subjectOf } from './template.ts';
import { createToken } from './unsubscribe.ts';

/** The member cannot be reached by this channel, now or by a retry. */
export class Unreachable extends Error {}

/** What is sent together; `idempotencyKey` is the same for every retry. */
export type Delivery = { memberId: string; kind: string; channel: Channel; idempotencyKey: string };

/** Sends notices of one kind, newest first, to one member. @throws Unreachable if a retry would not help */
export const sendNotices = (
  ctx: Context,
  parts: NoticeParts,
  delivery: Delivery,
  notices: readonly DeliverableRow[],
): Promise<void> => (delivery.channel === 'mail' ? sendMail : sendToWechat)(ctx, parts, delivery, notices);

async function sendMail(
  ctx: Context,
  parts: NoticeParts,
  { memberId, kind, idempotencyKey }: Delivery,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const contact = await findContact(ctx.db, memberId);
  if (!contact?.email) throw new Unreachable('没有绑定邮箱');
  const [settings, site, token] = await Promise.all([
    parts.settings(ctx),
    siteUrl(ctx, parts),
    createToken(ctx, memberId, kind as NoticeKind),
  ]);
  const message = composeMail(notices, {
    siteName: settings.site.name,
    motto: settings.site.motto,
    site,
    unsubscribe: `${site}/unsubscribe?token=${token}`,
  });
  const unsubscribe = `${await publicApiUrl(ctx, parts, '/unsubscribe')}?token=${token}`;
  await parts.mail.send(ctx, { to: contact.email, ...message, idempotencyKey, unsubscribe });
}

async function sendToWechat(
  ctx: Context,
  parts: NoticeParts,
  { memberId, kind, idempotencyKey }: Delivery,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const contact = await findContact(ctx.db, memberId);
  if (!contact?.open_id || contact.is_following === false)
    throw new Unreachable('没有关联微信或没有关注服务号');
  const { wechatService } = await parts.settings(ctx);
  const templateId = wechatService?.templates[subjectOf(kind)];
  const [notice] = notices;
  if (!wechatService || wechatService.appId !== contact.app_id || !templateId || !notice)
    throw new Unreachable('服务号已经更换，或没有这类模板');
  const address = notices.length > 1 || notice.link === '' ? '/personal/messages' : notice.link;
  const message = {
    openId: contact.open_id,
    templateId,
    address: address.startsWith('/') ? (await siteUrl(ctx, parts)) + address : address,
    fields: fillTemplate(wechatService.fields, notice, notices.length),
    idempotencyKey,
  };
  await parts
    .serviceAccount(ctx, wechatService)
    .send(message)
    .catch((error: unknown) => handleWechatError(ctx, memberId, error));
}

async function handleWechatError(ctx: Context, memberId: string, error: unknown): Promise<never> {
  if (!(error instanceof WechatFault)) throw error;
  if (isPermanentError(error.code)) {
    await updateFollowing(ctx.db, memberId, false);
    throw new Unreachable(`${error.code}：没有关注服务号，或不再接收它的消息`);
  }
  ctx.log.error({ code: error.code, message: error.message }, 'a WeChat notice could not be sent');
  throw new Error(`${error.code}：${error.message}`);
}

/** WeChat error codes for a user who does not follow the account, is unknown, or refuses messages: permanent errors. */
const isPermanentError = (code: number): boolean => code === 43004 || code === 43101 || code === 40003;

type MailContext = { siteName: string; motto: string; site: string; unsubscribe: string };

/** Composes a mail of one notice or of several of a kind; `notices` is newest first and not empty. */
function composeMail(
  notices: readonly DeliverableRow[],
  { siteName, motto, site, unsubscribe }: MailContext,
): Pick<MailMessage, 'subject' | 'text'> {
  const [first] = notices;
  if (!first) throw new Error('a mail needs at least one notice');
  const label = noticeKinds.find(({ kind }) => kind === first.kind)?.label ?? '通知';
  const subject = notices.length === 1 ? first.title : `${first.title}（共 ${notices.length} 条）`;
  const footer = [
    '——',
    ...(motto ? [`${siteName}　${motto}`] : []),
    `这封邮件来自${siteName}，因为你打开了“${label}”的邮件提醒。`,
    `不想再收到这一类：${unsubscribe}`,
    `全部通知设置：${site}/personal/notices`,
  ];
  return {
    subject: oneLine(subject),
    text: `${[...notices.map((notice) => formatNotice(notice, site)), footer.join('\n')].join('\n\n')}\n`,
  };
}

function formatNotice({ title, body, link }: DeliverableRow, site: string): string {
  const address = link === '' ? '' : link.startsWith('/') ? site + link : link;
  return [title, body, address].filter((line) => line !== '').join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
