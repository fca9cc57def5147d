// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NewsEvent, watchNews } from './watch-news.ts';

/** The browser's event stream, in the hands of the test. */
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
  tell(event: NewsEvent) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
  refuse() {
    this.readyState = Stream.CLOSED;
    this.onerror?.();
  }
}

const news = { id: '7', kind: 'news', columnId: '1' };
let looks = 0;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.open = [];
  looks = 0;
  showTab('visible');
  stop = watchNews({
    address: '/api/reception/liveNews',
    isWanted: ({ kind }) => kind === 'news',
    look: () => {
      looks += 1;
    },
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function showTab(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

function connect(): Stream {
  vi.advanceTimersByTime(3000);
  const [stream] = Stream.open;
  if (!stream) throw new Error('no stream is open');
  stream.onopen?.();
  return stream;
}

test('it connects once the page has settled, and asks nothing by itself', () => {
  expect(Stream.open).toHaveLength(0);
  expect(connect().address).toBe('/api/reception/liveNews');
  vi.advanceTimersByTime(120_000);
  expect(looks).toBe(0);
});

test('however many pieces come out at once it looks once, within a second', () => {
  const stream = connect();
  for (let i = 0; i < 5; i += 1) stream.tell(news);
  vi.advanceTimersByTime(1000);
  expect(looks).toBe(1);
});

test('pieces that do not belong here are not looked for', () => {
  connect().tell({ ...news, kind: 'article' });
  vi.advanceTimersByTime(1000);
  expect(looks).toBe(0);
});

test('after a connection was lost and found again it looks for what it missed', () => {
  connect().onopen?.();
  vi.advanceTimersByTime(1000);
  expect(looks).toBe(1);
});

test('where the stream is refused it looks every half minute', () => {
  connect().refuse();
  vi.advanceTimersByTime(60_000);
  expect(looks).toBe(2);
});

test('a hidden tab holds no connection and looks when it is back', () => {
  connect();
  showTab('hidden');
  expect(Stream.open).toHaveLength(0);
  vi.advanceTimersByTime(120_000);
  expect(looks).toBe(0);
  showTab('visible');
  vi.advanceTimersByTime(1000);
  expect(Stream.open).toHaveLength(1);
  expect(looks).toBe(1);
});

test('after the watch nothing is left', () => {
  connect().tell(news);
  stop();
  showTab('visible');
  vi.advanceTimersByTime(120_000);
  expect(Stream.open).toHaveLength(0);
  expect(looks).toBe(0);
});
