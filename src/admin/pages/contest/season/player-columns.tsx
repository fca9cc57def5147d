import { Button, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import type { DeskPlayer } from '#features/contest/desk/schema.ts';
import { writeMoney, writeReturn } from '#shared/market.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../contest.module.css';

/** The table of a season's players; of one that is open each leads to their page. */
export const columnsOf = (
  isOpen: boolean,
  onJudge: (player: DeskPlayer) => void,
): TableColumnsType<DeskPlayer> => [
  {
    title: '名次',
    dataIndex: 'place',
    width: 70,
    align: 'right',
    render: (place: number | null) => place ?? '—',
  },
  {
    title: '选手',
    key: 'name',
    render: (_, { id, memberId, name, mobile, disqualifiedAt, reason }) => (
      <>
        {name} {disqualifiedAt && <Chip tone="bad">取消资格</Chip>}
        <span className={s.small}>
          {isOpen ? (
            <a className="link" href={`/gszb/player?id=${id}`} target="_blank" rel="noopener">
              选手 {id}
            </a>
          ) : (
            `选手 ${id}`
          )}
          {memberId && (
            <Permit code="members.view">
              {' · '}
              <Link className="link" to={`/members?keyword=${memberId}`}>
                {mobile}
              </Link>
            </Permit>
          )}
        </span>
        {disqualifiedAt && (
          <span className={s.small}>
            {showTime(disqualifiedAt)}：{reason}
          </span>
        )}
      </>
    ),
  },
  {
    title: '模拟资产（元）',
    dataIndex: 'assets',
    width: 150,
    align: 'right',
    render: (fen: number | null) => <span className={s.money}>{fen === null ? '—' : writeMoney(fen)}</span>,
  },
  {
    title: '收益率',
    dataIndex: 'returnPpm',
    width: 110,
    align: 'right',
    render: (ppm: number | null) => <span className={s.money}>{writeReturn(ppm)}</span>,
  },
  { title: '委托', dataIndex: 'orders', width: 80, align: 'right' },
  { title: '报名', dataIndex: 'joinedAt', width: 120, render: (at: string) => showTime(at) },
  {
    title: '操作',
    key: 'acts',
    width: 110,
    render: (_, player) => (
      <Button
        size="small"
        danger={player.disqualifiedAt === null}
        aria-label={`${player.disqualifiedAt ? '恢复资格' : '取消资格'} ${player.name}`}
        onClick={() => onJudge(player)}
      >
        {player.disqualifiedAt ? '恢复资格' : '取消资格'}
      </Button>
    ),
  },
];
