import { call } from '#admin/api.ts';
import type { BulkRun } from '#admin/parts/list/use-bulk.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import type { AdminRecord, Outcome } from '../../manage/schema.ts';
import { EditManyDialog } from './edit-many-dialog.tsx';

/** Maximum number of posts per bulk call. */
const chunkSize = 50;

const changeMany = (change: 'publish' | 'withdraw' | 'delete' | 'undelete') => (ids: string[]) =>
  call('POST /admin/post/changeMany', { body: { ids, change }, silent: true });

type Undo = NonNullable<Outcome['undo']>;

/** A bulk change whose undo returns each post to what it was, unless it was changed since. */
function undoable(
  change: 'publish' | 'withdraw' | 'edit',
  verb: string,
  send: (ids: string[]) => Promise<Outcome[]>,
): Pick<BulkRun, 'act'> & Required<Pick<BulkRun, 'undo'>> {
  const undos = new Map<string, Undo>();
  return {
    act: async (ids) => {
      const outcomes = await send(ids);
      for (const { id, undo } of outcomes) if (undo) undos.set(id, undo);
      return outcomes;
    },
    undo: {
      verb,
      act: (ids) => {
        const posts = ids.flatMap((id) => undos.get(id) ?? []);
        return call('POST /admin/post/undoMany', { body: { change, posts }, silent: true });
      },
    },
  };
}

export const postChanges: readonly RowChange<AdminRecord>[] = [
  {
    verb: '发布',
    permission: 'content.publish',
    fits: ({ state, hasUnpublishedChanges, refusal }) =>
      !refusal && (state !== 'published' || hasUnpublishedChanges),
    warning: '读者立即就能看到最新版本。',
    ...undoable('publish', '恢复原状', changeMany('publish')),
    chunk: chunkSize,
  },
  {
    verb: '撤回',
    permission: 'content.publish',
    fits: ({ state, refusal }) => !refusal && (state === 'published' || state === 'scheduled'),
    warning: '会立即从页面、列表和搜索里消失。',
    ...undoable('withdraw', '重新发布', changeMany('withdraw')),
    chunk: chunkSize,
  },
  {
    verb: '修改',
    permission: 'content.edit',
    chunk: chunkSize,
    dialog: ({ rows, start, onClose }) => (
      <EditManyDialog
        count={rows.length}
        onClose={onClose}
        onEdit={(edit) => {
          const { act, undo } = undoable('edit', '恢复原状', (ids) =>
            call('POST /admin/post/editMany', { body: { ids, ...edit }, silent: true }),
          );
          start(act, undo);
        }}
      />
    ),
  },
  {
    verb: '删除',
    permission: 'content.edit',
    isDanger: true,
    fits: ({ state, refusal }) => !refusal && (state === 'draft' || state === 'withdrawn'),
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
    fits: ({ refusal }) => !refusal,
    act: changeMany('undelete'),
    undo: { verb: '删除', act: changeMany('delete') },
    chunk: chunkSize,
  },
];
