import { useMemo, useState } from 'react';
import type { ContestQuote } from '#features/contest/schema.ts';
import { changeOf, toneOf, writePrice, writeReturn, writeVolume } from '#shared/market.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { TextBones } from '../../../parts/skeletons.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { useWhileVisible } from '../../../parts/use-while-visible.ts';
import { useAsk } from '../../../site.ts';
import { ChartGate } from '../charts/chart-gate.tsx';
import { Figure } from '../figure.tsx';
import { ChartBox, Legend } from '../trade-layout.tsx';
import { TwinTable } from '../trade-table.tsx';
import { candlesWith, minutesOf } from './day-points.ts';

const views = [
  { id: 'day', label: '分时' },
  { id: 'candles', label: '日 K' },
] as const;
type View = (typeof views)[number]['id'];

const shownDays = 100;
// The newest point comes with the quote; what was missed between two of them comes so often.
const reloadMs = 60_000;

const loadDrawings = () => import('../charts/drawn-market.tsx');
const waiting = <TextBones count={6} label="图表加载中" />;

/** The day as a line and the days as candles. */
export function Charts({ quote }: { quote: ContestQuote }) {
  const [view, setView] = useState<View>('day');
  return (
    <ChartBox
      tabs={<TabList idBase="chart" label="行情图" items={views} selected={view} onSelect={setView} />}
    >
      <div role="tabpanel" id={`chart-panel-${view}`} aria-labelledby={`chart-tab-${view}`}>
        {view === 'day' ? <Day key={quote.code} quote={quote} /> : <Days key={quote.code} quote={quote} />}
      </div>
    </ChartBox>
  );
}

function Day({ quote }: { quote: ContestQuote }) {
  const ask = useAsk();
  const { code, name, at, last, previousClose } = quote;
  const { data, fault, reload, retry } = useLoad(code, () =>
    ask('GET /reception/contest/intraday', { code }, { isSilent: true }),
  );
  useWhileVisible(reload, reloadMs);
  const points = useMemo(() => data && minutesOf(data, { at, last }), [data, at, last]);
  if (!points) return fault ? <PartFailed noun="分时" onRetry={retry} /> : waiting;
  if (points.length === 0 || previousClose === null)
    return <PartNote>还没有当天的行情，有了报价后这里会画出走势。</PartNote>;
  const day = data?.at(-1)?.at.slice(0, 10) ?? at?.slice(0, 10) ?? '';
  return (
    <>
      <ChartGate load={loadDrawings} waiting={waiting}>
        {({ DayLine }) => (
          <DayLine
            points={points}
            previousClose={previousClose}
            summary={sayDay(`${name} ${day}`, points, previousClose)}
          />
        )}
      </ChartGate>
      <Legend
        items={[
          { label: '价格', role: 'info' },
          { label: `昨收 ${writePrice(previousClose)}`, role: 'control' },
        ]}
      />
    </>
  );
}

function sayDay(of: string, points: readonly { last: number }[], previousClose: number): string {
  const prices = points.map(({ last }) => last);
  const last = prices.at(-1) ?? previousClose;
  return `${of} 分时走势图：昨收 ${writePrice(previousClose)} 元，最高 ${writePrice(Math.max(...prices))} 元，最低 ${writePrice(Math.min(...prices))} 元，最新 ${writePrice(last)} 元，涨跌幅 ${writeReturn(changeOf(last, previousClose))}`;
}

function Days({ quote }: { quote: ContestQuote }) {
  const ask = useAsk();
  const { code, name, at, open, high, low, last, volume } = quote;
  const { data, fault, retry } = useLoad(code, () =>
    ask('GET /reception/contest/candles', { code, size: String(shownDays) }, { isSilent: true }),
  );
  const candles = useMemo(
    () => data && candlesWith(data, { at, open, high, low, last, volume }),
    [data, at, open, high, low, last, volume],
  );
  if (!candles) return fault ? <PartFailed noun="日 K" onRetry={retry} /> : waiting;
  if (candles.length === 0) return <PartNote>还没有日线，第一个交易日收盘后这里会有。</PartNote>;
  const first = candles[0]?.day ?? '';
  return (
    <>
      <ChartGate load={loadDrawings} waiting={waiting}>
        {({ Candles }) => (
          <Candles
            candles={candles}
            summary={`${name}日 K 线图：${first} 至 ${candles.at(-1)?.day}，共 ${candles.length} 个交易日，下面有表格`}
          />
        )}
      </ChartGate>
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
  { label: '开盘', isFigure: true, deskOnly: true },
  { label: '最高', isFigure: true, deskOnly: true },
  { label: '最低', isFigure: true, deskOnly: true },
  { label: '收盘', isFigure: true },
  { label: '涨跌幅', isFigure: true },
  { label: '成交量', isFigure: true },
];

function DaysTable({ name, candles }: { name: string; candles: ReturnType<typeof candlesWith> }) {
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
    <TwinTable
      summary={`以表格查看最近 ${Math.min(tableDays, rows.length)} 天`}
      label={`${name}的日线`}
      columns={columns}
      rows={rows.slice(-tableDays).reverse()}
    />
  );
}
