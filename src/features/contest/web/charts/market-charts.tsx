import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { format, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback } from 'react';
import { writeReturn } from '#shared/market.ts';
import { axisLabelStyle, ChartCanvas, chartTooltip } from '#ui/charts/chart-canvas.tsx';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';
import { dayAxis, gridFrame } from './axes.ts';
import { candleChartOptions, minCandleWidth } from './candle-chart-options.ts';
import { intradayChartOptions, type MinutePoint } from './intraday-chart-options.ts';
import s from './market-chart.module.css';
import type { CandlePoint } from './market-series.ts';

register([
  ...[BarChart, CandlestickChart, LineChart, CanvasRenderer],
  ...[GridComponent, MarkLineComponent, TooltipComponent],
]);

export type IntradayChartProps = {
  /** Oldest first. */
  points: readonly MinutePoint[];
  previousClose: number;
  summary: string;
};

export function IntradayChart({ points, previousClose, summary }: IntradayChartProps) {
  const draw = useCallback(
    (paint: ChartTheme) => intradayChartOptions(points, previousClose, paint),
    [points, previousClose],
  );
  return <ChartCanvas className={s.chart} buildOption={draw} summary={summary} />;
}

export type CandleChartProps = { candles: readonly CandlePoint[]; summary: string };

/** Daily candles with two moving averages, and the volume below them. */
export function CandleChart({ candles, summary }: CandleChartProps) {
  const draw = useCallback(
    (paint: ChartTheme, width: number) =>
      candleChartOptions(candles, paint, Math.floor(width / minCandleWidth)),
    [candles],
  );
  return <ChartCanvas className={s.chart} buildOption={draw} summary={summary} />;
}

export type ReturnChartProps = ReturnSeries & { summary: string };

/** Daily returns: of a player, and of the index they are compared with. */
export function ReturnChart({ days, lines, summary }: ReturnChartProps) {
  const draw = useCallback((paint: ChartTheme) => returnChartOptions({ days, lines }, paint), [days, lines]);
  return <ChartCanvas className={s.chart} buildOption={draw} summary={summary} />;
}

/** Daily returns in ppm; null for a day without one. */
type ReturnSeries = {
  days: readonly string[];
  lines: readonly { name: string; role: 'accent' | 'info'; returns: readonly (number | null)[] }[];
};

function returnChartOptions({ days, lines }: ReturnSeries, paint: ChartTheme) {
  const { color } = paint;
  return {
    animation: false,
    grid: { ...gridFrame, top: 12, bottom: 4 },
    xAxis: {
      ...dayAxis(
        days.map((day) => day.slice(5)),
        paint,
      ),
      boundaryGap: false,
      // Keeps the axis at the bottom even if all values are above or below 0.
      axisLine: { onZero: false, lineStyle: { color: color('rule') } },
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 4,
      axisLabel: { ...axisLabelStyle(paint), formatter: (value: number) => writeReturn(value) },
      splitLine: { lineStyle: { color: color('rule-faint') } },
    },
    tooltip: {
      ...chartTooltip(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const at = shown[0]?.dataIndex ?? 0;
        // Tooltips are inserted as HTML, and players choose their names: escape them.
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
      lineStyle: { color: color(role), width: role === 'accent' ? 2 : 1.5 },
      itemStyle: { color: color(role) },
    })),
  };
}
