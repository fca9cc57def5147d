import { Link } from 'react-router';
import { Chip } from '#admin/parts/chip.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { Permit } from '#client/permissions.tsx';
import { writeMoney, writeReturn } from '#shared/market.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminPlayer, type AdminSeason, playersQuery } from '../../manage/schema.ts';
import { DecisionDialog } from './decision-dialog.tsx';

const builtInViews = [
  { name: '全部', filters: {} },
  { name: '按名次', filters: { show: 'ranked' } },
  { name: '取消资格', filters: { show: 'out' } },
];

/** The players of a season. Staff can disqualify a player with a reason, and reinstate one. */
export function Players({ season }: { season: AdminSeason }) {
  const filters = useFilters(playersQuery, { without: ['seasonId'] });
  const { keyword, show } = filters.values;
  const list = usePages('GET /admin/contest/players', { ...filters.values, seasonId: season.id });
  return (
    <>
      <SavedViews list="contest-players" builtIn={builtInViews} filters={filters} />
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="找选手"
          placeholder="昵称开头、完整手机号或选手编号"
          maxLength={50}
        />
      </FilterBar>
      <DataTable
        label="选手"
        unit="人"
        list={list}
        columns={columnsOf(season.isOpen)}
        nameOf={({ name }) => name}
        changes={changes}
        isSelectable={false}
        width={900}
        {...(keyword && { filters })}
        empty={<NoPlayers show={show} />}
      />
    </>
  );
}

function NoPlayers({ show }: { show: string | undefined }) {
  if (show === 'out') return <EmptyState title="没有人被取消资格" />;
  if (show !== 'ranked') return <EmptyState title="还没有人报名" />;
  return (
    <EmptyState title="还没有名次">
      <p>第一个交易日清算以后才有名次。</p>
    </EmptyState>
  );
}

const decisionChange = (verb: string, isDanger: boolean): RowChange<AdminPlayer> => ({
  verb,
  isDanger,
  fits: ({ disqualifiedAt }) => (disqualifiedAt === null) === isDanger,
  dialog: ({ rows: [player], onClose }) => player && <DecisionDialog player={player} onClose={onClose} />,
});
const changes = [decisionChange('取消资格', true), decisionChange('恢复资格', false)];

const columnsOf = (isOpen: boolean): DataColumn<AdminPlayer>[] => [
  { key: 'place', title: '名次', width: 70, align: 'right', render: ({ place }) => place ?? '—' },
  { key: 'name', title: '选手', render: (player) => <Name player={player} isOpen={isOpen} /> },
  {
    key: 'assets',
    title: '模拟资产（元）',
    width: 150,
    align: 'right',
    render: ({ assets }) => (assets === null ? '—' : writeMoney(assets)),
    text: ({ assets }) => assets && assets / 100,
  },
  {
    key: 'returnPpm',
    title: '收益率',
    width: 110,
    align: 'right',
    render: ({ returnPpm }) => writeReturn(returnPpm),
    text: ({ returnPpm }) => writeReturn(returnPpm),
  },
  { key: 'orders', title: '委托', width: 80, align: 'right' },
  {
    key: 'joinedAt',
    title: '报名',
    width: 120,
    render: ({ joinedAt }) => <time dateTime={joinedAt}>{showTime(joinedAt)}</time>,
  },
];

/** A player's name; if the season is public, a link to the player's page. */
function Name({ player, isOpen }: { player: AdminPlayer; isOpen: boolean }) {
  const { id, memberId, name, mobile, disqualifiedAt, reason } = player;
  return (
    <>
      {name} {disqualifiedAt && <Chip tone="bad">取消资格</Chip>}
      <Quiet>
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
      </Quiet>
      {disqualifiedAt && (
        <Quiet>
          {showTime(disqualifiedAt)}：{reason}
        </Quiet>
      )}
    </>
  );
}
