import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback } from 'react';
import { changeOf, writePrice, writeReturn, writeVolume } from '#shared/market.ts';
import { axisText, Drawing, tooltipOf } from './drawing.tsx';
import s from './market-chart.module.css';
import { averageOf, type CandlePoint, nearestTo, placesOf, scaleAround } from './market-series.ts';
import type { Paint } from './paint.ts';

register([
  ...[BarChart, CandlestickChart, LineChart, CanvasRenderer],
  ...[GridComponent, MarkLineComponent, TooltipComponent],
]);

export type DayLineProps = {
  /** Prices in 厘 by clock, `09:30`, oldest first. */
  points: readonly { clock: string; last: number }[];
  previousClose: number;
  summary: string;
};

/** The prices of a day around the close of the day before. */
export function DayLine({ points, previousClose, summary }: DayLineProps) {
  const draw = useCallback((paint: Paint) => dayLine(points, previousClose, paint), [points, previousClose]);
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

export type CandlesProps = { candles: readonly CandlePoint[]; summary: string };

/** Days as candles with two averages, and what was traded under them. */
export function Candles({ candles, summary }: CandlesProps) {
  const draw = useCallback(
    (paint: Paint, width: number) => candleDays(candles, paint, Math.floor(width / leastWidth)),
    [candles],
  );
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

export type ReturnLinesProps = {
  days: readonly string[];
  /** In ppm since the start; null where there is none yet. */
  lines: readonly { name: string; role: 'accent' | 'info'; returns: readonly (number | null)[] }[];
  summary: string;
};

/** How returns went, day by day: a player's, and the index they are compared with. */
export function ReturnLines({ days, lines, summary }: ReturnLinesProps) {
  const draw = useCallback((paint: Paint) => returnLines({ days, lines }, paint), [days, lines]);
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

/** A candle needs so many px to be told from the next; where there is less room there are fewer. */
const leastWidth = 6;

const frame = { left: 8, right: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;

// Two drawings under one another begin at one line whatever their labels are.
const beneath = { left: 56, right: 8 } as const;

function dayLine(points: DayLineProps['points'], previousClose: number, paint: Paint) {
  const { c } = paint;
  const scale = scaleAround(
    previousClose,
    points.map(({ last }) => last),
  );
  const places = placesOf(points.map(({ clock }) => clock));
  const clockAt = (place: number) => points[nearestTo(place, places)]?.clock ?? '';
  // Five lines: the close of the day before in the middle, two on each side.
  const interval = (scale.max - scale.min) / 4;
  const toneOfTick = (value: number) =>
    c(value > previousClose ? 'rise' : value < previousClose ? 'fall' : 'text-3');
  const axis = { type: 'value', ...scale, interval, axisTick: { show: false }, axisLine: { show: false } };
  return {
    animation: false,
    grid: { ...frame, top: 12, bottom: 4 },
    xAxis: {
      ...axisOfTime(paint),
      type: 'value',
      min: 0,
      max: places.at(-1) || 1,
      splitLine: { show: false },
      axisLabel: { ...axisText(paint), hideOverlap: true, formatter: clockAt },
    },
    yAxis: [
      {
        ...axis,
        axisLabel: { ...axisText(paint), color: toneOfTick, formatter: (value: number) => atPrice(value) },
        splitLine: { lineStyle: { color: c('rule-faint') } },
      },
      {
        ...axis,
        axisLabel: {
          ...axisText(paint),
          color: toneOfTick,
          formatter: (value: number) => writeReturn(changeOf(value, previousClose)),
        },
        splitLine: { show: false },
      },
    ],
    tooltip: {
      ...tooltipOf(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const point = points[shown[0]?.dataIndex ?? 0];
        return point ? tellMinute(point, previousClose, paint) : '';
      },
    },
    series: [
      {
        type: 'line',
        data: points.map(({ last }, at) => [places[at], last]),
        showSymbol: points.length < 2,
        symbolSize: 6,
        lineStyle: { color: c('info'), width: 1.5 },
        itemStyle: { color: c('info') },
        areaStyle: { color: c('info-soft'), opacity: 0.6, origin: 'start' },
        emphasis: { disabled: true },
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: c('control'), type: 'dashed' },
          data: [{ yAxis: previousClose }],
        },
      },
      // Nothing is drawn on the scale of percentages; without a series it would not stand.
      { type: 'line', yAxisIndex: 1, data: [] },
    ],
  };
}

function candleDays(all: readonly CandlePoint[], paint: Paint, most: number) {
  const { c } = paint;
  const candles = all.slice(-most);
  const isUp = ({ open, close }: CandlePoint) => close >= open;
  const line = (days: number, role: string) => ({
    type: 'line',
    // The days before the first shown count, too.
    data: averageOf(all, days).slice(-most),
    showSymbol: false,
    silent: true,
    lineStyle: { color: c(role), width: 1.2 },
  });
  const days = candles.map(({ day }) => day.slice(5));
  return {
    animation: false,
    grid: [
      { ...beneath, top: 12, height: '66%' },
      { ...beneath, top: '78%', bottom: 24 },
    ],
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    xAxis: [
      { ...dayAxis(days, paint), axisLabel: { show: false } },
      { ...dayAxis(days, paint), gridIndex: 1 },
    ],
    yAxis: [
      {
        type: 'value',
        scale: true,
        splitNumber: 4,
        axisLabel: { ...axisText(paint), formatter: (value: number) => atPrice(value) },
        splitLine: { lineStyle: { color: c('rule-faint') } },
      },
      { type: 'value', gridIndex: 1, axisLabel: { show: false }, splitLine: { show: false } },
    ],
    tooltip: {
      ...tooltipOf(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const at = shown[0]?.dataIndex ?? 0;
        const candle = candles[at];
        return candle
          ? tellDay(candle, all[all.length - candles.length + at - 1]?.close ?? candle.open, paint)
          : '';
      },
    },
    series: [
      {
        type: 'candlestick',
        data: candles.map(({ open, close, low, high }) => [open, close, low, high]),
        barMaxWidth: 14,
        itemStyle: {
          // A rise is hollow and a fall is filled: their colours are not all that tells them apart.
          color: c('page'),
          color0: c('fall'),
          borderColor: c('rise'),
          borderColor0: c('fall'),
        },
      },
      line(5, 'text-2'),
      line(20, 'info'),
      {
        type: 'bar',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: 14,
        data: candles.map((candle) => ({
          value: candle.volume,
          itemStyle: { color: c(isUp(candle) ? 'rise' : 'fall'), opacity: 0.55 },
        })),
      },
    ],
  };
}

function returnLines({ days, lines }: Omit<ReturnLinesProps, 'summary'>, paint: Paint) {
  const { c } = paint;
  return {
    animation: false,
    grid: { ...frame, top: 12, bottom: 4 },
    xAxis: {
      ...dayAxis(
        days.map((day) => day.slice(5)),
        paint,
      ),
      boundaryGap: false,
      // At the foot of the drawing, also while everything is above or below nought.
      axisLine: { onZero: false, lineStyle: { color: c('rule') } },
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 4,
      axisLabel: { ...axisText(paint), formatter: (value: number) => writeReturn(value) },
      splitLine: { lineStyle: { color: c('rule-faint') } },
    },
    tooltip: {
      ...tooltipOf(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const at = shown[0]?.dataIndex ?? 0;
        const rows = lines.map(({ name, returns }) => `${name} ${writeReturn(returns[at] ?? null)}`);
        return [days[at] ?? '', ...rows].join('<br>');
      },
    },
    series: lines.map(({ name, role, returns }) => ({
      type: 'line',
      name,
      data: returns,
      showSymbol: returns.length < 2,
      symbolSize: 7,
      lineStyle: { color: c(role), width: role === 'accent' ? 2 : 1.5 },
      itemStyle: { color: c(role) },
    })),
  };
}

const axisOfTime = (paint: Paint) => ({
  axisLine: { lineStyle: { color: paint.c('rule') } },
  axisTick: { show: false },
  axisLabel: { ...axisText(paint), hideOverlap: true },
});

const dayAxis = (data: string[], paint: Paint) => ({ ...axisOfTime(paint), type: 'category', data });

/** A place on a scale is not always a whole 厘. */
const atPrice = (value: number): string => writePrice(Math.round(value / 10) * 10);

// What stands in a box is set as HTML: days, clocks and figures of ours alone.
function tellMinute(
  { clock, last }: { clock: string; last: number },
  previousClose: number,
  paint: Paint,
): string {
  return `${clock}<br>${writePrice(last)} ${coloured(last, previousClose, paint)}`;
}

function tellDay({ day, open, high, low, close, volume }: CandlePoint, before: number, paint: Paint): string {
  const rows = [
    ['开', writePrice(open)],
    ['高', writePrice(high)],
    ['低', writePrice(low)],
    ['收', `${writePrice(close)} ${coloured(close, before, paint)}`],
    ['量', writeVolume(volume)],
  ];
  return `${day}<br>${rows.map((row) => row.join(' ')).join('<br>')}`;
}

function coloured(price: number, before: number, { c }: Paint): string {
  const role = price > before ? 'rise' : price < before ? 'fall' : 'text-3';
  return `<span style="color:${c(role)}">${writeReturn(changeOf(price, before))}</span>`;
}
