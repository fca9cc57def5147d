import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback } from 'react';
import { axisLabelStyle, ChartCanvas, chartTooltip } from '#ui/charts/chart-canvas.tsx';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';
import { changeOf, showChange } from './show-number.ts';
import s from './trend-chart.module.css';

register([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export type Point = { day: string; value: number };
export type TrendChartProps = {
  label: string;
  points: readonly Point[];
  summary: string;
  /** Formats a value. The result is inserted as HTML, so it must be plain text from this code base. */
  show: (value: number) => string;
  /** Minimum step of the scale. */
  step?: number;
};

/** Line chart over days. Screen readers read `summary`; the screen also shows the figures in a table. */
export function TrendCanvas({ label, points, summary, show, step = 1 }: TrendChartProps) {
  const buildOption = useCallback(
    (theme: ChartTheme) => trendOption({ label, points, show, step }, theme),
    [label, points, show, step],
  );
  return <ChartCanvas className={s.chart} buildOption={buildOption} summary={summary} />;
}

type Trend = Required<Omit<TrendChartProps, 'summary'>>;

function trendOption(trend: Trend, theme: ChartTheme) {
  const { label, points, show, step } = trend;
  const { color } = theme;
  return {
    animation: !theme.prefersReducedMotion,
    grid: {
      left: 8,
      right: 12,
      top: 24,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ day }) => day.slice(5)),
      axisLine: { lineStyle: { color: color('rule') } },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(theme), hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: step,
      axisLabel: { ...axisLabelStyle(theme), formatter: show },
      splitLine: { lineStyle: { color: color('rule-faint') } },
    },
    tooltip: {
      ...chartTooltip(theme),
      // Inserted as HTML: contains only formatted numbers and days, never user input.
      formatter: (shown: { dataIndex: number }[]) => tooltipText(trend, shown[0]?.dataIndex ?? 0, color),
    },
    series: [
      {
        type: 'line',
        name: label,
        data: points.map(({ value }) => value),
        showSymbol: points.length < 2,
        symbolSize: 8,
        lineStyle: { color: color('accent'), width: 2 },
        itemStyle: { color: color('accent') },
        areaStyle: { color: color('accent-soft'), opacity: 0.7 },
      },
    ],
  };
}

function tooltipText({ label, points, show }: Trend, index: number, color: ChartTheme['color']): string {
  const { day, value } = points[index] ?? { day: '', value: 0 };
  const previous = points[index - 1];
  const change = previous ? changeOf(value, previous.value) : null;
  const colour = change === null || change === 0 ? color('text-3') : color(change > 0 ? 'rise' : 'fall');
  return `${day}<br>${label} <b>${show(value)}</b><br><span style="color:${colour}">较前一天 ${showChange(change)}</span>`;
}
