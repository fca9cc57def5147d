// Often enough to feel live, seldom enough that a thousand open tabs ask 33 times a second.
const PAUSE_MS = 30_000;

/**
 * Calls `look` whenever there may be new pieces: every 30 s while the tab is on screen, and at once when it comes
 * back after longer. The signal ends with the watch. Returns how to stop.
 */
export function watchNews(look: (signal: AbortSignal) => void): () => void {
  const ending = new AbortController();
  let lookedAt = Date.now();

  function lookIfDue() {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < PAUSE_MS) return;
    lookedAt = Date.now();
    look(ending.signal);
  }

  const timer = setInterval(lookIfDue, PAUSE_MS);
  document.addEventListener('visibilitychange', lookIfDue);
  return () => {
    ending.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfDue);
  };
}
