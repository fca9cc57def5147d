import { defineFeature } from '#kernel/feature.ts';
import { deliverNotices, tidyDeliveries } from './channels/deliver.ts';
import type { NoticeParts } from './channels/parts.ts';
import { contestListeners } from './contest.ts';
import { tellEveryone } from './fanout.ts';
import { noticeData } from './personal-data.ts';
import { notificationRoutes } from './routes.ts';
import { forgetMemberNotices, queueFollowers } from './service.ts';
import { commentListeners } from './talk.ts';
import { tellBuyers, tellSubmitter } from './tell-decisions.ts';
import { tellQualification } from './tell-qualification.ts';
import { remindOfEnds, tradeListeners } from './trade.ts';

export { endSubscription } from './channels/unsubscribe.ts';
export { finishBinding, startBinding } from './channels/wechat.ts';
export { tellEveryone } from './fanout.ts';
export { type NoticesChanged, noticesChannel } from './hearing.ts';
export { liveSessions, unreadOf } from './reads.ts';
export { notifyMembers } from './service.ts';

type Services = { notices: NoticeParts };

export const feature = defineFeature({
  name: 'notifications',
  routes: ({ notices }: Services) => notificationRoutes(notices),
  listeners: {
    'moderation.decided': tellSubmitter,
    'posts.withdrawn': tellBuyers,
    'posts.published': queueFollowers,
    'authors.qualificationDecided': tellQualification,
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
