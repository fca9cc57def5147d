import { lazy, Suspense } from 'react';
import type { TrendChartProps } from './trend-canvas.tsx';
import s from './trend-chart.module.css';

// The chart library is by far the largest part of a screen; load it only when there is a chart to draw.
const TrendCanvas = lazy(async () => ({ default: (await import('./trend-canvas.tsx')).TrendCanvas }));

/** Line chart over days; reserves its space while the chart library loads. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<div className={s.chart} />}>
      <TrendCanvas {...props} />
    </Suspense>
  );
}
