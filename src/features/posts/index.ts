export { type PreparedBody, prepareBody, renderMarkdown, toPlainText } from './body/index.ts';
export type { PostsChanged } from './events.ts';
export { type ImportCount, importPosts } from './import-posts.ts';
export { type FindByKeyword, listNewest, presentByIds } from './reads.ts';
export { postRoutes } from './routes.ts';
export { record as recordSchema } from './schema.ts';
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
export { enterViews, forgetOldViews } from './views.ts';
