import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { format, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback } from 'react';
import { writeReturn } from '#shared/market.ts';
import { axisText, Drawing, tooltipOf } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { dayAxis, frame } from './axes.ts';
import { candleDays, leastWidth } from './candle-days.ts';
import { dayLine, type MinutePoint } from './day-line.ts';
import s from './market-chart.module.css';
import type { CandlePoint } from './market-series.ts';

register([
  ...[BarChart, CandlestickChart, LineChart, CanvasRenderer],
  ...[GridComponent, MarkLineComponent, TooltipComponent],
]);

export type DayLineProps = {
  /** Oldest first. */
  points: readonly MinutePoint[];
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

export type ReturnLinesProps = ReturnSeries & { summary: string };

/** How returns went, day by day: a player's, and the index they are compared with. */
export function ReturnLines({ days, lines, summary }: ReturnLinesProps) {
  const draw = useCallback((paint: Paint) => returnLines({ days, lines }, paint), [days, lines]);
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

/** Returns of some days in ppm; null where there is none. */
type ReturnSeries = {
  days: readonly string[];
  lines: readonly { name: string; role: 'accent' | 'info'; returns: readonly (number | null)[] }[];
};

/** Returns beside one another. */
function returnLines({ days, lines }: ReturnSeries, paint: Paint) {
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
        // A box is set as HTML, and people choose their names.
        const rows = lines.map(
          ({ name, returns }) => `${format.encodeHTML(name)} ${writeReturn(returns[at] ?? null)}`,
        );
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
