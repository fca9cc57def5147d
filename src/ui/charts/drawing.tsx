import { type EChartsCoreOption, type EChartsType, init } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { type Paint, readPaint, usePaintOfDay } from './paint.ts';

export interface DrawingProps {
  /** What is drawn, in the colours of the page, on so many px; the same function as long as nothing changed. */
  draw: (paint: Paint, width: number) => EChartsCoreOption;
  /** What it says, for who cannot see it. */
  summary: string;
  className?: string | undefined;
}

/** A drawing that follows its place's size and the page's colours. Whoever draws registers with ECharts what is used. */
export function Drawing({ draw, summary, className }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const paint = usePaintOfDay();

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another paint is other colours
  useEffect(() => {
    const { current: made } = chart;
    made?.setOption(draw(readPaint(), made.getWidth()), { notMerge: true });
  }, [draw, paint]);

  return <div className={className} ref={place} role="img" aria-label={summary} />;
}

/** The box that tells of the point under the pointer, in the page's colours. */
export const tooltipOf = ({ c }: Paint) => ({
  trigger: 'axis' as const,
  backgroundColor: c('raised'),
  borderColor: c('rule'),
  textStyle: { color: c('text'), fontSize: 13 },
  axisPointer: { lineStyle: { color: c('control') } },
});

/** Labels of an axis. */
export const axisText = ({ c, figures }: Paint) => ({ color: c('text-3'), fontFamily: figures });
