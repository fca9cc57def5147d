import { useMemo, useState } from 'react';
import { changeOf, toneOf, writePrice, writeReturn, writeVolume } from '#shared/market.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import type { ChartedQuote, StockSlot } from '#web/parts/market/stock-slot.ts';
import { ChartDataTable } from '#web/parts/market/trade-table.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { useLoad } from '#web/parts/use-load.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall } from '#web/site.ts';
import { LazyChart } from '../charts/lazy-chart.tsx';
import { ChartBox, Legend } from '../trade-layout.tsx';
import { candlesWithToday, minutePoints } from './day-points.ts';

const views = [
  { id: 'day', label: '分时' },
  { id: 'candles', label: '日 K' },
] as const;
type View = (typeof views)[number]['id'];

const candleCount = 100;
// The newest point comes with each quote; a reload at this interval fills in what was missed between quotes.
const reloadMs = 60_000;

const loadCharts = () => import('../charts/market-charts.tsx');
const waiting = <TextSkeleton count={6} label="图表加载中" />;

export function Charts({ quote }: { quote: ChartedQuote }) {
  const [view, setView] = useState<View>('day');
  return (
    <ChartBox
      tabs={<TabList idBase="chart" label="行情图" items={views} selected={view} onSelect={setView} />}
    >
      <div role="tabpanel" id={`chart-panel-${view}`} aria-labelledby={`chart-tab-${view}`}>
        {view === 'day' ? (
          <IntradayView key={quote.code} quote={quote} />
        ) : (
          <DailyView key={quote.code} quote={quote} />
        )}
      </div>
    </ChartBox>
  );
}

export const slot: StockSlot = { order: 10, id: 'charts', title: '行情图', Content: Charts };

function IntradayView({ quote }: { quote: ChartedQuote }) {
  const load = useFetchCall();
  const { code, name, at, last, previousClose } = quote;
  const { data, error, reload, retry } = useLoad(code, () =>
    load('GET /reception/contest/intraday', { code }, { isSilent: true }),
  );
  useWhileVisible(reload, reloadMs);
  const points = useMemo(() => data && minutePoints(data, { at, last }), [data, at, last]);
  if (!points) return error ? <SectionError noun="分时" onRetry={retry} /> : waiting;
  if (points.length === 0 || previousClose === null)
    return <SectionNote>还没有当天的行情，有了报价后这里会画出走势。</SectionNote>;
  const day = data?.at(-1)?.at.slice(0, 10) ?? at?.slice(0, 10) ?? '';
  return (
    <>
      <LazyChart load={loadCharts} waiting={waiting}>
        {({ IntradayChart }) => (
          <IntradayChart
            points={points}
            previousClose={previousClose}
            summary={describeDay(`${name} ${day}`, points, previousClose)}
          />
        )}
      </LazyChart>
      <Legend
        items={[
          { label: '价格', role: 'info' },
          { label: `昨收 ${writePrice(previousClose)}`, role: 'control' },
        ]}
      />
    </>
  );
}

function describeDay(subject: string, points: readonly { last: number }[], previousClose: number): string {
  const prices = points.map(({ last }) => last);
  const last = prices.at(-1) ?? previousClose;
  return `${subject} 分时走势图：昨收 ${writePrice(previousClose)} 元，最高 ${writePrice(Math.max(...prices))} 元，最低 ${writePrice(Math.min(...prices))} 元，最新 ${writePrice(last)} 元，涨跌幅 ${writeReturn(changeOf(last, previousClose))}`;
}

function DailyView({ quote }: { quote: ChartedQuote }) {
  const load = useFetchCall();
  const { code, name, at, open, high, low, last, volume } = quote;
  const { data, error, retry } = useLoad(code, () =>
    load('GET /reception/contest/candles', { code, size: String(candleCount) }, { isSilent: true }),
  );
  const candles = useMemo(
    () => data && candlesWithToday(data, { at, open, high, low, last, volume }),
    [data, at, open, high, low, last, volume],
  );
  if (!candles) return error ? <SectionError noun="日 K" onRetry={retry} /> : waiting;
  if (candles.length === 0) return <SectionNote>还没有日线，第一个交易日收盘后这里会有。</SectionNote>;
  const first = candles[0]?.day ?? '';
  return (
    <>
      <LazyChart load={loadCharts} waiting={waiting}>
        {({ CandleChart }) => (
          <CandleChart
            candles={candles}
            summary={`${name}日 K 线图：${first} 至 ${candles.at(-1)?.day}，共 ${candles.length} 个交易日，下面有表格`}
          />
        )}
      </LazyChart>
      <Legend
        items={[
          { label: '5 日均线', role: 'text-2' },
          { label: '20 日均线', role: 'info' },
        ]}
      />
      <DaysTable name={name} candles={candles} />
    </>
  );
}

const tableDays = 20;
const columns = [
  { label: '日期' },
  { label: '开盘', isFigure: true, desktopOnly: true },
  { label: '最高', isFigure: true, desktopOnly: true },
  { label: '最低', isFigure: true, desktopOnly: true },
  { label: '收盘', isFigure: true },
  { label: '涨跌幅', isFigure: true },
  { label: '成交量', isFigure: true },
];

function DaysTable({ name, candles }: { name: string; candles: ReturnType<typeof candlesWithToday> }) {
  const rows = candles.map((candle, at) => {
    const change = changeOf(candle.close, candles[at - 1]?.close ?? null);
    return {
      key: candle.day,
      cells: [
        <time key="day">{candle.day}</time>,
        ...[candle.open, candle.high, candle.low, candle.close].map((price) => writePrice(price)),
        <Figure key="change" tone={toneOf(change)}>
          {writeReturn(change)}
        </Figure>,
        writeVolume(candle.volume),
      ],
    };
  });
  return (
    <ChartDataTable
      summary={`以表格查看最近 ${Math.min(tableDays, rows.length)} 天`}
      label={`${name}的日线`}
      columns={columns}
      rows={rows.slice(-tableDays).reverse()}
    />
  );
}
