import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { emptyBin } from './manage/bin.ts';
import { commentSettingsRoutes } from './manage/comment-settings.ts';
import type { Gate } from './manage/gate.ts';
import { onModerationDecided } from './manage/review.ts';
import { adminRoutes } from './manage/routes.ts';
import { deleteOldVersions } from './manage/versions.ts';
import { countModulePosts } from './module-queries.ts';
import { previewLinkRoutes } from './preview-links/routes.ts';
import { deleteOldPreviewLinks } from './preview-links/service.ts';
import type { FindByKeyword, FindOffers, WatermarkCopy } from './reads.ts';
import { recutBodies } from './recut-bodies.ts';
import { postRoutes } from './routes.ts';
import { publishDuePosts, syncColumnAccess } from './service.ts';
import { onAuthorChanged, onAuthorDeleting, onAuthorMerged, onColumnEmptied } from './sync-posts.ts';
import { findTitlesForStaff } from './titles-for-staff.ts';
import { expireOldViews } from './views.ts';

export { decideFileAccess, type FileAccess } from './attachments.ts';
export {
  prepareBody,
  prepareBodySync,
  renderMarkdown,
  replaceImages,
  toPlainText,
  toReadingText,
  writeMail,
  writeWechat,
} from './body/index.ts';
export {
  type CommentedPost,
  type CommentTarget,
  findCommentedPost,
  readCommentTarget,
} from './comment-target.ts';
export { deleteImportedPosts } from './delete-imported.ts';
export { addDemoViews } from './demo/add-demo-views.ts';
export type { DemoMonth, DemoPost } from './demo/demo-queries.ts';
export { type FeedContent, type FeedContext, type FeedSource, feedSize } from './feed-source.ts';
export { refuseLockedFiles } from './file-rights.ts';
export {
  bareHost,
  contentHash,
  feedRoots,
  findRoot,
  type ImportedComment,
  type ImportRecord,
  importableKinds,
  readFeed,
  type SiteAddress,
} from './import/index.ts';
export {
  countRecords,
  type ImportCount,
  type ImportedPage,
  type ImportedPost,
  type ImportOptions,
  type ImportPlan,
  importPosts,
  type MissingPicture,
  type NewPage,
  type PageStore,
  planImport,
  type SiteImportOptions,
} from './import-posts.ts';
export {
  allImportRights,
  explainLeftOut,
  findLackingPermission,
  type ImportRights,
  importPermissions,
  importRightsOf,
  noImportRights,
} from './import-rights.ts';
export { type MailedPost, readMailedPosts } from './mailed-posts.ts';
export { findUnseen, refuseUnseen } from './manage/check-unseen.ts';
export { findWordHits, refuseBlockedWords } from './manage/check-words.ts';
export type { Gate, Guard, Submission } from './manage/gate.ts';
export { checkReady, prepareReadyBody, submitPost, withdrawPostAsAdmin } from './manage/publish.ts';
export { type PreviewedReader, previewPost, readAdminPost } from './manage/reads.ts';
export { cancelPostReview, readReviewedPost, readReviewStatus } from './manage/review.ts';
export { postIdOf as postIdOfReview } from './manage/review-target.ts';
export { requireInScope, requireOwnColumn } from './manage/scope.ts';
export { createDraft, deleteDraft, deleteDraftInTransaction, savePost } from './manage/service.ts';
export { postVersions } from './manage/versions.ts';
export { recordBodyMedia } from './media-uses.ts';
export {
  countPaywalledPosts,
  type PaywalledPost,
  readOpenTexts,
  readPaywalledPosts,
} from './paywalled-posts.ts';
export { createPictureImporter, importBodyFiles, type PictureImporter } from './picture-importer.ts';
export {
  type FindByKeyword,
  type FindOffers,
  listNewest,
  listStockPosts,
  listTaggedPosts,
  listWatchedPosts,
  presentByIds,
  type WatermarkCopy,
} from './reads.ts';
export { findTitles } from './record-queries.ts';
export { replaceLinks } from './replace-links.ts';
export { type FoundPictures, putPictures, restorePictures } from './restore-pictures.ts';
export { detail as detailSchema, record as recordSchema } from './schema.ts';
export {
  addPosts,
  liveChannel,
  type PostInput,
  publishDuePosts,
  segmenterOf,
  withdrawPost,
} from './service.ts';
export { countColumnPosts, retagPosts } from './sync-posts.ts';
export { countTaggedPosts } from './sync-queries.ts';
export {
  listSitemapParts,
  readLiveVersion,
  readOpenPost,
  readPostsForReader,
  readRecentPosts,
  readSitemapPart,
  readSyndicatedPosts,
  type SyndicatedPost,
  syndicatePosts,
} from './syndication.ts';
export { findTitlesForStaff, titleForStaff } from './titles-for-staff.ts';
export { importViews } from './views.ts';

type RouteServices = {
  findByKeyword: FindByKeyword;
  findOffers: FindOffers;
  watermarkCopy: WatermarkCopy;
  gateReferences: Gate;
  settings: Settings;
};

export const feature = defineFeature({
  name: 'posts',
  routes: ({ findByKeyword, findOffers, watermarkCopy, gateReferences, settings }: RouteServices) => [
    ...postRoutes(findByKeyword, findOffers, watermarkCopy),
    ...adminRoutes(findByKeyword, findOffers, gateReferences),
    ...commentSettingsRoutes,
    ...previewLinkRoutes(settings),
  ],
  extensions: { countModulePosts },
  names: { post: findTitlesForStaff },
  listeners: {
    'columns.changed': (ctx, trx, { columns }) => syncColumnAccess(ctx, trx, columns),
    'columns.emptied': onColumnEmptied,
    'moderation.decided': onModerationDecided,
    'authors.changed': onAuthorChanged,
    'authors.merged': onAuthorMerged,
    'authors.deleting': onAuthorDeleting,
  },
  jobs: [
    { name: 'posts-publish', everyMs: 1000, run: publishDuePosts },
    { name: 'bodies-recut', everyMs: 60_000, run: recutBodies },
    { name: 'versions-delete', cron: '17 4 * * *', run: deleteOldVersions },
    { name: 'preview-links-delete', cron: '29 4 * * *', run: deleteOldPreviewLinks },
    { name: 'bin-empty', cron: '53 3 * * *', run: emptyBin },
    { name: 'views-forget', cron: '*/10 * * * *', run: expireOldViews },
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
    installation: ['post_locks', 'preview_links'],
    options: {
      post_totals: { seeded: {} },
      post_view_periods: { isVolatile: true },
      post_view_watermarks: { seeded: {}, isVolatile: true },
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
      about: '写新稿、改稿、恢复旧版本，把草稿和撤回的稿件放进回收站或恢复',
      order: 20,
    },
    {
      code: 'content.contribute',
      group: '内容',
      name: '投稿',
      about: '写自己署名的稿件并送审；看不到别人的稿件，也不能发布',
      order: 25,
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
      icon: 'bolt',
      permission: 'content.publish',
      group: 'editing',
      order: 30,
    },
  ],
});
