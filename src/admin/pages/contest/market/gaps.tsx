import type { MarketHealth } from '#features/contest/market/desk/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../contest.module.css';

type Gap = MarketHealth['gaps'][number];
type StaleQuote = MarketHealth['stale']['quotes'][number];

/** Trade days on which listed securities have no daily quote, the newest first. */
export function Gaps({ health: { gaps, from, until } }: { health: MarketHealth }) {
  if (gaps.length === 0)
    return (
      <Void level={3} title={from === null ? '还没有交易日历' : '没有缺口'}>
        <p>{from === null ? '导入交易日以后，这里列出缺哪些日线。' : `${from} 至 ${until} 的日线齐全。`}</p>
      </Void>
    );
  return (
    <WideTable<Gap>
      label="日线缺口"
      rowKey="day"
      size="middle"
      pagination={false}
      scroll={{ x: 480 }}
      dataSource={gaps}
      columns={[
        {
          title: '交易日',
          dataIndex: 'day',
          width: 120,
          render: (day: string) => <span className={s.money}>{day}</span>,
        },
        { title: '缺', dataIndex: 'missing', width: 90, align: 'right' },
        {
          title: '证券',
          key: 'codes',
          render: (_, { codes, missing }) => (
            <>
              {codes.map(({ code, name }) => `${name} ${code}`).join('、')}
              {missing > codes.length && ` 等 ${missing} 只`}
            </>
          ),
        },
      ]}
    />
  );
}

/** Securities whose newest quote is too old to fill anything, the oldest first. */
export function Stale({ health: { stale, isSessionOpen } }: { health: MarketHealth }) {
  if (stale.quotes.length === 0)
    return (
      <Void level={3} title={isSessionOpen ? '没有过时的行情' : '现在不在交易时间'}>
        <p>交易时间里，行情太久没有更新的证券会列在这里。</p>
      </Void>
    );
  return (
    <>
      <WideTable<StaleQuote>
        label="过时的行情"
        rowKey="code"
        size="middle"
        pagination={false}
        scroll={{ x: 360 }}
        dataSource={stale.quotes}
        columns={[
          {
            title: '证券',
            key: 'name',
            render: (_, { code, name }) => (
              <>
                {name}
                <span className={s.small}>{code}</span>
              </>
            ),
          },
          {
            title: '最新的行情',
            dataIndex: 'at',
            width: 140,
            render: (at: string | null) => (at ? showTime(at) : '从来没有'),
          },
        ]}
      />
      {stale.count > stale.quotes.length && (
        <p className={s.quiet}>还有 {stale.count - stale.quotes.length} 只没有列出。</p>
      )}
    </>
  );
}
