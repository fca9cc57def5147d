import { type ReactNode, useEffect, useState } from 'react';
import { SectionError } from '#ui/states/notice.tsx';

export interface LazyChartProps<M> {
  /** Loads the chart with its library. Must be the same function at every render. */
  load: () => Promise<M>;
  waiting: ReactNode;
  children: (module: M) => ReactNode;
}

/**
 * Shows a chart when its module has loaded. If that fails, shows an error in its place while the rest of the page
 * works.
 */
export function LazyChart<M>({ load, waiting, children }: LazyChartProps<M>) {
  const [module, setModule] = useState<{ it: M }>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (it) => isCurrent && setModule({ it }),
      () => isCurrent && setFailedAttempt(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  if (module) return children(module.it);
  if (failedAttempt === attempt) return <SectionError noun="图表" onRetry={() => setAttempt(attempt + 1)} />;
  return waiting;
}
