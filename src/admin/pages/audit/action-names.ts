/** What staff did, in words. */
export const actionNames: Readonly<Record<string, string>> = {
  'post.create': '新建稿件',
  'post.publish': '发布',
  'post.schedule': '定时发布',
  'post.withdraw': '撤回',
  'post.delete': '删除草稿',
  'post.restore': '恢复版本',
};
