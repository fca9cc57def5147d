import { changeOf, writePrice, writeReturn } from '#shared/market.ts';
import { axisText, tooltipOf } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { atPrice, axisOfTime, coloured, frame } from './axes.ts';
import { nearestTo, placesOf, scaleAround } from './market-series.ts';

/** A price in 厘 at a clock, `09:30`. */
export type MinutePoint = { clock: string; last: number };

/** A day's prices around the close of the day before. */
export function dayLine(points: readonly MinutePoint[], previousClose: number, paint: Paint) {
  const { c } = paint;
  const scale = scaleAround(
    previousClose,
    points.map(({ last }) => last),
  );
  const places = placesOf(points.map(({ clock }) => clock));
  // A day that has just begun says its one clock once.
  const clockAt = (place: number) =>
    place > 0 && points.length < 2 ? '' : (points[nearestTo(place, places)]?.clock ?? '');
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
      minInterval: 1,
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

function tellMinute(
  { clock, last }: { clock: string; last: number },
  previousClose: number,
  paint: Paint,
): string {
  return `${clock}<br>${writePrice(last)} ${coloured(last, previousClose, paint)}`;
}
