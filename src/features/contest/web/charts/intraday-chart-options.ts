import { changeOf, writePrice, writeReturn } from '#shared/market.ts';
import { axisLabelStyle, chartTooltip } from '#ui/charts/chart-canvas.tsx';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';
import { colouredChange, formatAxisPrice, gridFrame, timeAxis } from './axes.ts';
import { minutePositions, nearestIndex, scaleAround } from './market-series.ts';

/** A price in 厘 at a time of day, `09:30`. */
export type MinutePoint = { clock: string; last: number };

/** Returns the options for the prices of a day around the previous close. */
export function intradayChartOptions(
  points: readonly MinutePoint[],
  previousClose: number,
  paint: ChartTheme,
) {
  const { color } = paint;
  const scale = scaleAround(
    previousClose,
    points.map(({ last }) => last),
  );
  const positions = minutePositions(points.map(({ clock }) => clock));
  // A day with a single point labels its time once.
  const clockAt = (position: number) =>
    position > 0 && points.length < 2 ? '' : (points[nearestIndex(position, positions)]?.clock ?? '');
  // Five grid lines: the previous close in the middle, two on each side.
  const interval = (scale.max - scale.min) / 4;
  const tickColour = (value: number) =>
    color(value > previousClose ? 'rise' : value < previousClose ? 'fall' : 'text-3');
  const axis = { type: 'value', ...scale, interval, axisTick: { show: false }, axisLine: { show: false } };
  return {
    animation: false,
    grid: { ...gridFrame, top: 12, bottom: 4 },
    xAxis: {
      ...timeAxis(paint),
      type: 'value',
      min: 0,
      max: positions.at(-1) || 1,
      minInterval: 1,
      splitLine: { show: false },
      axisLabel: { ...axisLabelStyle(paint), hideOverlap: true, formatter: clockAt },
    },
    yAxis: [
      {
        ...axis,
        axisLabel: {
          ...axisLabelStyle(paint),
          color: tickColour,
          formatter: (value: number) => formatAxisPrice(value),
        },
        splitLine: { lineStyle: { color: color('rule-faint') } },
      },
      {
        ...axis,
        axisLabel: {
          ...axisLabelStyle(paint),
          color: tickColour,
          formatter: (value: number) => writeReturn(changeOf(value, previousClose)),
        },
        splitLine: { show: false },
      },
    ],
    tooltip: {
      ...chartTooltip(paint),
      formatter: (shown: { dataIndex: number }[]) => {
        const point = points[shown[0]?.dataIndex ?? 0];
        return point ? minuteTooltip(point, previousClose, paint) : '';
      },
    },
    series: [
      {
        type: 'line',
        data: points.map(({ last }, at) => [positions[at], last]),
        showSymbol: points.length < 2,
        symbolSize: 6,
        lineStyle: { color: color('info'), width: 1.5 },
        itemStyle: { color: color('info') },
        areaStyle: { color: color('info-soft'), opacity: 0.6, origin: 'start' },
        emphasis: { disabled: true },
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: color('control'), type: 'dashed' },
          data: [{ yAxis: previousClose }],
        },
      },
      // The percentage axis needs a series, even an empty one, to be displayed.
      { type: 'line', yAxisIndex: 1, data: [] },
    ],
  };
}

function minuteTooltip(
  { clock, last }: { clock: string; last: number },
  previousClose: number,
  paint: ChartTheme,
): string {
  return `${clock}<br>${writePrice(last)} ${colouredChange(last, previousClose, paint)}`;
}
