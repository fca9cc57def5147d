import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Drawing } from '#ui/charts/drawing.tsx';
import type { Paint } from '#ui/charts/paint.ts';
import { PartFailed } from '#ui/states/part-note.tsx';
import { candleDays, leastWidth } from './candle-days.ts';
import { dayLine, type MinutePoint } from './day-line.ts';
import s from './market-chart.module.css';
import type { CandlePoint } from './market-series.ts';
import { type ReturnSeries, returnLines } from './return-lines.ts';

register([
  ...[BarChart, CandlestickChart, LineChart, CanvasRenderer],
  ...[GridComponent, MarkLineComponent, TooltipComponent],
]);

export type DayLineProps = {
  /** Oldest first. */
  points: readonly MinutePoint[];
  previousClose: number;
  summary: string;
};

/** The prices of a day around the close of the day before. */
export function DayLine({ points, previousClose, summary }: DayLineProps) {
  const draw = useCallback((paint: Paint) => dayLine(points, previousClose, paint), [points, previousClose]);
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

export type CandlesProps = { candles: readonly CandlePoint[]; summary: string };

/** Days as candles with two averages, and what was traded under them. */
export function Candles({ candles, summary }: CandlesProps) {
  const draw = useCallback(
    (paint: Paint, width: number) => candleDays(candles, paint, Math.floor(width / leastWidth)),
    [candles],
  );
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

export type ReturnLinesProps = ReturnSeries & { summary: string };

/** How returns went, day by day: a player's, and the index they are compared with. */
export function ReturnLines({ days, lines, summary }: ReturnLinesProps) {
  const draw = useCallback((paint: Paint) => returnLines({ days, lines }, paint), [days, lines]);
  return <Drawing className={s.chart} draw={draw} summary={summary} />;
}

interface ChartGateProps<M> {
  /** Fetches the drawing with its library; the same function at every render. */
  load: () => Promise<M>;
  /** Keeps the place while it is on its way. */
  waiting: ReactNode;
  children: (module: M) => ReactNode;
}

/** Shows a drawing when its files have come; a page without one says so in its place and goes on. */
export function ChartGate<M>({ load, waiting, children }: ChartGateProps<M>) {
  const [module, setModule] = useState<{ it: M }>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (it) => isCurrent && setModule({ it }),
      () => isCurrent && setFailed(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  if (module) return children(module.it);
  if (failed === attempt) return <PartFailed noun="图表" onRetry={() => setAttempt(attempt + 1)} />;
  return waiting;
}
