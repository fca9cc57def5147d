/** What the event stream says of a piece that came out. */
export type NewsEvent = { id: string; kind: string; columnId: string };

export type WatchOptions<E> = {
  /** The address of the event stream, `/api/reception/liveNews`. */
  address: string;
  isWanted: (event: E) => boolean;
  /** There may be new pieces: time to ask. Called at most once a second. */
  look: () => void;
};

// A page is settled first: what it needs itself comes before what may come later.
const SETTLE_MS = 3000;
// All readers hear of a piece at once; they ask one after another.
const SPREAD_MS = 1000;
// Without the stream. Seldom enough that a thousand open tabs ask 33 times a second.
const PAUSE_MS = 30_000;

/**
 * Calls `look` when pieces come out, as long as the tab is on screen; a hidden tab holds no connection (browsers
 * allow six to a host) and looks when it is back. Where the stream is refused it looks every 30 s. Returns how to
 * stop.
 */
export function watchNews<E = NewsEvent>({ address, isWanted, look }: WatchOptions<E>): () => void {
  let stream: EventSource | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;

  function lookSoon() {
    looking ??= setTimeout(() => {
      looking = undefined;
      look();
    }, Math.random() * SPREAD_MS);
  }

  function open() {
    stream = new EventSource(address);
    let isFirst = true;
    stream.onopen = () => {
      if (!isFirst) lookSoon();
      isFirst = false;
    };
    stream.onmessage = ({ data }) => {
      if (isWanted(JSON.parse(data))) lookSoon();
    };
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) polling ??= setInterval(look, PAUSE_MS);
    };
  }

  function rest() {
    clearTimeout(opening);
    clearTimeout(looking);
    clearInterval(polling);
    stream?.close();
    stream = opening = looking = polling = undefined;
  }

  function followTab() {
    rest();
    if (document.visibilityState === 'hidden') return;
    lookSoon();
    open();
  }

  if (document.visibilityState !== 'hidden') opening = setTimeout(open, SETTLE_MS);
  document.addEventListener('visibilitychange', followTab);
  return () => {
    rest();
    document.removeEventListener('visibilitychange', followTab);
  };
}
