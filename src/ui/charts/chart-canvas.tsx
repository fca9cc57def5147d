import { type EChartsCoreOption, type EChartsType, init } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { type ChartTheme, readChartTheme, useColorScheme } from './chart-theme.ts';

export interface ChartCanvasProps {
  /** Builds the chart for the page's colours and a width in px. Pass a stable function: a new one redraws the chart. */
  buildOption: (theme: ChartTheme, width: number) => EChartsCoreOption;
  /** Text alternative for screen readers. */
  summary: string;
  className?: string | undefined;
}

/** An ECharts canvas that follows its container's size and the colour scheme. The caller registers ECharts modules. */
export function ChartCanvas({ buildOption, summary, className }: ChartCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const colorScheme = useColorScheme();

  useEffect(() => {
    if (!container.current) return;
    const instance = init(container.current);
    chart.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(container.current);
    return () => {
      observer.disconnect();
      instance.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another colour scheme changes the colours
  useEffect(() => {
    const { current: instance } = chart;
    instance?.setOption(buildOption(readChartTheme(), instance.getWidth()), { notMerge: true });
  }, [buildOption, colorScheme]);

  return <div className={className} ref={container} role="img" aria-label={summary} />;
}

/** Tooltip of the point under the pointer, in the page's colours. */
export const chartTooltip = ({ color }: ChartTheme) => ({
  trigger: 'axis' as const,
  backgroundColor: color('raised'),
  borderColor: color('rule'),
  textStyle: { color: color('text'), fontSize: 13 },
  axisPointer: { lineStyle: { color: color('control') } },
});

export const axisLabelStyle = ({ color, numberFont }: ChartTheme) => ({
  color: color('text-3'),
  fontFamily: numberFont,
});
