import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inModule } from '#kernel/http/calls.ts';
import { commentAdminRoutes } from './manage/routes.ts';
import { commentData, onMemberDeleted } from './member-data.ts';
import { commentRoutes } from './routes.ts';
import { onModerationDecided } from './states.ts';

export { addDemoComments } from './demo/add-demo-comments.ts';
export { addImportedComments, findMissingComments } from './import-comments.ts';
export { deleteImportedComments, findDiscussedPosts } from './import-queries.ts';
export { type CommentsChanged, commentsChannel } from './notify-readers.ts';

export const feature = defineFeature({
  name: 'comments',
  routes: ({ settings }: { settings: Settings }) => [
    ...inModule('comments', commentRoutes(settings)),
    ...inModule('comments', commentAdminRoutes(settings)),
  ],
  listeners: {
    'moderation.decided': onModerationDecided,
    'member.deleted': onMemberDeleted,
  },
  tables: {
    people: ['comment_likes', 'comment_mutes', 'comment_reports', 'comments'],
  },
  personalData: commentData,
  permissions: [
    { code: 'comments.moderate', group: '互动', name: '评论审核', about: '放行、隐藏评论', order: 10 },
  ],
  menu: [
    {
      to: '/comments',
      label: '评论',
      module: 'comments',
      icon: 'comment',
      permission: 'comments.moderate',
      group: 'readers',
      order: 10,
    },
  ],
});
