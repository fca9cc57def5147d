import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, unauthenticated } from '#kernel/errors.ts';
import { noticeKinds } from '../policy.ts';
import { deleteRefusal, insertRefusal, listRefusals } from '../queries.ts';
import type { NoticeChannels, NoticeKind, NoticeSetting } from '../schema.ts';
import { deleteChosen, findReach, insertChosen, listChosen } from './channel-queries.ts';
import type { Channel } from './delivery-queries.ts';
import type { NoticeParts } from './parts.ts';
import { subjectOf } from './template.ts';

type Parts = Pick<NoticeParts, 'settings'>;

/** What the caller hears of, kind by kind, and where. */
export async function readSettings(ctx: Context, parts: Parts): Promise<NoticeSetting[]> {
  const memberId = memberOf(ctx);
  const [refused, chosen, reach, { wechatService }] = await Promise.all([
    listRefusals(ctx.db, memberId),
    listChosen(ctx.db, memberId),
    readChannels(ctx, parts),
    parts.settings(ctx),
  ]);
  const stateOf = (kind: NoticeKind, channel: Channel, reason: string | null) => {
    if (reason !== null) return { state: 'unavailable' as const, reason };
    return { state: chosen.has(`${kind} ${channel}`) ? ('on' as const) : ('off' as const), reason: null };
  };
  return noticeKinds.map(({ kind, label, isFixed = false }) => {
    const hasTemplate = wechatService?.templates[subjectOf(kind)] !== undefined;
    const wechat =
      reach.wechat.reason ?? (hasTemplate ? null : '这类通知还没有配置微信模板，暂时不能发到微信');
    return {
      kind,
      label,
      isOn: isFixed || !refused.has(kind),
      isFixed,
      channels: { mail: stateOf(kind, 'mail', reach.mail.reason), wechat: stateOf(kind, 'wechat', wechat) },
    };
  });
}

/** Where the caller can be reached besides the site, and what is to be done where they cannot. */
export async function readChannels(ctx: Context, { settings }: Parts): Promise<NoticeChannels> {
  const [reach, { wechatService }] = await Promise.all([findReach(ctx.db, memberOf(ctx)), settings(ctx)]);
  if (!reach) throw unauthenticated();
  const isBound = wechatService !== null && reach.app_id === wechatService.appId;
  const account = wechatService?.account ?? '';
  return {
    mail: {
      address: reach.email && maskAddress(reach.email),
      reason: reach.email ? null : '还没有绑定邮箱，请先绑定并验证',
    },
    wechat: {
      isOffered: wechatService !== null,
      isBound,
      account,
      reason: !wechatService
        ? '本站没有开通微信通知'
        : !isBound
          ? '还没有关联微信，请用微信扫码关联'
          : reach.is_following === false
            ? `请在微信里关注服务号「${account}」，关注后才能收到`
            : null,
    },
  };
}

/**
 * Whether the caller wants to hear of a kind from now on, or hear of it by a channel as well; what they were told
 * stays. May be repeated. @returns all settings @throws invalid for what cannot be refused or cannot be reached
 */
export async function saveSetting(
  ctx: Context,
  parts: Parts,
  { kind, channel, isOn }: { kind: NoticeKind; channel?: Channel | undefined; isOn: boolean },
): Promise<NoticeSetting[]> {
  const memberId = memberOf(ctx);
  if (channel) {
    const reason = isOn && (await findReason(ctx, parts, kind, channel));
    if (reason) throw invalid(`${reason}（channel）`);
    await inTransaction(ctx, (trx) => (isOn ? insertChosen : deleteChosen)(trx, memberId, kind, channel));
  } else {
    const isFixed = noticeKinds.some((one) => one.kind === kind && one.isFixed);
    if (isFixed && !isOn) throw invalid('与账号、订单有关的通知（kind）总会送达，不能关闭');
    await inTransaction(ctx, (trx) => (isOn ? deleteRefusal : insertRefusal)(trx, memberId, kind));
  }
  return readSettings(ctx, parts);
}

async function findReason(
  ctx: Context,
  parts: Parts,
  kind: NoticeKind,
  channel: Channel,
): Promise<string | null> {
  const settings = await readSettings(ctx, parts);
  return settings.find((setting) => setting.kind === kind)?.channels[channel].reason ?? null;
}

/** `r***r@example.cn`: enough to know one's own by. */
function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = [...address.slice(0, at)];
  return `${name[0] ?? ''}***${name.length > 1 ? name.at(-1) : ''}${address.slice(at)}`;
}
