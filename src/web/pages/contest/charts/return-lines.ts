import { format } from 'echarts/core';
import { writeReturn } from '#shared/market.ts';
import { axisText, tooltipOf } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { dayAxis, frame } from './axes.ts';

/** Returns of some days in ppm; null where there is none. */
export type ReturnSeries = {
  days: readonly string[];
  lines: readonly { name: string; role: 'accent' | 'info'; returns: readonly (number | null)[] }[];
};

/** Returns beside one another. */
export function returnLines({ days, lines }: ReturnSeries, paint: Paint) {
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
