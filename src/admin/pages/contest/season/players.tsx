import { Button, Segmented, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { DeskPlayer, DeskSeason } from '#features/contest/calls.ts';
import { writeMoney, writeReturn } from '#shared/market.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
import { NoteDialog } from '../../../parts/note-dialog.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../contest.module.css';

type Show = 'all' | 'ranked' | 'out';
const shows: { value: Show; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'ranked', label: '按名次' },
  { value: 'out', label: '取消资格' },
];

/** Who plays a season; somebody may be taken out of it for a reason, and let back in. */
export function Players({ season, onChanged }: { season: DeskSeason; onChanged: () => void }) {
  const [query, setQuery] = useSearchParams();
  const show = shows.find(({ value }) => value === query.get('show'))?.value ?? 'all';
  const keyword = query.get('keyword') ?? undefined;
  const [round, setRound] = useState(0);
  const [judged, setJudged] = useState<DeskPlayer>();
  const narrow = (to: { show?: Show; keyword?: string | undefined }) => {
    const next = { show, keyword, ...to };
    setQuery({
      tab: 'players',
      ...(next.show !== 'all' && { show: next.show }),
      ...(next.keyword && { keyword: next.keyword }),
    });
  };
  return (
    <>
      <div className={s.filters}>
        <Segmented<Show>
          aria-label="范围"
          options={shows}
          value={show}
          onChange={(chosen) => narrow({ show: chosen })}
        />
        <KeywordSearch
          className={s.keyword}
          label="找选手"
          placeholder="昵称开头、完整手机号或选手编号"
          maxLength={50}
          value={keyword}
          onSearch={(typed) => narrow({ keyword: typed })}
        />
      </div>
      <PagedTable<DeskPlayer>
        label="选手"
        of={`${season.id} ${show} ${keyword}`}
        round={round}
        width={900}
        {...(show === 'ranked' && { turns: ['前面', '后面'] as const })}
        load={(page, signal) =>
          call('GET /admin/contest/players', {
            query: { seasonId: season.id, show, keyword, ...page },
            silent: true,
            signal,
          })
        }
        columns={columnsOf(season.isOpen, setJudged)}
        empty={
          keyword ? (
            <Void art="search" title="没有符合条件的选手">
              <p>昵称按开头查找，手机号要写完整。</p>
            </Void>
          ) : show === 'out' ? (
            <Void title="没有人被取消资格" />
          ) : show === 'ranked' ? (
            <Void title="还没有名次">
              <p>第一个交易日清算以后才有名次。</p>
            </Void>
          ) : (
            <Void title="还没有人报名" />
          )
        }
      />
      {judged && (
        <DecisionDialog
          player={judged}
          onClose={() => setJudged(undefined)}
          onDone={() => {
            setJudged(undefined);
            setRound((count) => count + 1);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function DecisionDialog(props: { player: DeskPlayer; onClose: () => void; onDone: () => void }) {
  const { id: playerId, name, disqualifiedAt } = props.player;
  const isOut = disqualifiedAt !== null;
  const decide = async (reason: string) => {
    const body = { playerId, reason };
    await (isOut
      ? call('POST /admin/contest/reinstate', { body })
      : call('POST /admin/contest/disqualify', { body }));
    toasts.success(isOut ? `${name} 已恢复资格` : `${name} 已被取消资格`);
    props.onDone();
  };
  return (
    <NoteDialog
      title={isOut ? `恢复“${name}”的资格？` : `取消“${name}”的资格？`}
      verb={isOut ? '恢复资格' : '取消资格'}
      isDanger={!isOut}
      warning={
        isOut
          ? '恢复以后可以继续下单，名次按现在的资产重排。'
          : '立即从各个榜单上消失，后面的名次前移；没有成交的委托全部撤销，不能再下单。之后可以恢复。'
      }
      field={
        isOut
          ? { label: '原因', note: '写进操作日志，只有编辑部看得到。', isNeeded: true }
          : { label: '原因', note: '选手会收到通知，原因写在 TA 的选手页上，所有人看得到。', isNeeded: true }
      }
      onSubmit={decide}
      onClose={props.onClose}
    />
  );
}

const columnsOf = (isOpen: boolean, onJudge: (player: DeskPlayer) => void): TableColumnsType<DeskPlayer> => [
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
