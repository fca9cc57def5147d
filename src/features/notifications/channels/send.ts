import type { Context } from '#kernel/context.ts';
import type { MailMessage } from '#kernel/mail/sender.ts';
import { WechatFault } from '#kernel/wechat/service-account.ts';
import { noticeKinds } from '../policy.ts';
import { findReach, updateFollowing } from './channel-queries.ts';
import type { Channel, DeliverableRow } from './delivery-queries.ts';
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

type Surroundings = { siteName: string; site: string; unsubscribe: string };

/** The letter that says one notice, or several of a kind at once; `notices` the last first, at least one. */
function writeLetter(
  notices: readonly DeliverableRow[],
  { siteName, site, unsubscribe }: Surroundings,
): Pick<MailMessage, 'subject' | 'text'> {
  const [first] = notices;
  if (!first) throw new Error('a letter says something');
  const label = noticeKinds.find(({ kind }) => kind === first.kind)?.label ?? '通知';
  const subject = notices.length === 1 ? first.title : `${first.title}（共 ${notices.length} 条）`;
  const foot = [
    '——',
    `这封邮件来自${siteName}，因为你打开了「${label}」的邮件提醒。`,
    `不想再收到这一类：${unsubscribe}`,
    `全部通知设置：${site}/personal/notices`,
  ];
  return {
    subject: oneLine(subject),
    text: `${[...notices.map((notice) => sayNotice(notice, site)), foot.join('\n')].join('\n\n')}\n`,
  };
}

function sayNotice({ title, body, link }: DeliverableRow, site: string): string {
  const address = link === '' ? '' : link.startsWith('/') ? site + link : link;
  return [title, body, address].filter((line) => line !== '').join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
