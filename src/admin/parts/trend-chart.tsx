import { lazy, Suspense } from 'react';
import type { TrendChartProps } from './drawn-trend.tsx';
import s from './trend-chart.module.css';

// The drawing is by far the largest part of a screen, and comes when there is something to draw.
const DrawnTrend = lazy(async () => ({ default: (await import('./drawn-trend.tsx')).DrawnTrend }));

/** A line of days, in a place that is kept for it until it comes. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<div className={s.chart} />}>
      <DrawnTrend {...props} />
    </Suspense>
  );
}
