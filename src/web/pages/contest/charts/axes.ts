import { changeOf, writePrice, writeReturn } from '#shared/market.ts';
import { axisText } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';

/** The edges of a drawing, its labels within. */
export const frame = { left: 8, right: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;

/** The axis of time at the foot. */
export const axisOfTime = (paint: Paint) => ({
  axisLine: { lineStyle: { color: paint.c('rule') } },
  axisTick: { show: false },
  axisLabel: { ...axisText(paint), hideOverlap: true },
});

/** The same, with days or clocks one after another. */
export const dayAxis = (data: string[], paint: Paint) => ({ ...axisOfTime(paint), type: 'category', data });

/** A place on a scale is not always a whole 厘. */
export const atPrice = (value: number): string => writePrice(Math.round(value / 10) * 10);

/** A price's distance from another, for a box: what stands in one is set as HTML, so figures of ours alone. */
export function coloured(price: number, before: number, { c }: Paint): string {
  const role = price > before ? 'rise' : price < before ? 'fall' : 'text-3';
  return `<span style="color:${c(role)}">${writeReturn(changeOf(price, before))}</span>`;
}
