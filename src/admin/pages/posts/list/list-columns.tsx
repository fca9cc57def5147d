import { Button, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import type { DeskRecord } from '#features/posts/desk/schema.ts';
import { formatFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import { StateChip } from '../state-chip.tsx';
import s from './list.module.css';
import { type Act, acts } from './use-acts.tsx';

type OnAct = (act: Act, pieces: DeskRecord[]) => void;

const accessNames = { public: '公开', member: '会员', vip: 'VIP', paid: '付费' };
const figures = new Intl.NumberFormat('zh-CN');

/** The columns of the list; a narrow screen has fewer, and says state and column below the title. */
export function columnsOf(onAct: OnAct): TableColumnsType<DeskRecord> {
  return [
    {
      title: '标题',
      dataIndex: 'title',
      render: (title: string, piece) => (
        <>
          <Link className={s.title} to={`/posts/${piece.id}`}>
            {piece.important && <span className={s.important}>重要</span>}
            {title}
          </Link>
          <span className={s.below}>
            <StateChip {...piece} /> {piece.columnName}
          </span>
        </>
      ),
    },
    {
      title: '状态',
      key: 'state',
      width: 140,
      responsive: ['md'],
      render: (_, piece) => <StateChip {...piece} />,
    },
    { title: '栏目', dataIndex: 'columnName', width: 110, responsive: ['md'], ellipsis: true },
    { title: '作者', dataIndex: 'authorName', width: 110, responsive: ['lg'], ellipsis: true },
    {
      title: '可见范围',
      key: 'access',
      width: 90,
      responsive: ['xl'],
      render: (_, { access, price }) =>
        access === 'paid' && price !== null ? formatFen(price) : accessNames[access],
    },
    {
      title: '字数',
      dataIndex: 'wordCount',
      width: 80,
      align: 'right',
      responsive: ['xl'],
      render: figures.format,
    },
    {
      title: '阅读',
      dataIndex: 'views',
      width: 90,
      align: 'right',
      responsive: ['lg'],
      render: figures.format,
    },
    {
      title: '发布 / 修改',
      key: 'times',
      width: 130,
      responsive: ['lg'],
      render: (_, { publishedAt, updatedAt }) => (
        <span className={s.times}>
          {publishedAt && <time dateTime={publishedAt}>{showTime(publishedAt)}</time>}
          <time dateTime={updatedAt}>改 {showTime(updatedAt)}</time>
        </span>
      ),
    },
    { title: '操作', key: 'acts', width: 90, render: (_, piece) => <RowActs piece={piece} onAct={onAct} /> },
  ];
}

function RowActs({ piece, onAct }: { piece: DeskRecord; onAct: OnAct }) {
  return (
    <span className={s.acts}>
      {acts
        .filter(({ fits }) => fits(piece))
        .map((act) => (
          <Permit key={act.name} code={act.code}>
            <Button
              size="small"
              type="text"
              danger={act.name === '删除'}
              aria-label={`${act.name}《${piece.title}》`}
              onClick={() => onAct(act, [piece])}
            >
              {act.name}
            </Button>
          </Permit>
        ))}
    </span>
  );
}
