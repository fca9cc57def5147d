import { writePrice, writeVolume } from '#shared/market.ts';
import { axisLabelStyle, chartTooltip } from '#ui/charts/chart-canvas.tsx';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';
import { colouredChange, dayAxis, formatAxisPrice } from './axes.ts';
import { type CandlePoint, movingAverage } from './market-series.ts';

/** Minimum width per candle in px; a narrower chart shows fewer candles. */
export const minCandleWidth = 6;

// A fixed left inset aligns the price and volume charts, whatever the width of their labels.
const gridInsets = { left: 56, right: 8 } as const;

/** Returns the options for the last `maxCandles` days with moving averages, and the volume below them. */
export function candleChartOptions(all: readonly CandlePoint[], paint: ChartTheme, maxCandles: number) {
  const { color } = paint;
  const candles = all.slice(-maxCandles);
  const isUp = ({ open, close }: CandlePoint) => close >= open;
  const line = (days: number, role: string) => ({
    type: 'line',
    // The averages include the days before the first visible one.
    data: movingAverage(all, days).slice(-maxCandles),
    showSymbol: false,
    silent: true,
    lineStyle: { color: color(role), width: 1.2 },
  });
  const days = candles.map(({ day }) => day.slice(5));
  return {
    animation: false,
    grid: [
      { ...gridInsets, top: 12, height: '66%' },
      { ...gridInsets, top: '78%', bottom: 24 },
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
        axisLabel: { ...axisLabelStyle(paint), formatter: (value: number) => formatAxisPrice(value) },
        splitLine: { lineStyle: { color: color('rule-faint') } },
      },
      { type: 'value', gridIndex: 1, axisLabel: { show: false }, splitLine: { show: false } },
    ],
    tooltip: {
      ...chartTooltip(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const at = shown[0]?.dataIndex ?? 0;
        const candle = candles[at];
        return candle
          ? candleTooltip(candle, all[all.length - candles.length + at - 1]?.close ?? candle.open, paint)
          : '';
      },
    },
    series: [
      {
        type: 'candlestick',
        data: candles.map(({ open, close, low, high }) => [open, close, low, high]),
        barMaxWidth: 14,
        itemStyle: {
          // A rise is hollow and a fall is filled, so that colour is not the only difference.
          color: color('page'),
          color0: color('fall'),
          borderColor: color('rise'),
          borderColor0: color('fall'),
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
          itemStyle: { color: color(isUp(candle) ? 'rise' : 'fall'), opacity: 0.55 },
        })),
      },
    ],
  };
}

function candleTooltip(
  { day, open, high, low, close, volume }: CandlePoint,
  before: number,
  paint: ChartTheme,
): string {
  const rows = [
    ['开', writePrice(open)],
    ['高', writePrice(high)],
    ['低', writePrice(low)],
    ['收', `${writePrice(close)} ${colouredChange(close, before, paint)}`],
    ['量', writeVolume(volume)],
  ];
  return `${day}<br>${rows.map((row) => row.join(' ')).join('<br>')}`;
}
