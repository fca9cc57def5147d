import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { writeMoney } from '#shared/market.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AdminSeasonSummary } from '../manage/schema.ts';
import { forWhomNames, seasonStates } from './contest-labels.ts';
import { SeasonChips } from './season-chips.tsx';

/** All seasons, newest start first. */
export function Seasons() {
  const navigate = useNavigate();
  const list = wholeList(useRead('GET /admin/contest/seasons'));
  return (
    <>
      <Row>
        <Button type="primary" onClick={() => void navigate('/contest/new')}>
          新建赛季
        </Button>
        <Quiet>有人报名以后，资金、板块、费用和开始日期就不能再改。</Quiet>
      </Row>
      <DataTable
        label="赛季"
        unit="个"
        list={list}
        columns={columns}
        nameOf={({ name }) => `赛季“${name}”`}
        onOpen={({ id }) => void navigate(`/contest/${id}`)}
        changes={changes}
        width={800}
        empty={
          <EmptyState title="还没有赛季">
            <p>先导入证券、交易日和行情，再建第一个赛季。</p>
          </EmptyState>
        }
      />
    </>
  );
}

const changes: readonly RowChange<AdminSeasonSummary>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: ({ players }) => players === 0,
    warning: '还没有人报名的赛季才能删除，删除后不能恢复。',
    act: ([id = '']) => call('POST /admin/contest/deleteSeason', { body: { id }, silent: true }),
  },
];

const columns: readonly DataColumn<AdminSeasonSummary>[] = [
  {
    key: 'name',
    title: '赛季',
    sort: (one, other) => one.name.localeCompare(other.name, 'zh-CN'),
    render: ({ id, name, startsOn, endsOn }) => (
      <>
        <Link className="link" to={`/contest/${id}`}>
          {name}
        </Link>
        <Quiet>
          {startsOn} 至 {endsOn}
        </Quiet>
      </>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 150,
    render: (season) => <SeasonChips season={season} />,
    text: ({ state, isOpen }) => `${seasonStates[state].label}${isOpen ? '' : '，未公开'}`,
  },
  {
    key: 'players',
    title: '选手',
    width: 130,
    sort: (one, other) => one.players - other.players,
    render: (season) => <Players season={season} />,
  },
  {
    key: 'startingCash',
    title: '起始模拟资金（元）',
    width: 180,
    align: 'right',
    sort: (one, other) => one.startingCash - other.startingCash,
    render: ({ startingCash }) => writeMoney(startingCash),
    text: ({ startingCash }) => startingCash / 100,
  },
  { key: 'clearedOn', title: '清算到', width: 120, render: ({ clearedOn }) => clearedOn ?? '—' },
];

const Players = ({ season: { id, players, disqualified, forWhom } }: { season: AdminSeasonSummary }) => (
  <>
    {players > 0 ? (
      <Link className="link" to={`/contest/${id}?tab=players`}>
        {players} 人
      </Link>
    ) : (
      '0 人'
    )}
    <Quiet>
      {forWhomNames[forWhom]}
      {disqualified > 0 && `，取消资格 ${disqualified} 人`}
    </Quiet>
  </>
);
