import { writePrice, writeVolume } from '#shared/market.ts';
import { axisText, tooltipOf } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { atPrice, coloured, dayAxis } from './axes.ts';
import { averageOf, type CandlePoint } from './market-series.ts';

/** A candle needs so many px to be told from the next; where there is less room there are fewer. */
export const leastWidth = 6;

// Two drawings under one another begin at one line whatever their labels are.
const beneath = { left: 56, right: 8 } as const;

/** The last `most` days with their averages, and what was traded under them. */
export function candleDays(all: readonly CandlePoint[], paint: Paint, most: number) {
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
