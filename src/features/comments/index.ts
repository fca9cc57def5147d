export { followCommentDecision } from './decisions.ts';
export { commentDeskRoutes } from './desk/routes.ts';
export { commentData, forgetMemberComments } from './forget.ts';
export { tidyCommentTries } from './limits.ts';
export { commentRoutes } from './routes.ts';
export { type CommentsMoved, commentsChannel } from './tell.ts';
