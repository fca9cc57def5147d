import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback } from 'react';
import { axisText, Drawing, tooltipOf } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { changeOf, showChange } from './show-number.ts';
import s from './trend-chart.module.css';

register([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export type Point = { day: string; value: number };
export type TrendChartProps = {
  label: string;
  points: readonly Point[];
  summary: string;
  /** How a value is written; plain text of ours. */
  show: (value: number) => string;
  /** The least step of the scale. */
  step?: number;
};

/** A line of days. What it says is said by `summary` to who cannot see it, and by the table beneath it. */
export function DrawnTrend({ label, points, summary, show, step = 1 }: TrendChartProps) {
  const draw = useCallback(
    (paint: Paint) => optionOf({ label, points, show, step }, paint),
    [label, points, show, step],
  );
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

type Trend = Required<Omit<TrendChartProps, 'summary'>>;

function optionOf(trend: Trend, paint: Paint) {
  const { label, points, show, step } = trend;
  const { c } = paint;
  return {
    animation: !paint.isCalm,
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
      axisLine: { lineStyle: { color: c('rule') } },
      axisTick: { show: false },
      axisLabel: { ...axisText(paint), hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: step,
      axisLabel: { ...axisText(paint), formatter: show },
      splitLine: { lineStyle: { color: c('rule-faint') } },
    },
    tooltip: {
      ...tooltipOf(paint),
      // Numbers and days of ours only: nothing a person typed is set as HTML here.
      formatter: (shown: { dataIndex: number }[]) => tell(trend, shown[0]?.dataIndex ?? 0, c),
    },
    series: [
      {
        type: 'line',
        name: label,
        data: points.map(({ value }) => value),
        showSymbol: points.length < 2,
        symbolSize: 8,
        lineStyle: { color: c('accent'), width: 2 },
        itemStyle: { color: c('accent') },
        areaStyle: { color: c('accent-soft'), opacity: 0.7 },
      },
    ],
  };
}

function tell({ label, points, show }: Trend, at: number, c: Paint['c']): string {
  const { day, value } = points[at] ?? { day: '', value: 0 };
  const before = points[at - 1];
  const change = before ? changeOf(value, before.value) : null;
  const colour = change === null || change === 0 ? c('text-3') : c(change > 0 ? 'rise' : 'fall');
  return `${day}<br>${label} <b>${show(value)}</b><br><span style="color:${colour}">较前一天 ${showChange(change)}</span>`;
}
