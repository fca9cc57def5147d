import { theme } from 'antd';
import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
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
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  // Colours are read from the page as it is painted: when the ground changes, they all have.
  const ground = theme.useToken().token.colorBgElevated;

  useEffect(() => {
    if (!place.current) return;
    const made = init(place.current);
    chart.current = made;
    const watcher = new ResizeObserver(() => made.resize());
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      made.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(optionOf({ label, points, show, step }, ground), { notMerge: true });
  }, [label, points, show, step, ground]);

  return <div className={s.chart} ref={place} role="img" aria-label={summary} />;
}

type Drawing = Required<Omit<TrendChartProps, 'summary'>>;

function optionOf(drawing: Drawing, ground: string) {
  const { label, points, show, step } = drawing;
  const style = getComputedStyle(document.documentElement);
  const c = (name: string) => style.getPropertyValue(`--c-${name}`).trim();
  const text = { color: c('text-3'), fontFamily: style.getPropertyValue('--font-figure') };
  const hasLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: !hasLessMotion,
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
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: step,
      axisLabel: { ...text, formatter: show },
      splitLine: { lineStyle: { color: c('rule-faint') } },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: ground,
      borderColor: c('rule'),
      textStyle: { color: c('text') },
      axisPointer: { lineStyle: { color: c('control') } },
      // Numbers and days of ours only: nothing a person typed is set as HTML here.
      formatter: (shown: { dataIndex: number }[]) => tell(drawing, shown[0]?.dataIndex ?? 0, c),
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

function tell({ label, points, show }: Drawing, at: number, c: (name: string) => string): string {
  const { day, value } = points[at] ?? { day: '', value: 0 };
  const before = points[at - 1];
  const change = before ? changeOf(value, before.value) : null;
  const colour = change === null || change === 0 ? c('text-3') : c(change > 0 ? 'rise' : 'fall');
  return `${day}<br>${label} <b>${show(value)}</b><br><span style="color:${colour}">较前一天 ${showChange(change)}</span>`;
}
