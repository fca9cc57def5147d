export type NewsEvent = { id: string; kind: string; columnId: string };

export type WatchOptions<E> = {
  /** The address of the event stream, `/api/reception/liveNews`. */
  address: string;
  isWanted: (event: E) => boolean;
  /** Called at most once a second when there may be new posts to fetch. */
  onNews: () => void;
  /** What a hidden tab does: nothing (default), call `onNews` once a minute, or keep the stream. */
  whileHidden?: 'pause' | 'poll' | 'stream';
};

// Lets the page finish its own requests before the stream connects.
const CONNECT_DELAY_MS = 3000;
// All readers get an event at the same moment; a random delay spreads their requests.
const SPREAD_MS = 1000;
// Polling interval without the stream: a thousand open tabs make 33 requests per second.
const POLL_MS = 30_000;
// Browsers run the timers of hidden tabs once a minute.
const HIDDEN_POLL_MS = 60_000;

/**
 * Calls `onNews` when posts are published, and whenever the stream has opened: what was published before that, after
 * the server rendered the page or while the connection was lost, sends no event. A hidden tab holds no connection
 * unless `whileHidden` asks for it (browsers allow six per host). If the stream is refused, calls `onNews` every 30 s.
 * Returns a function that stops it.
 */
export function watchNews<E = NewsEvent>(options: WatchOptions<E>): () => void {
  const { address, isWanted, onNews, whileHidden = 'pause' } = options;
  let stream: EventSource | undefined;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;

  function notifySoon() {
    notifyTimer ??= setTimeout(() => {
      notifyTimer = undefined;
      onNews();
    }, Math.random() * SPREAD_MS);
  }

  function connect() {
    stream = new EventSource(address);
    stream.onopen = notifySoon;
    stream.onmessage = ({ data }) => {
      if (isWanted(JSON.parse(data))) notifySoon();
    };
    stream.onerror = () => {
      if (stream?.readyState !== EventSource.CLOSED) return;
      notifySoon();
      pollTimer ??= setInterval(onNews, POLL_MS);
    };
  }

  function disconnect() {
    clearTimeout(connectTimer);
    clearTimeout(notifyTimer);
    clearInterval(pollTimer);
    stream?.close();
    stream = connectTimer = notifyTimer = pollTimer = undefined;
  }

  function start(delayMs: number) {
    const isHidden = document.visibilityState === 'hidden';
    if (!isHidden || whileHidden === 'stream') connectTimer = setTimeout(connect, delayMs);
    else if (whileHidden === 'poll') pollTimer = setInterval(onNews, HIDDEN_POLL_MS);
  }

  function onVisibilityChange() {
    if (whileHidden === 'stream') return;
    disconnect();
    start(0);
  }

  start(CONNECT_DELAY_MS);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    disconnect();
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
