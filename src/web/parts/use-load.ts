import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';

export type Load<T> = {
  data: T | undefined;
  /** Why the last attempt failed, ready to be shown. Data of an earlier attempt stays. */
  error: { message: string; status: number | undefined } | undefined;
  /** `data` belongs to an earlier key; only with `keepsPrevious`. */
  isStale: boolean;
  /** Loads again while the data or the error stays on screen, for example when polling. Never rejects. */
  reload: () => Promise<void>;
  /** Clears the error and loads again. */
  retry: () => void;
  /** Changes the data in place, for example after a write; does nothing before the first answer. */
  change: (change: (data: T) => T) => void;
};

type Options = {
  /** Debounce: waits this long, in ms, after the last change of the key. */
  delayMs?: number;
  /** Keeps the data of the last key until the answer for the new key arrives. */
  keepsPrevious?: boolean;
};

type LoadState<T> = { dataKey?: unknown; data?: T; errorKey?: unknown; error?: Load<T>['error'] };

/**
 * Loads data after the first render and whenever `key` changes (compared with `Object.is`); null loads nothing. Drops
 * the answer for an earlier key, an answer overtaken by a later one, and an answer after unmount. Calls should be
 * silent, since the component shows the error.
 */
export function useLoad<T>(
  key: unknown,
  load: (signal: AbortSignal) => Promise<T>,
  { delayMs = 0, keepsPrevious = false }: Options = {},
): Load<T> {
  const [state, setState] = useState<LoadState<T>>({});
  const latest = useRef({ key, load });
  latest.current = { key, load };
  const attempts = useRef<{ started: number; finished: number; signal?: AbortSignal }>({
    started: 0,
    finished: 0,
  });

  const reload = useCallback(async () => {
    const { key: loadKey, load: run } = latest.current;
    const { signal } = attempts.current;
    if (!signal || signal.aborted) return;
    attempts.current.started += 1;
    const attempt = attempts.current.started;
    const finish = (result: LoadState<T>) => {
      if (signal.aborted || attempt < attempts.current.finished) return;
      attempts.current.finished = attempt;
      setState((previous) => ({ ...previous, error: undefined, ...result }));
    };
    try {
      finish({ dataKey: loadKey, data: await run(signal) });
    } catch (error) {
      if (!signal.aborted) finish({ errorKey: loadKey, error: toLoadError(error) });
    }
  }, []);

  useEffect(() => {
    if (key === null) return setState({});
    const controller = new AbortController();
    attempts.current.signal = controller.signal;
    const timer = delayMs > 0 ? setTimeout(reload, delayMs) : undefined;
    if (!timer) void reload();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, delayMs, reload]);

  const retry = useCallback(() => {
    setState((previous) => ({ ...previous, error: undefined }));
    void reload();
  }, [reload]);
  const change = useCallback((update: (data: T) => T) => {
    setState((current) =>
      current.data === undefined ? current : { ...current, data: update(current.data) },
    );
  }, []);

  const isCurrentKey = Object.is(state.dataKey, key);
  const data = isCurrentKey || (keepsPrevious && key !== null) ? state.data : undefined;
  return {
    data,
    error: Object.is(state.errorKey, key) ? state.error : undefined,
    isStale: data !== undefined && !isCurrentKey,
    reload,
    retry,
    change,
  };
}

function toLoadError(error: unknown): Load<unknown>['error'] {
  // Any other error is a bug and must be reported.
  if (!(error instanceof CallError)) {
    reportError(error);
    return { message: DEFAULT_MESSAGE, status: undefined };
  }
  return { message: error.message || DEFAULT_MESSAGE, status: error.status ?? error.code };
}
