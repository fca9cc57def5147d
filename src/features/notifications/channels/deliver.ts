import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { WechatFault } from '#kernel/wechat/service-account.ts';
import { dayMs } from '#shared/dates.ts';
import { isGathered, noticeKinds } from '../policy.ts';
import { findReach, updateFollowing } from './channel-queries.ts';
import {
  claimDeliveries,
  type DeliverableRow,
  type DeliveryRow,
  deleteEndedDeliveries,
  endDeliveries,
  findLastSent,
  listDeliverable,
  postponeDeliveries,
} from './delivery-queries.ts';
import { writeLetter } from './letter.ts';
import { type NoticeParts, outsideAddress, siteAddress } from './parts.ts';
import { fillTemplate, subjectOf } from './template.ts';
import { writeToken } from './unsubscribe.ts';

// Tried again after these; whoever could not be reached for half a day has the notice in the site.
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const pauses = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs);
// Longer than any sending takes: what a process that died was at is tried again then.
const leaseMs = 2 * minuteMs;
// Of a storm the letter names the last ones.
const mostGathered = 50;
// Servers of mail and WeChat wait for each other's answers, not for our processor.
const atOnce = 4;
const keptMs = 30 * dayMs;

const gathered = noticeKinds.filter(({ kind }) => isGathered(kind)).map(({ kind }) => kind);

/** Nobody is to be told by this channel, now or later. */
class Unreachable extends Error {}

/** Sends all that is due by mail and WeChat. Safe in several processes at once. */
export async function deliverNotices(ctx: Context, parts: NoticeParts): Promise<void> {
  const sendUntilDone = async () => {
    while (await deliverNext(ctx, parts)) {
      // Each is a step of its own.
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendUntilDone));
}

/** Forgets what went out a month ago. */
export const tidyDeliveries = (ctx: Context): Promise<void> =>
  deleteEndedDeliveries(ctx.db, new Date(ctx.now().getTime() - keptMs));

/** @returns false when nothing is due */
async function deliverNext(ctx: Context, parts: NoticeParts): Promise<boolean> {
  const now = ctx.now();
  const until = new Date(now.getTime() + leaseMs);
  const rows = await inTransaction(ctx, (trx) =>
    claimDeliveries(trx, { now, until, gathered, most: mostGathered }),
  );
  const [row] = rows;
  if (!row) return false;
  const ids = rows.map(({ id }) => id);
  const notBefore = isGathered(row.kind) ? await findRest(ctx, row) : null;
  if (notBefore) {
    await postponeDeliveries(ctx.db, ids, notBefore);
    return true;
  }
  const notices = await listDeliverable(
    ctx.db,
    rows.map(({ notice_id }) => notice_id),
  );
  if (notices.length === 0) await endDeliveries(ctx.db, ids, 'dropped', ctx.now(), '已在站内读过');
  else
    await send(ctx, parts, row, notices).then(
      () => endDeliveries(ctx.db, ids, 'sent', ctx.now()),
      (error: unknown) => giveBack(ctx, rows, error),
    );
  return true;
}

/** Until when no more of a gathered kind goes out, since some did within the hour; null when there is none to wait for. */
async function findRest(ctx: Context, row: DeliveryRow): Promise<Date | null> {
  const last = await findLastSent(ctx.db, row);
  const rest = last ? last.getTime() + hourMs : 0;
  return rest > ctx.now().getTime() ? new Date(rest) : null;
}

async function giveBack(ctx: Context, rows: readonly DeliveryRow[], error: unknown): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const fault = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const tries = Math.max(...rows.map((row) => row.tries));
  const pause = error instanceof Unreachable ? undefined : pauses[tries - 1];
  if (pause === undefined) return endDeliveries(ctx.db, ids, 'dropped', ctx.now(), fault);
  await postponeDeliveries(ctx.db, ids, new Date(ctx.now().getTime() + pause), fault);
}

async function send(
  ctx: Context,
  parts: NoticeParts,
  { id, member_id: memberId, kind, channel }: DeliveryRow,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const reach = await findReach(ctx.db, memberId);
  const site = await siteAddress(ctx, parts);
  const onceId = `notice-${id}`;
  if (channel === 'mail') {
    if (!reach?.email) throw new Unreachable('没有绑定邮箱');
    const token = await writeToken(ctx, memberId, kind);
    const {
      site: { name: siteName },
    } = await parts.settings(ctx);
    const page = `${site}/unsubscribe?token=${token}`;
    const letter = writeLetter(notices, { siteName, site, unsubscribe: page });
    const unsubscribe = `${await outsideAddress(ctx, parts, '/unsubscribe')}?token=${token}`;
    return parts.mail.send(ctx, { to: reach.email, ...letter, onceId, unsubscribe });
  }
  await sendToWechat(ctx, parts, { memberId, kind, site, onceId, openId: openIdOf() }, notices);

  function openIdOf() {
    if (!reach?.open_id || reach.is_following === false)
      throw new Unreachable('没有关联微信或没有关注服务号');
    return { openId: reach.open_id, appId: reach.app_id };
  }
}

type Recipient = {
  memberId: string;
  kind: string;
  site: string;
  onceId: string;
  openId: { openId: string; appId: string | null };
};

async function sendToWechat(
  ctx: Context,
  { settings, serviceAccount }: NoticeParts,
  { memberId, kind, site, onceId, openId: { openId, appId } }: Recipient,
  notices: readonly DeliverableRow[],
): Promise<void> {
  const { wechatService } = await settings(ctx);
  const templateId = wechatService?.templates[subjectOf(kind)];
  const [notice] = notices;
  if (!wechatService || wechatService.appId !== appId || !templateId || !notice)
    throw new Unreachable('服务号已经更换，或没有这类模板');
  const address = notices.length > 1 || notice.link === '' ? '/personal/messages' : notice.link;
  try {
    await serviceAccount(ctx.tenant.id, wechatService).send({
      openId,
      templateId,
      address: address.startsWith('/') ? site + address : address,
      fields: fillTemplate(wechatService.fields, notice, notices.length),
      onceId,
    });
  } catch (error) {
    if (!(error instanceof WechatFault)) throw error;
    if (isPersons(error.code)) {
      await updateFollowing(ctx.db, memberId, false);
      throw new Unreachable(`${error.code}：没有关注服务号，或不再接收它的消息`);
    }
    ctx.log.error({ code: error.code, message: error.message }, 'a WeChat notice could not be sent');
    throw new Error(`${error.code}：${error.message}`);
  }
}

/** The person does not follow, is unknown, or refused: WeChat's numbers that no later try changes. */
const isPersons = (code: number): boolean => code === 43004 || code === 43101 || code === 40003;
