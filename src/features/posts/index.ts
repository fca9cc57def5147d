export { prepareBody, renderMarkdown, toPlainText } from './body/index.ts';
export { deskRoutes } from './desk/routes.ts';
export { importPosts } from './import-posts.ts';
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
export { postTag } from './tags.ts';
export { enterViews, forgetOldViews } from './views.ts';
