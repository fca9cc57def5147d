import { App, Button, type TableColumnsType } from 'antd';
import { Link, useNavigate } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { DeskSeasonHead } from '#features/contest/desk/schema.ts';
import { writeMoney } from '#shared/market.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { Chip } from '../../parts/chip.tsx';
import { faultOf, useLoad } from '../../parts/use-load.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import s from './contest.module.css';
import { forWhomNames, seasonStates } from './contest-words.ts';

/** All seasons, the last to begin first. */
export function Seasons() {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { data, fault, isLoading, reload } = useLoad('seasons', (signal) =>
    call('GET /admin/contest/seasons', { silent: true, signal }),
  );
  const remove = ({ id, name }: DeskSeasonHead) =>
    modal.confirm({
      title: `删除赛季“${name}”？`,
      content: '还没有人报名的赛季才能删除，删除后不能恢复。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/contest/deleteSeason', { body: { id }, silent: true });
          toasts.success('赛季已删除');
        } catch (error) {
          toasts.error(faultOf(error).message);
        }
        reload();
      },
    });
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  const create = (
    <Button type="primary" onClick={() => void navigate('/contest/new')}>
      新建赛季
    </Button>
  );
  return (
    <>
      <div className={s.filters}>
        {create}
        <span className={s.quiet}>有人报名以后，资金、板块、费用和开始日期就不能再改。</span>
      </div>
      <WideTable<DeskSeasonHead>
        label="赛季"
        rowKey="id"
        size="middle"
        loading={isLoading}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 760 }}
        columns={columnsOf(remove)}
        locale={{
          emptyText: (
            <Void title={isLoading ? '正在取赛季 …' : '还没有赛季'}>
              {!isLoading && <p>先导入证券、交易日和行情，再建第一个赛季。</p>}
            </Void>
          ),
        }}
      />
    </>
  );
}

const columnsOf = (onRemove: (season: DeskSeasonHead) => void): TableColumnsType<DeskSeasonHead> => [
  {
    title: '赛季',
    key: 'name',
    render: (_, { id, name, startsOn, endsOn }) => (
      <>
        <Link className={s.open} to={`/contest/${id}`}>
          {name}
        </Link>
        <span className={s.small}>
          {startsOn} 至 {endsOn}
        </span>
      </>
    ),
  },
  {
    title: '状态',
    key: 'state',
    width: 150,
    render: (_, { state, isOpen }) => (
      <span className={s.acts}>
        <Chip tone={seasonStates[state].tone}>{seasonStates[state].label}</Chip>
        {!isOpen && <Chip tone="warn">未公开</Chip>}
      </span>
    ),
  },
  {
    title: '选手',
    key: 'players',
    width: 130,
    render: (_, { id, players, disqualified, forWhom }) => (
      <>
        {players > 0 ? (
          <Link className="link" to={`/contest/${id}?tab=players`}>
            {players} 人
          </Link>
        ) : (
          '0 人'
        )}
        <span className={s.small}>
          {forWhomNames[forWhom]}
          {disqualified > 0 && `，取消资格 ${disqualified} 人`}
        </span>
      </>
    ),
  },
  {
    title: '起始模拟资金（元）',
    dataIndex: 'startingCash',
    width: 170,
    align: 'right',
    render: (fen: number) => <span className={s.money}>{writeMoney(fen)}</span>,
  },
  {
    title: '清算到',
    dataIndex: 'clearedOn',
    width: 120,
    render: (day: string | null) => <span className={s.money}>{day ?? '—'}</span>,
  },
  {
    title: '操作',
    key: 'acts',
    width: 90,
    render: (_, season) =>
      season.players === 0 && (
        <Button size="small" danger aria-label={`删除 ${season.name}`} onClick={() => onRemove(season)}>
          删除
        </Button>
      ),
  },
];
