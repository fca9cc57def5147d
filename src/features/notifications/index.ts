import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inBatches, type PersonalDataPart } from '#kernel/personal-data.ts';
import { findReach, listChosen } from './channels/channel-queries.ts';
import { deliverNotices, tidyDeliveries } from './channels/deliver.ts';
import type { NoticeParts } from './channels/parts.ts';
import { contestListeners } from './contest.ts';
import { tellEveryone } from './fanout.ts';
import { exportNotices } from './queries.ts';
import { presentNotice } from './reads.ts';
import { notificationRoutes } from './routes.ts';
import { notifyAdministrators } from './security.ts';
import { forgetMemberNotices, queueFollowers } from './service.ts';
import { commentListeners } from './talk.ts';
import { tellBuyers, tellQualification, tellSubmitter } from './tell-decisions.ts';
import { remindOfEnds, tradeListeners } from './trade.ts';

export { endSubscription } from './channels/unsubscribe.ts';
export { finishBinding, startBinding } from './channels/wechat.ts';
export { tellEveryone } from './fanout.ts';
export { type NoticesChanged, noticesChannel } from './hearing.ts';
export { liveSessions, unreadOf } from './reads.ts';
export { notifyMembers } from './service.ts';

type Services = { notices: NoticeParts };

/** What a member was told and where they want it. */
export const noticeData: readonly PersonalDataPart[] = [
  {
    name: 'notices',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportNotices, (row) => ({ place: row.id, row: presentNotice(row) })),
  },
  { name: 'notice-channels', read: readChoices },
];

export const feature = defineFeature({
  name: 'notifications',
  routes: ({ notices }: Services) => notificationRoutes(notices),
  listeners: {
    'moderation.decided': tellSubmitter,
    'posts.withdrawn': tellBuyers,
    'posts.published': queueFollowers,
    'authors.qualificationDecided': tellQualification,
    'security.burst': notifyAdministrators,
    'member.deleted': forgetMemberNotices,
    ...contestListeners,
    ...commentListeners,
    ...tradeListeners,
  },
  jobs: ({ notices }: Services) => [
    { name: 'notices-tell', everyMs: 500, run: tellEveryone },
    { name: 'notices-deliver', everyMs: 1000, run: (ctx) => deliverNotices(ctx, notices) },
    { name: 'ends-remind', cron: '7 * * * *', run: remindOfEnds },
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

async function* readChoices({ db }: Context, memberId: string): AsyncGenerator<unknown> {
  for (const choice of await listChosen(db, memberId)) {
    const [kind, channel] = choice.split(' ');
    yield { kind, channel };
  }
  const reach = await findReach(db, memberId);
  if (reach?.open_id) yield { channel: 'wechat', appId: reach.app_id, openId: reach.open_id };
}
