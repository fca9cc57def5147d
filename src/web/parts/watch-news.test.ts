// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NewsEvent, watchNews } from './watch-news.ts';

/** An EventSource that the test controls. */
class Stream {
  static open: Stream[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onerror?: () => void;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
    Stream.open.push(this);
  }
  close() {
    Stream.open = Stream.open.filter((stream) => stream !== this);
  }
  emit(event: NewsEvent) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
  refuse() {
    this.readyState = Stream.CLOSED;
    this.onerror?.();
  }
}

const news = { id: '7', kind: 'news', columnId: '1' };
let newsCalls = 0;
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.open = [];
  newsCalls = 0;
  showTab('visible');
  watch();
});

afterEach(() => {
  stop?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(whileHidden?: 'poll' | 'stream') {
  stop?.();
  stop = watchNews({
    address: '/api/reception/liveNews',
    isWanted: ({ kind }) => kind === 'news',
    onNews: () => {
      newsCalls += 1;
    },
    ...(whileHidden && { whileHidden }),
  });
}

function showTab(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Lets the stream open, and forgets the fetch that follows. */
function connect(): Stream {
  vi.advanceTimersByTime(3000);
  const [stream] = Stream.open;
  if (!stream) throw new Error('no stream is open');
  stream.onopen?.();
  vi.advanceTimersByTime(1000);
  newsCalls = 0;
  return stream;
}

test('connects after the page has settled, and fetches what was published before the stream opened', () => {
  expect(Stream.open).toHaveLength(0);
  vi.advanceTimersByTime(3000);
  expect(Stream.open.map(({ address }) => address)).toEqual(['/api/reception/liveNews']);
  expect(newsCalls).toBe(0);
  Stream.open[0]?.onopen?.();
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(1);
  vi.advanceTimersByTime(120_000);
  expect(newsCalls).toBe(1);
});

test('fetches once, within a second, for several posts published at once', () => {
  const stream = connect();
  for (let i = 0; i < 5; i += 1) stream.emit(news);
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(1);
});

test('ignores posts that the page does not want', () => {
  connect().emit({ ...news, kind: 'article' });
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(0);
});

test('fetches after a reconnect, to catch up on missed posts', () => {
  connect().onopen?.();
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(1);
});

test('fetches at once and every 30 s when the stream is refused', () => {
  connect().refuse();
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(newsCalls).toBe(3);
});

test('closes the connection of a hidden tab, and fetches when the tab is visible again', () => {
  connect();
  showTab('hidden');
  expect(Stream.open).toHaveLength(0);
  vi.advanceTimersByTime(120_000);
  expect(newsCalls).toBe(0);
  showTab('visible');
  vi.advanceTimersByTime(0);
  expect(Stream.open).toHaveLength(1);
  Stream.open[0]?.onopen?.();
  vi.advanceTimersByTime(1000);
  expect(newsCalls).toBe(1);
});

test('polls once a minute in a hidden tab that counts what is new', () => {
  watch('poll');
  connect();
  showTab('hidden');
  expect(Stream.open).toHaveLength(0);
  vi.advanceTimersByTime(120_000);
  expect(newsCalls).toBe(2);
});

test('keeps the connection of a hidden tab that alerts', () => {
  watch('stream');
  const stream = connect();
  showTab('hidden');
  stream.emit(news);
  vi.advanceTimersByTime(1000);
  expect(Stream.open).toEqual([stream]);
  expect(newsCalls).toBe(1);
  watch('stream');
  expect(connect()).not.toBe(stream);
});

test('leaves no connection or timer after it has been stopped', () => {
  connect().emit(news);
  stop?.();
  showTab('visible');
  vi.advanceTimersByTime(120_000);
  expect(Stream.open).toHaveLength(0);
  expect(newsCalls).toBe(0);
});
