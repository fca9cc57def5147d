import type { Context } from '#kernel/context.ts';
import { defineFeature, type Extensions } from '#kernel/feature.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { findContact, listChannelChoices } from './channels/channel-queries.ts';
import { deliverNotices, tidyDeliveries } from './channels/deliver-notices.ts';
import type { NoticeParts } from './channels/parts.ts';
import { commentListeners } from './comment-notices.ts';
import {
  onModerationDecided,
  onPostsDeleted,
  onPostsWithdrawn,
  onQualificationDecided,
} from './decision-notices.ts';
import { runFanouts } from './fanout.ts';
import { exportNotices } from './queries.ts';
import { type CountSentBack, presentNotice } from './reads.ts';
import { notificationRoutes } from './routes.ts';
import { serveNoticeLinks } from './serve-links.ts';
import { onMemberDeleted, onPostsPublished, onSecurityBurst } from './service.ts';
import { remindOfExpiry, tradeListeners } from './trade-notices.ts';

export {
  deleteChannelChoice,
  findContact,
  insertChannelChoice,
  listChannelChoices,
} from './channels/channel-queries.ts';
export { publicApiUrl, siteUrl } from './channels/parts.ts';
export { createToken } from './channels/unsubscribe.ts';
export { runFanouts } from './fanout.ts';
export { insertFanout } from './fanout-queries.ts';
export { type NoticesChanged, noticesChannel } from './notices-channel.ts';
export { letterKinds } from './policy.ts';
export { insertNotices, type NewNotice } from './queries.ts';
export { countUnread, listLiveSessions } from './reads.ts';
export { type MemberNotice, notifyEach, notifyMembers } from './service.ts';

type Services = { notices: NoticeParts };

/** The notice parts of a member's personal data export: notices and notification settings. */
export const noticeData: readonly PersonalDataPart[] = [
  {
    name: 'notices',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportNotices, (row) => ({ key: row.id, row: presentNotice(row) })),
  },
  { name: 'notice-channels', read: exportChannelChoices },
];

export const feature = defineFeature({
  name: 'notifications',
  serve: serveNoticeLinks,
  routes: ({ notices, countSentBack }: Services & { countSentBack: CountSentBack }) =>
    notificationRoutes(notices, countSentBack),
  listeners: {
    'moderation.decided': onModerationDecided,
    'posts.withdrawn': onPostsWithdrawn,
    'posts.deleted': onPostsDeleted,
    'posts.published': onPostsPublished,
    'authors.qualificationDecided': onQualificationDecided,
    'security.burst': onSecurityBurst,
    'member.deleted': onMemberDeleted,
    ...commentListeners,
    ...tradeListeners,
  },
  jobs: ({ notices, extensions }: Services & { extensions: Partial<Extensions> }) => [
    { name: 'notices-tell', everyMs: 500, run: (ctx) => runFanouts(ctx, extensions) },
    { name: 'notices-deliver', everyMs: 1000, run: (ctx) => deliverNotices(ctx, notices) },
    { name: 'ends-remind', cron: '7 * * * *', run: remindOfExpiry },
    { name: 'deliveries-tidy', cron: '7 5 * * *', run: tidyDeliveries },
  ],
  tables: {
    content: ['announcements'],
    people: ['notice_channels', 'notice_fanouts', 'notice_refusals', 'notice_wechat', 'notices'],
    installation: ['notice_deliveries', 'notice_wechat_tickets'],
    options: { announcements: { label: '公告' } },
  },
  personalData: noticeData,
  permissions: [{ code: 'notices.send', group: '版面', name: '公告', about: '给全体会员发公告', order: 30 }],
});

async function* exportChannelChoices({ db }: Context, memberId: string): AsyncGenerator<unknown> {
  for (const choice of await listChannelChoices(db, memberId)) {
    const [kind, channel] = choice.split(' ');
    yield { kind, channel };
  }
  const reach = await findContact(db, memberId);
  if (reach?.open_id) yield { channel: 'wechat', appId: reach.app_id, openId: reach.open_id };
}
