import { call } from '#admin/api.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import type { MediaItem } from '../schema.ts';
import { MoveDialog } from './move-dialog.tsx';

export const mediaChanges: readonly RowChange<MediaItem>[] = [
  {
    verb: '移动',
    permission: 'media.manage',
    // Maximum number of ids per `POST /admin/media/move`.
    chunk: 100,
    dialog: ({ rows, start, onClose }) => (
      <MoveDialog
        count={rows.length}
        onClose={onClose}
        onMove={(folderId) =>
          start((ids) => call('POST /admin/media/move', { body: { ids, folderId }, silent: true }))
        }
      />
    ),
  },
  {
    verb: '删除',
    permission: 'media.manage',
    isDanger: true,
    warning: '文件也会删掉，不能恢复。正在使用的不会删除，要先在用到的地方换掉。',
    act: (ids) => call('POST /admin/media/delete', { body: { ids }, silent: true }),
  },
];
