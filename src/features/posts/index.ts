import { defineFeature } from '#kernel/feature.ts';
import type { Gate } from './desk/gate.ts';
import { followDecision } from './desk/review.ts';
import { deskRoutes } from './desk/routes.ts';
import { talkRoutes } from './desk/talk.ts';
import {
  followAuthor,
  followEmptiedColumn,
  followMergedAuthor,
  refuseWrittenAuthor,
} from './follow-columns.ts';
import type { FindByKeyword, FindOffers, MarkCopy } from './reads.ts';
import { postRoutes } from './routes.ts';
import { followColumnAccess, publishDuePosts } from './service.ts';
import { forgetOldViews } from './views.ts';

export { decideFileAccess, type FileAccess, isDocument } from './attachments.ts';
export {
  prepareBody,
  prepareBodySync,
  renderMarkdown,
  replaceImages,
  summarise,
  toPlainText,
  toReadingText,
} from './body/index.ts';
export { findHits, refuseBlocked } from './desk/check-words.ts';
export type { Gate, Guard, Submission } from './desk/gate.ts';
export { checkReady, submitPost, withdrawFromDesk } from './desk/publish.ts';
export { type PreviewedReader, previewPost, readDeskPost, readVersion } from './desk/reads.ts';
export { cancelPostReview, readReviewedPost, readStandingOf } from './desk/review.ts';
export { pieceOf as pieceOfReview } from './desk/review-target.ts';
export {
  content as pieceContent,
  reviewedPost as reviewedPiece,
  saved as savedVersion,
} from './desk/schema.ts';
export { beginDraft, deleteDraft, deleteDraftIn, savePost } from './desk/service.ts';
export { countColumnPieces } from './follow-columns.ts';
export { contentHash, type ImportRecord, readFeed } from './import/index.ts';
export { countRecords, type ImportCount, importPosts } from './import-posts.ts';
export { createPictureKeeper, keepBodyPictures } from './keep-picture.ts';
export { countLockedPieces, type LockedPiece, readLockedPieces, readOpenTexts } from './locked-pieces.ts';
export { type FindByKeyword, type FindOffers, listNewest, presentByIds } from './reads.ts';
export { findTitles } from './record-queries.ts';
export { detail as pieceDetail, record as recordSchema } from './schema.ts';
export {
  addPosts,
  liveChannel,
  type PostInput,
  publishDuePosts,
  segmenterOf,
  withdrawPost,
} from './service.ts';
export { listSitemapParts, readSitemapPart, readSyndicated, type Syndicated } from './syndication.ts';
export { nameTalkedAbout, readTalkedAbout, type TalkedAbout, type TalkedPiece } from './talk.ts';
export { enterViews } from './views.ts';

type RouteServices = {
  findByKeyword: FindByKeyword;
  findOffers: FindOffers;
  markCopy: MarkCopy;
  gateReferences: Gate;
};

export const feature = defineFeature({
  name: 'posts',
  routes: ({ findByKeyword, findOffers, markCopy, gateReferences }: RouteServices) => [
    ...postRoutes(findByKeyword, findOffers, markCopy),
    ...deskRoutes(findByKeyword, findOffers, gateReferences),
    ...talkRoutes,
  ],
  listeners: {
    'columns.changed': (ctx, trx, { columns }) => followColumnAccess(ctx, trx, columns),
    'columns.emptied': followEmptiedColumn,
    'moderation.decided': followDecision,
    'authors.changed': followAuthor,
    'authors.merged': followMergedAuthor,
    'authors.deleting': refuseWrittenAuthor,
  },
  jobs: [
    { name: 'posts-publish', everyMs: 1000, run: publishDuePosts },
    { name: 'views-forget', cron: '*/10 * * * *', run: forgetOldViews },
  ],
  tables: {
    content: [
      'post_bodies',
      'post_counters',
      'post_labels',
      'post_totals',
      'post_versions',
      'post_view_buckets',
      'post_view_periods',
      'post_view_watermarks',
      'posts',
    ],
    installation: ['post_locks'],
    options: {
      post_totals: { given: {} },
      post_view_periods: { isMoving: true },
      post_view_watermarks: { given: {}, isMoving: true },
      posts: { label: '内容' },
    },
  },
  permissions: [
    {
      code: 'content.view',
      group: '内容',
      name: '查看稿件',
      about: '看所有稿件、版本和预览，包括没有发布的',
      order: 10,
    },
    {
      code: 'content.edit',
      group: '内容',
      name: '撰写与修改',
      about: '写新稿、改稿、恢复旧版本、删除草稿',
      order: 20,
    },
    {
      code: 'content.publish',
      group: '内容',
      name: '发布与撤回',
      about: '发布、定时、撤回稿件，发快讯',
      order: 30,
    },
    { code: 'content.review', group: '内容', name: '审核内参', about: '通过或退回会员写的内参', order: 40 },
  ],
  menu: [
    { to: '/posts', label: '文章', icon: 'doc', permission: 'content.view', group: 'editing', order: 20 },
    {
      to: '/flashes',
      label: '快讯台',
      icon: 'wave',
      permission: 'content.publish',
      group: 'editing',
      order: 30,
    },
  ],
});
