import { AxiosError, type AxiosRequestConfig } from 'axios';

/**
 * A large file takes longer than the minute that a call has (seed §9): of an upload or a download the minute counts
 * from the last byte that left or came, so that a slow line is waited for and a dead one is not.
 */
export function watchFile(
  { signal, onUploadProgress, onDownloadProgress }: AxiosRequestConfig,
  timeoutMs: number,
) {
  const stalled = new AbortController();
  const given = signal as AbortSignal | undefined;
  let timer = setTimeout(giveUp, timeoutMs);
  function giveUp(): void {
    stalled.abort();
  }
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
  }
  return {
    config: {
      timeout: 0,
      signal: given ? AbortSignal.any([given, stalled.signal]) : stalled.signal,
      onUploadProgress: (event) => {
        wait();
        onUploadProgress?.(event);
      },
      onDownloadProgress: (event) => {
        wait();
        onDownloadProgress?.(event);
      },
    } satisfies AxiosRequestConfig,
    /** The failure in place of axios's word that somebody gave the call up, when nobody but time did. */
    explain: (failure: unknown): unknown =>
      stalled.signal.aborted && !given?.aborted
        ? new AxiosError(`timeout of ${timeoutMs}ms exceeded`, 'ECONNABORTED')
        : failure,
    end: () => clearTimeout(timer),
  };
}
