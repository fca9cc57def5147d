import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskPlayer, DeskSeason } from '#features/contest/desk/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import s from '../contest.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { columnsOf } from './player-columns.tsx';

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
