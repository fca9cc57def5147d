import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { commentDeskRoutes } from './desk/routes.ts';
import { commentData, forgetMemberComments } from './forget.ts';
import { commentRoutes } from './routes.ts';
import { followCommentDecision } from './states.ts';

export { type CommentsMoved, commentsChannel } from './tell.ts';

export const feature = defineFeature({
  name: 'comments',
  routes: ({ settings }: { settings: Settings }) => [
    ...commentRoutes(settings),
    ...commentDeskRoutes(settings),
  ],
  listeners: {
    'moderation.decided': followCommentDecision,
    'member.deleted': forgetMemberComments,
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
      icon: 'comment',
      permission: 'comments.moderate',
      group: 'readers',
      order: 10,
    },
  ],
});
