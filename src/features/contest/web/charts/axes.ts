import { changeOf, writePrice, writeReturn } from '#shared/market.ts';
import { axisLabelStyle } from '#ui/charts/chart-canvas.tsx';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';

/** The margins of a chart; the axis labels are inside them. */
export const gridFrame = {
  left: 8,
  right: 8,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;

export const timeAxis = (paint: ChartTheme) => ({
  axisLine: { lineStyle: { color: paint.color('rule') } },
  axisTick: { show: false },
  axisLabel: { ...axisLabelStyle(paint), hideOverlap: true },
});

/** A time axis of categories: days or times of day. */
export const dayAxis = (data: string[], paint: ChartTheme) => ({
  ...timeAxis(paint),
  type: 'category',
  data,
});

/** Formats an axis position, which may fall between prices, rounded to 0.01 yuan (10 厘). */
export const formatAxisPrice = (value: number): string => writePrice(Math.round(value / 10) * 10);

/**
 * Returns the change between two prices as HTML for a tooltip. Tooltips are inserted as HTML, so this contains only
 * computed figures, no user input.
 */
export function colouredChange(price: number, before: number, { color }: ChartTheme): string {
  const role = price > before ? 'rise' : price < before ? 'fall' : 'text-3';
  return `<span style="color:${color(role)}">${writeReturn(changeOf(price, before))}</span>`;
}
