import type { AdminRecord } from '#features/posts/admin/schema.ts';
import { call } from '../../../api.ts';
import type { RowChange } from '../../../parts/list/use-row-changes.tsx';

/** Maximum number of ids per `POST /admin/post/changeMany`. */
const chunkSize = 50;

const changeMany =
  (change: 'publish' | 'withdraw' | 'delete' | 'undelete') => (ids: string[], signal: AbortSignal) =>
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
    fits: ({ state }) => state === 'draft' || state === 'withdrawn',
    warning:
      '会放进回收站，30 天内可以恢复，之后彻底删除。已发布的要先撤回；付费内容的买家会收到通知，可以退款。',
    act: changeMany('delete'),
    undo: { verb: '恢复', act: changeMany('undelete') },
    chunk: chunkSize,
  },
];

export const binChanges: readonly RowChange<AdminRecord>[] = [
  {
    verb: '恢复',
    permission: 'content.edit',
    fits: () => true,
    act: changeMany('undelete'),
    undo: { verb: '删除', act: changeMany('delete') },
    chunk: chunkSize,
  },
];
