export {
  prepareBody,
  renderMarkdown,
  replaceImages,
  summarise,
  toPlainText,
  toReadingText,
} from './body/index.ts';
export { refuseBlocked } from './desk/check-words.ts';
export { submitPost } from './desk/publish.ts';
export { followDecision } from './desk/review.ts';
export { deskRoutes } from './desk/routes.ts';
export { forgetSavedViews, savedViewData } from './desk/saved-views.ts';
export { savedViewRoutes } from './desk/saved-views-routes.ts';
export { followAuthor, followMergedAuthor, refuseWrittenAuthor } from './follow-authors.ts';
export { countColumnPieces, followEmptiedColumn } from './follow-columns.ts';
export { contentHash, type ImportRecord, readFeed } from './import/index.ts';
export { countRecords, type ImportCount, importPosts } from './import-posts.ts';
export { createPictureKeeper, keepBodyPictures } from './keep-picture.ts';
export { countLockedPieces, type LockedPiece, readLockedPieces, readOpenTexts } from './locked-pieces.ts';
export { findTitles } from './queries.ts';
export { type FindByKeyword, listNewest, presentByIds } from './reads.ts';
export { postRoutes } from './routes.ts';
export { record as recordSchema } from './schema.ts';
export {
  addPosts,
  followColumnAccess,
  liveChannel,
  type PostInput,
  publishDuePosts,
  segmenterOf,
  withdrawPost,
} from './service.ts';
export { listSitemapParts, readSitemapPart, readSyndicated, type Syndicated } from './syndication.ts';
export { postsTag, postTag } from './tags.ts';
export { enterViews, forgetOldViews } from './views.ts';
