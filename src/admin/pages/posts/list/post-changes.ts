import type { AdminRecord } from '#features/posts/admin/schema.ts';
import { call } from '../../../api.ts';
import type { RowChange } from '../../../parts/list/use-row-changes.tsx';

/** Maximum number of ids per `POST /admin/post/changeMany`. */
const chunkSize = 50;

const changeMany = (change: 'publish' | 'withdraw' | 'delete') => (ids: string[], signal: AbortSignal) =>
  call('POST /admin/post/changeMany', { body: { ids, change }, silent: true, signal });

export const postChanges: readonly RowChange<AdminRecord>[] = [
  {
    verb: '发布',
    permission: 'content.publish',
    fits: ({ state, hasUnpublishedChanges }) => state !== 'published' || hasUnpublishedChanges,
    warning: '读者立即就能看到最新版本。',
    act: changeMany('publish'),
    undo: { verb: '撤回', act: changeMany('withdraw') },
    chunk: chunkSize,
  },
  {
    verb: '撤回',
    permission: 'content.publish',
    fits: ({ state }) => state === 'published' || state === 'scheduled',
    warning: '会立即从页面、列表和搜索里消失。',
    act: changeMany('withdraw'),
    undo: { verb: '重新发布', act: changeMany('publish') },
    chunk: chunkSize,
  },
  {
    verb: '删除',
    permission: 'content.edit',
    isDanger: true,
    fits: ({ state }) => state === 'draft',
    warning: '草稿和所有版本都会删除，不能恢复。',
    act: changeMany('delete'),
    chunk: chunkSize,
  },
];
