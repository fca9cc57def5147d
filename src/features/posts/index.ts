export { type PreparedBody, prepareBody, renderMarkdown, toPlainText } from './body/index.ts';
export type { PostsChanged } from './events.ts';
export { type ImportCount, importPosts } from './import-posts.ts';
export { type FindByKeyword, presentByIds } from './reads.ts';
export { postRoutes } from './routes.ts';
export {
  addPosts,
  followColumnAccess,
  liveChannel,
  type PostInput,
  publishDuePosts,
  publishPost,
  segmenterOf,
  withdrawPost,
} from './service.ts';
export { columnTag, postsTag, postTag } from './tags.ts';
export { forgetOldViews } from './views.ts';
