import { Button, type TableColumnsType } from 'antd';
import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { QualificationChip } from '../../../parts/qualification-chip.tsx';
import s from '../people.module.css';
import { Person } from '../person.tsx';

type Acts = Record<'onEdit' | 'onMerge' | 'onDelete' | 'onVerify', (author: AuthorRecord) => void>;

/** The columns of the list of authors. */
export const columnsOf = ({ onEdit, onMerge, onDelete, onVerify }: Acts): TableColumnsType<AuthorRecord> => [
  {
    title: '作者',
    key: 'author',
    render: (_, author) => (
      <Person
        name={author.name}
        avatar={author.avatar}
        below={author.title || `编号 ${author.id}`}
        onOpen={() => onEdit(author)}
      />
    ),
  },
  {
    title: '会员账号',
    key: 'member',
    width: 160,
    responsive: ['lg'],
    render: (_, { member }) => member?.name ?? '—',
  },
  {
    title: '执业资格',
    key: 'qualification',
    width: 110,
    responsive: ['sm'],
    render: (_, author) =>
      author.qualificationState === 'none' ? (
        '—'
      ) : (
        <button type="button" className={s.open} onClick={() => onVerify(author)}>
          <span className="vh">{author.name}的执业资格：</span>
          <QualificationChip state={author.qualificationState} />
        </button>
      ),
  },
  {
    title: '已发布',
    dataIndex: 'posts',
    width: 90,
    align: 'right',
    responsive: ['sm'],
    render: (posts: number) => formatCount(posts),
  },
  {
    title: '关注',
    dataIndex: 'followers',
    width: 90,
    align: 'right',
    responsive: ['md'],
    render: (followers: number) => formatCount(followers),
  },
  {
    title: '操作',
    key: 'acts',
    width: 190,
    render: (_, author) => (
      <span className={s.acts}>
        {author.qualificationState === 'waiting' && (
          <Button
            size="small"
            type="text"
            aria-label={`核实${author.name}的执业资格`}
            onClick={() => onVerify(author)}
          >
            核实
          </Button>
        )}
        <Button
          size="small"
          type="text"
          aria-label={`合并作者${author.name}`}
          onClick={() => onMerge(author)}
        >
          合并
        </Button>
        <Button
          size="small"
          type="text"
          danger
          aria-label={`删除作者${author.name}`}
          onClick={() => onDelete(author)}
        >
          删除
        </Button>
      </span>
    ),
  },
];
