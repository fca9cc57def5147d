import { forgetMemberSource, noteRegistration, noteViews } from '#features/analytics/index.ts';
import { forgetAuthorMember } from '#features/authors/index.ts';
import { forgetMemberCollections, moveMergedFollows, noteReadings } from '#features/collections/index.ts';
import { followCommentDecision, forgetMemberComments } from '#features/comments/index.ts';
import { forgetMemberContest } from '#features/contest/index.ts';
import { refuseSubscribedColumn } from '#features/entitlements/index.ts';
import { refuseFedColumn } from '#features/feeds/index.ts';
import { forgetMemberKnow } from '#features/frontpage/index.ts';
import {
  forgetMemberNotices,
  queueFollowers,
  tellBuyers,
  tellContest,
  tellQualification,
  tellSubmitter,
  tellTalk,
  tellTradeNews,
} from '#features/notifications/index.ts';
import { closeOrdersOf } from '#features/orders/index.ts';
import { followOrder } from '#features/payments/index.ts';
import {
  followAuthor,
  followColumnAccess,
  followDecision,
  followEmptiedColumn,
  followMergedAuthor,
  forgetSavedViews,
  refuseWrittenAuthor,
} from '#features/posts/index.ts';
import { forgetDrafts, judgeDecision } from '#features/references/index.ts';
import { queueForIndex } from '#features/search/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { EventBus } from '#kernel/context.ts';

/** Who hears what: news travels up, in the transaction of what happened, and this is the one place that says where to. */
export function wireEvents(events: EventBus, settings: Settings): void {
  events.on('columns.changed', (ctx, trx, { columns }) => followColumnAccess(ctx, trx, columns));
  events.on('columns.deleting', refuseSubscribedColumn);
  events.on('columns.deleting', refuseFedColumn);
  events.on('columns.emptied', followEmptiedColumn);
  events.on('posts.changed', queueForIndex);
  events.on('moderation.decided', judgeDecision(settings));
  events.on('moderation.decided', followDecision);
  events.on('moderation.decided', followCommentDecision);
  events.on('moderation.decided', tellSubmitter);
  events.on('posts.withdrawn', tellBuyers);
  events.on('posts.viewed', noteReadings);
  events.on('posts.viewed', noteViews);
  events.on('member.registered', noteRegistration);
  events.on('member.deleted', forgetMemberSource);
  events.on('posts.published', queueFollowers);
  events.on('authors.changed', followAuthor);
  events.on('authors.merged', followMergedAuthor);
  events.on('authors.merged', moveMergedFollows);
  events.on('authors.deleting', refuseWrittenAuthor);
  events.on('authors.qualificationDecided', tellQualification);
  events.on('member.deleted', forgetDrafts);
  events.on('member.deleted', forgetAuthorMember);
  events.on('member.deleted', forgetMemberCollections);
  events.on('member.deleted', forgetMemberComments);
  events.on('member.deleted', forgetMemberNotices);
  events.on('member.deleted', closeOrdersOf);
  tellContest(events);
  tellTalk(events);
  tellTradeNews(events);
  events.on('order.closed', followOrder);
  events.on('member.deleted', forgetSavedViews);
  events.on('member.deleted', forgetMemberKnow);
  events.on('member.deleted', forgetMemberContest);
}
