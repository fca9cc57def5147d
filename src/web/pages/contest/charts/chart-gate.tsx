import { type ReactNode, useEffect, useState } from 'react';
import { PartFailed } from '#ui/states/notice.tsx';

export interface ChartGateProps<M> {
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
