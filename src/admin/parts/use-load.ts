import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, isCancelled } from '#client/call-error.ts';

export type Load<T> = {
  /** What arrived last; stays on screen while the next is on its way. */
  data: T | undefined;
  /** Why nothing arrived, fit to be shown; of a call that was not found, `status` says so. */
  fault: { message: string; status: number | undefined } | undefined;
  isLoading: boolean;
  reload: () => void;
};

/**
 * Loads what `key` stands for, again whenever it changes; a late answer to an earlier key is dropped. The calls
 * should be silent: the screen shows what failed, with a way out.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const [answer, setAnswer] = useState<Pick<Load<T>, 'data' | 'fault'>>({
    data: undefined,
    fault: undefined,
  });
  const [done, setDone] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const wanted = `${attempt} ${key}`;
  useEffect(() => {
    const aborter = new AbortController();
    const settle = (fresh: Partial<Pick<Load<T>, 'data' | 'fault'>>) => {
      if (aborter.signal.aborted) return;
      setAnswer((held) => ({ ...held, fault: undefined, ...fresh }));
      setDone(wanted);
    };
    latest.current(aborter.signal).then(
      (data) => settle({ data }),
      (error: unknown) => {
        if (!isCancelled(error)) settle({ fault: faultOf(error) });
      },
    );
    return () => aborter.abort();
  }, [wanted]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...answer, isLoading: done !== wanted, reload };
}

/** What to show of a failed call. */
export function faultOf(error: unknown): { message: string; status: number | undefined } {
  if (error instanceof CallError) return { message: error.message, status: error.status ?? error.code };
  return { message: '网络连接错误！', status: undefined };
}
