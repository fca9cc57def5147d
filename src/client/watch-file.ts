import { AxiosError, type AxiosRequestConfig } from 'axios';

/**
 * Watches an upload or a download, which may take longer than the 60 s of a call (docs/product.md §9): the time-out
 * restarts with every byte sent or received, so that a slow connection may finish and a dead one is aborted.
 */
export function watchFile(
  { signal, onUploadProgress, onDownloadProgress }: AxiosRequestConfig,
  timeoutMs: number,
) {
  const stalled = new AbortController();
  const callerSignal = signal as AbortSignal | undefined;
  let timer = setTimeout(abort, timeoutMs);
  function abort(): void {
    stalled.abort();
  }
  function restartTimer(): void {
    clearTimeout(timer);
    timer = setTimeout(abort, timeoutMs);
  }
  return {
    config: {
      timeout: 0,
      signal: callerSignal ? AbortSignal.any([callerSignal, stalled.signal]) : stalled.signal,
      onUploadProgress: (event) => {
        restartTimer();
        onUploadProgress?.(event);
      },
      onDownloadProgress: (event) => {
        restartTimer();
        onDownloadProgress?.(event);
      },
    } satisfies AxiosRequestConfig,
    /** Turns axios's "aborted" into a time-out if this watch aborted the transfer. */
    explain: (failure: unknown): unknown =>
      stalled.signal.aborted && !callerSignal?.aborted
        ? new AxiosError(`timeout of ${timeoutMs}ms exceeded`, 'ECONNABORTED')
        : failure,
    end: () => clearTimeout(timer),
  };
}
