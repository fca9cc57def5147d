import { offModules } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, unauthenticated } from '#kernel/errors.ts';
import { maskAddress } from '#shared/mask-address.ts';
import { isModuleOff, noticeModules } from '#shared/modules.ts';
import { noticeKinds } from '../policy.ts';
import { deleteRefusal, insertRefusal, listRefusedKinds } from '../queries.ts';
import type { NoticeChannels, NoticeKind, NoticeSetting } from '../schema.ts';
import {
  deleteChannelChoice,
  findContact,
  insertChannelChoice,
  listChannelChoices,
} from './channel-queries.ts';
import type { Channel } from './delivery-queries.ts';
import type { NoticeParts } from './parts.ts';
import { subjectOf } from './template.ts';

type Parts = Pick<NoticeParts, 'settings'>;

/** Returns the caller's notification settings by kind and channel. */
export async function readNoticeSettings(ctx: Context, parts: Parts): Promise<NoticeSetting[]> {
  const memberId = requireMemberId(ctx);
  const [off, refused, choices, channels, { wechatService }] = await Promise.all([
    offModules(ctx),
    listRefusedKinds(ctx.db, memberId),
    listChannelChoices(ctx.db, memberId),
    readChannels(ctx, parts),
    parts.settings(ctx),
  ]);
  const stateOf = (kind: NoticeKind, channel: Channel, reason: string | null) => {
    if (reason !== null) return { state: 'unavailable' as const, reason };
    return { state: choices.has(`${kind} ${channel}`) ? ('on' as const) : ('off' as const), reason: null };
  };
  const shown = noticeKinds.filter(({ kind }) => !isModuleOff(noticeModules[kind], off));
  return shown.map(({ kind, label, isFixed = false }) => {
    const hasTemplate = wechatService?.templates[subjectOf(kind)] !== undefined;
    const wechat =
      channels.wechat.reason ?? (hasTemplate ? null : '这类通知还没有配置微信模板，暂时不能发到微信');
    return {
      kind,
      label,
      isOn: isFixed || !refused.has(kind),
      isFixed,
      channels: {
        mail: stateOf(kind, 'mail', channels.mail.reason),
        wechat: stateOf(kind, 'wechat', wechat),
      },
    };
  });
}

/** Returns the channels that can reach the caller besides the site, and what is missing for the others. */
export async function readChannels(ctx: Context, { settings }: Parts): Promise<NoticeChannels> {
  const [contact, { wechatService }] = await Promise.all([
    findContact(ctx.db, requireMemberId(ctx)),
    settings(ctx),
  ]);
  if (!contact) throw unauthenticated();
  // A service account without templates serves for log-in and sharing only.
  const isOffered = wechatService !== null && Object.keys(wechatService.templates).length > 0;
  const isBound = isOffered && contact.app_id === wechatService.appId;
  const account = wechatService?.account ?? '';
  return {
    mail: {
      address: contact.email && maskAddress(contact.email),
      reason: contact.email ? null : '还没有绑定邮箱，请先绑定并验证',
    },
    wechat: {
      isOffered,
      isBound,
      account,
      reason: !isOffered
        ? '本站没有开通微信通知'
        : !isBound
          ? '还没有关联微信，请用微信扫码关联'
          : contact.is_following === false
            ? `请在微信里关注服务号“${account}”，关注后才能收到`
            : null,
    },
  };
}

/**
 * Turns a kind of notice, or its delivery by one channel, on or off for the caller; earlier notices stay. Idempotent.
 * @returns all settings @throws invalid for a kind that cannot be turned off or a channel that cannot reach the caller
 */
export async function saveNoticeSetting(
  ctx: Context,
  parts: Parts,
  { kind, channel, isOn }: { kind: NoticeKind; channel?: Channel | undefined; isOn: boolean },
): Promise<NoticeSetting[]> {
  const memberId = requireMemberId(ctx);
  if (channel) {
    const reason = isOn && (await findUnavailableReason(ctx, parts, kind, channel));
    if (reason) throw invalid(`${reason}`, 'channel');
    await inTransaction(ctx, (trx) =>
      (isOn ? insertChannelChoice : deleteChannelChoice)(trx, memberId, kind, channel),
    );
  } else {
    const isFixed = noticeKinds.some((one) => one.kind === kind && one.isFixed);
    if (isFixed && !isOn) throw invalid('与账号、订单有关的通知总会送达，不能关闭', 'kind');
    await inTransaction(ctx, (trx) => (isOn ? deleteRefusal : insertRefusal)(trx, memberId, kind));
  }
  return readNoticeSettings(ctx, parts);
}

async function findUnavailableReason(
  ctx: Context,
  parts: Parts,
  kind: NoticeKind,
  channel: Channel,
): Promise<string | null> {
  const settings = await readNoticeSettings(ctx, parts);
  return settings.find((setting) => setting.kind === kind)?.channels[channel].reason ?? null;
}
