import { call } from '#admin/api.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import type { AuthorRecord } from '../manage/schema.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { QualificationDialog } from './qualification-dialog.tsx';

export const authorChanges: readonly RowChange<AuthorRecord>[] = [
  {
    verb: '核实',
    fits: ({ qualificationState }) => qualificationState !== 'none',
    dialog: ({ rows: [author], onClose }) =>
      author && <QualificationDialog author={author} onClose={onClose} />,
  },
  {
    verb: '合并',
    fits: () => true,
    dialog: ({ rows: [author], onClose }) => author && <MergeDialog author={author} onClose={onClose} />,
  },
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '名下没有内容时才能删除；关注者也一并去掉。',
    act: ([id = '']) => call('POST /admin/author/delete', { body: { id }, silent: true }),
  },
];
