/** What staff did, in words. */
export const actionNames: Readonly<Record<string, string>> = {
  'post.create': '新建稿件',
  'post.publish': '发布',
  'post.schedule': '定时发布',
  'post.withdraw': '撤回',
  'post.delete': '删除草稿',
  'post.restore': '恢复版本',
  'column.create': '新建栏目',
  'column.save': '修改栏目',
  'column.arrange': '调整栏目次序',
  'column.delete': '删除栏目',
};
