import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Person } from '#admin/parts/person.tsx';
import { QualificationChip, qualificationNames } from '#admin/parts/qualification-chip.tsx';
import { formatCount } from '#shared/numbers.ts';
import type { AuthorRecord } from '../manage/schema.ts';

export const authorColumns = (open: (author: AuthorRecord) => void): DataColumn<AuthorRecord>[] => [
  {
    key: 'name',
    title: '作者',
    render: (author) => (
      <Person
        name={author.name}
        avatar={author.avatar}
        below={author.title || `编号 ${author.id}`}
        onOpen={() => open(author)}
      />
    ),
  },
  {
    key: 'member',
    title: '会员账号',
    width: 160,
    from: 'lg',
    render: ({ member }) => member?.name ?? '—',
    text: ({ member }) => member?.name ?? '',
  },
  {
    key: 'qualificationState',
    title: '执业资格',
    width: 110,
    from: 'md',
    render: ({ qualificationState: state }) => (state === 'none' ? '—' : <QualificationChip state={state} />),
    text: ({ qualificationState }) => qualificationNames[qualificationState],
  },
  {
    key: 'posts',
    title: '已发布',
    width: 90,
    align: 'right',
    from: 'md',
    render: ({ posts }) => formatCount(posts),
  },
  {
    key: 'followers',
    title: '关注者',
    width: 90,
    align: 'right',
    from: 'md',
    render: ({ followers }) => formatCount(followers),
  },
];
