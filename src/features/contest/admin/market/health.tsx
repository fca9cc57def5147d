import { Alert, Button } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Facts, Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { listOf } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { MarketHealth } from '../../market/manage/schema.ts';

const generators = { off: '关闭', hours: '交易时间内', always: '全天' } as const;

/** Shows whether the market data is complete and up to date. */
export function Health() {
  const read = useRead('GET /admin/contest/market/health');
  return (
    <Loaded read={read} noun="行情状况">
      {(health) => (
        <>
          <Row>
            <Button loading={read.isFetching} onClick={() => void read.refetch()}>
              刷新
            </Button>
            <Quiet>
              {health.isSessionOpen ? '现在是交易时间' : '现在不在交易时间'}，超过 {health.freshSeconds}{' '}
              秒的行情不成交。
            </Quiet>
          </Row>
          <Section title="概况">
            <Alarms health={health} />
            <Facts facts={factsOf(health)} />
          </Section>
          <StaleQuotes health={health} />
          <Gaps health={health} />
        </>
      )}
    </Loaded>
  );
}

/** Tasks to finish before the next trade day. */
function Alarms({ health }: { health: MarketHealth }) {
  const { generator } = health;
  return (
    <>
      {alarmsOf(health).map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {generator !== 'off' && (
        <Alert
          type="info"
          showIcon
          title={`虚构行情发生器开着（${generators[generator]}）：标着“虚构”的证券，价格由它编出来，只供试用。`}
        />
      )}
    </>
  );
}

function alarmsOf({ instruments, daysAhead, generator, pull, isSessionOpen, stale }: MarketHealth): string[] {
  return [
    instruments === 0 && '还没有证券，请先导入证券表。',
    generator === 'off' &&
      daysAhead === 0 &&
      '交易日历里没有今天及以后的交易日，到时不会开市；请导入交易日。',
    pull.last && !pull.last.isOk && `上一次拉取行情没有成功：${pull.last.message}`,
    isSessionOpen &&
      stale.count > 0 &&
      `正在交易，但有 ${stale.count} 只证券的行情过时，它们的委托不会成交。`,
  ].filter((text) => typeof text === 'string');
}

function factsOf(health: MarketHealth): [string, string][] {
  const { expected, found, days, lastQuoteAt, pull } = health;
  const { last } = pull;
  const share = expected > 0 ? `${Math.floor((found / expected) * 1000) / 10}%` : '—';
  return [
    ['证券', showNumber(health.instruments)],
    [
      '日线',
      days > 0 ? `${share}（近 ${days} 个交易日，缺 ${showNumber(expected - found)} 条）` : '还没有交易日历',
    ],
    ['最近的日线', health.lastDailyDay ?? '—'],
    ['最新的行情', lastQuoteAt ? showTime(lastQuoteAt) : '—'],
    ['今天起的交易日', `${showNumber(health.daysAhead)}（交易日历里的天数）`],
    ['虚构行情发生器', generators[health.generator]],
    ['拉取行情', pull.url === '' ? '未设置' : `每 ${pull.everySeconds} 秒`],
    ['上一次拉取', last ? `${showTime(last.at)}：${last.message || '正常'}` : '还没有拉取过'],
  ];
}

/** Securities whose newest quote is too old to fill orders, oldest first. */
const StaleQuotes = ({ health: { stale, isSessionOpen } }: { health: MarketHealth }) => (
  <Section title="过时的行情">
    <DataTable
      label="过时的行情"
      unit="只"
      list={{ ...listOf(stale.quotes), total: stale.count }}
      columns={staleColumns}
      idOf={({ code }) => code}
      empty={
        <EmptyState level={3} title={isSessionOpen ? '没有过时的行情' : '现在不在交易时间'}>
          <p>交易时间里，行情太久没有更新的证券会列在这里。</p>
        </EmptyState>
      }
    />
    {stale.count > stale.quotes.length && (
      <Quiet>还有 {stale.count - stale.quotes.length} 只没有列出。</Quiet>
    )}
  </Section>
);

const staleColumns: readonly DataColumn<MarketHealth['stale']['quotes'][number]>[] = [
  { key: 'name', title: '证券' },
  { key: 'code', title: '代码', width: 110 },
  { key: 'at', title: '最新的行情', width: 140, render: ({ at }) => (at ? showTime(at) : '从来没有') },
];

/** Trade days on which listed securities have no daily quote, newest first. */
const Gaps = ({ health: { gaps, from, until } }: { health: MarketHealth }) => (
  <Section title="日线缺口">
    <DataTable
      label="日线缺口"
      unit="天"
      list={listOf(gaps)}
      columns={gapColumns}
      idOf={({ day }) => day}
      width={480}
      empty={
        <EmptyState level={3} title={from === null ? '还没有交易日历' : '没有缺口'}>
          <p>{from === null ? '导入交易日以后，这里列出缺哪些日线。' : `${from} 至 ${until} 的日线齐全。`}</p>
        </EmptyState>
      }
    />
  </Section>
);

type Gap = MarketHealth['gaps'][number];
const formatCodes = ({ codes, missing }: Gap): string =>
  codes.map(({ code, name }) => `${name} ${code}`).join('、') +
  (missing > codes.length ? ` 等 ${missing} 只` : '');

const gapColumns: readonly DataColumn<Gap>[] = [
  { key: 'day', title: '交易日', width: 120 },
  {
    key: 'missing',
    title: '缺',
    width: 90,
    align: 'right',
    sort: (one, other) => one.missing - other.missing,
  },
  { key: 'codes', title: '证券', render: formatCodes, text: formatCodes },
];
