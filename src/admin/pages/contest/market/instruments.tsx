import type { TableColumnsType } from 'antd';
import { useSearchParams } from 'react-router';
import type { MarketInstrument } from '#features/contest/market/desk/schema.ts';
import { writePrice } from '#shared/market.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../contest.module.css';
import { boardNames } from '../contest-words.ts';

type Row = MarketInstrument & { id: string };

/** The securities that are known, by code. */
export function Instruments() {
  const [query, setQuery] = useSearchParams();
  const keyword = query.get('keyword') ?? undefined;
  return (
    <>
      <div className={s.filters}>
        <KeywordSearch
          className={s.keyword}
          label="找证券"
          placeholder="代码、名称或拼音首字母的开头"
          maxLength={20}
          value={keyword}
          onSearch={(typed) => setQuery({ tab: 'instruments', ...(typed && { keyword: typed }) })}
        />
      </div>
      <PagedTable<Row>
        label="证券"
        of={`${keyword}`}
        width={760}
        turns={['前面', '后面']}
        load={async (page, signal) => {
          const { records, cursor } = await call('GET /admin/contest/market/instruments', {
            query: { keyword, ...page },
            silent: true,
            signal,
          });
          return { records: records.map((record) => ({ ...record, id: record.code })), cursor };
        }}
        columns={columns}
        empty={
          keyword ? (
            <Void art="search" title="没有这样的证券">
              <p>代码、名称和拼音首字母都按开头查找。</p>
            </Void>
          ) : (
            <Void title="还没有证券">
              <p>在「导入」里导入证券表。</p>
            </Void>
          )
        }
      />
    </>
  );
}

const columns: TableColumnsType<Row> = [
  {
    title: '证券',
    key: 'name',
    render: (_, { code, name, initials, isSt, isInvented, delistedOn }) => (
      <>
        {name} {isSt && <Chip tone="warn">ST</Chip>} {isInvented && <Chip>虚构</Chip>}{' '}
        {delistedOn && <Chip tone="bad">退市</Chip>}
        <span className={s.small}>
          {code}
          {initials && ` · ${initials}`}
        </span>
      </>
    ),
  },
  {
    title: '板块',
    dataIndex: 'board',
    width: 100,
    render: (board: Row['board']) => boardNames[board],
  },
  {
    title: '上市',
    key: 'listed',
    width: 170,
    render: (_, { listedOn, delistedOn }) => (
      <span className={s.money}>
        {listedOn ?? '—'}
        {delistedOn && <span className={s.small}>{delistedOn} 退市</span>}
      </span>
    ),
  },
  {
    title: '最新价（元）',
    key: 'last',
    width: 150,
    align: 'right',
    render: (_, { last, at }) => (
      <>
        <span className={s.money}>{writePrice(last)}</span>
        {at && <span className={s.small}>{showTime(at)}</span>}
      </>
    ),
  },
  {
    title: '最近的日线',
    dataIndex: 'lastDay',
    width: 120,
    render: (day: string | null) => <span className={s.money}>{day ?? '—'}</span>,
  },
];
