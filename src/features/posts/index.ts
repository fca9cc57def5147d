export {
  prepareBody,
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
export { cancelPostReview, followDecision, readReviewedPost, readStandingOf } from './desk/review.ts';
export { pieceOf as pieceOfReview } from './desk/review-target.ts';
export { deskRoutes } from './desk/routes.ts';
export { forgetSavedViews, savedViewData } from './desk/saved-views.ts';
export { savedViewRoutes } from './desk/saved-views-routes.ts';
export {
  content as pieceContent,
  reviewedPost as reviewedPiece,
  saved as savedVersion,
} from './desk/schema.ts';
export { beginDraft, deleteDraft, deleteDraftIn, savePost } from './desk/service.ts';
export { talkRoutes } from './desk/talk-routes.ts';
export { followAuthor, followMergedAuthor, refuseWrittenAuthor } from './follow-authors.ts';
export { countColumnPieces, followEmptiedColumn } from './follow-columns.ts';
export { contentHash, type ImportRecord, readFeed } from './import/index.ts';
export { countRecords, type ImportCount, importPosts } from './import-posts.ts';
export { createPictureKeeper, keepBodyPictures } from './keep-picture.ts';
export { countLockedPieces, type LockedPiece, readLockedPieces, readOpenTexts } from './locked-pieces.ts';
export { findTitles } from './queries.ts';
export { type FindByKeyword, type FindOffers, listNewest, presentByIds } from './reads.ts';
export { postRoutes } from './routes.ts';
export { detail as pieceDetail, record as recordSchema } from './schema.ts';
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
export { nameTalkedAbout, readTalkedAbout, type TalkedAbout, type TalkedPiece } from './talk.ts';
export { enterViews, forgetOldViews } from './views.ts';
