export { tellEveryone } from './fanout.ts';
export { type NoticesChanged, noticesChannel } from './hearing.ts';
export { noticeData } from './personal-data.ts';
export { liveSessions, unreadOf } from './reads.ts';
export { notificationRoutes } from './routes.ts';
export { forgetMemberNotices, notifyMembers, queueFollowers } from './service.ts';
export { tellBuyers, tellSubmitter } from './tell-decisions.ts';
export { remindOfEnds, tellTradeNews } from './trade.ts';
