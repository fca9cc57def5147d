import { Button, type TableColumnsType } from 'antd';
import type { WordRecord } from '#features/moderation/words/schema.ts';
import { showTime } from '../../../parts/show-time.ts';
import { LevelChip } from '../hit-list.tsx';
import s from '../moderation.module.css';

/** The columns of the list; a narrow screen says level and category below the word. */
export const columnsOf = (
  onEdit: (word: WordRecord) => void,
  onRemove: (word: WordRecord) => void,
): TableColumnsType<WordRecord> => [
  {
    title: '敏感词',
    dataIndex: 'word',
    className: s.text ?? '',
    render: (word: string, { level, category }) => (
      <>
        {word}
        <span className={s.phone}>
          <LevelChip level={level} /> {category}
        </span>
      </>
    ),
  },
  {
    title: '级别',
    dataIndex: 'level',
    width: 80,
    responsive: ['sm'],
    render: (level: WordRecord['level']) => <LevelChip level={level} />,
  },
  { title: '分类', dataIndex: 'category', width: 140, responsive: ['md'], ellipsis: true },
  {
    title: '添加时间',
    dataIndex: 'createdAt',
    width: 130,
    responsive: ['lg'],
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  {
    title: '操作',
    key: 'acts',
    width: 130,
    render: (_, word) => (
      <span className={s.tools}>
        <Button size="small" type="text" aria-label={`修改“${word.word}”`} onClick={() => onEdit(word)}>
          修改
        </Button>
        <Button
          size="small"
          type="text"
          danger
          aria-label={`删除“${word.word}”`}
          onClick={() => onRemove(word)}
        >
          删除
        </Button>
      </span>
    ),
  },
];
