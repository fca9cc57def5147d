import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';

export type Load<T> = {
  data: T | undefined;
  /** Why the last attempt failed, fit to be shown. Data of an earlier attempt stays. */
  fault: { message: string; status: number | undefined } | undefined;
  /** `data` belongs to an earlier key; only with `keepsPrevious`. */
  isStale: boolean;
  /** Loads again while data or fault stay on screen, for example in turns; never rejects. */
  reload: () => Promise<void>;
  /** Takes the fault away and loads again. */
  retry: () => void;
  /** Changes the data in place, for example after a write; does nothing before the first answer. */
  change: (change: (data: T) => T) => void;
};

type Options = {
  /** Waits so long after the last change of the key, for example while somebody types. */
  delayMs?: number;
  /** Keeps the data of the last key until the answer for the new one arrives. */
  keepsPrevious?: boolean;
};

type Held<T> = { dataKey?: unknown; data?: T; faultKey?: unknown; fault?: Load<T>['fault'] };

/**
 * Loads data after the first render and whenever `key` changes (compared with `Object.is`); null loads nothing. The
 * answer for an earlier key, an answer that a later one has overtaken, and an answer after unmount are dropped. Calls
 * should be silent, since the component shows the fault.
 */
export function useLoad<T>(
  key: unknown,
  load: (signal: AbortSignal) => Promise<T>,
  { delayMs = 0, keepsPrevious = false }: Options = {},
): Load<T> {
  const [held, setHeld] = useState<Held<T>>({});
  const latest = useRef({ key, load });
  latest.current = { key, load };
  const turns = useRef<{ begun: number; settled: number; signal?: AbortSignal }>({ begun: 0, settled: 0 });

  const reload = useCallback(async () => {
    const { key: of, load: run } = latest.current;
    const { signal } = turns.current;
    if (!signal || signal.aborted) return;
    turns.current.begun += 1;
    const turn = turns.current.begun;
    const settle = (outcome: Held<T>) => {
      if (signal.aborted || turn < turns.current.settled) return;
      turns.current.settled = turn;
      setHeld((before) => ({ ...before, fault: undefined, ...outcome }));
    };
    try {
      settle({ dataKey: of, data: await run(signal) });
    } catch (error) {
      if (!signal.aborted) settle({ faultKey: of, fault: faultOf(error) });
    }
  }, []);

  useEffect(() => {
    if (key === null) return setHeld({});
    const control = new AbortController();
    turns.current.signal = control.signal;
    const timer = delayMs > 0 ? setTimeout(reload, delayMs) : undefined;
    if (!timer) void reload();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, delayMs, reload]);

  const retry = useCallback(() => {
    setHeld((before) => ({ ...before, fault: undefined }));
    void reload();
  }, [reload]);
  const change = useCallback((to: (data: T) => T) => {
    setHeld((now) => (now.data === undefined ? now : { ...now, data: to(now.data) }));
  }, []);

  const isOfKey = Object.is(held.dataKey, key);
  const data = isOfKey || (keepsPrevious && key !== null) ? held.data : undefined;
  return {
    data,
    fault: Object.is(held.faultKey, key) ? held.fault : undefined,
    isStale: data !== undefined && !isOfKey,
    reload,
    retry,
    change,
  };
}

function faultOf(error: unknown): Load<unknown>['fault'] {
  // Any other error is a bug and must not stay unseen.
  if (!(error instanceof CallError)) {
    reportError(error);
    return { message: DEFAULT_MESSAGE, status: undefined };
  }
  return { message: error.message || DEFAULT_MESSAGE, status: error.status ?? error.code };
}
