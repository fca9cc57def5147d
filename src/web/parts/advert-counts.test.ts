// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdvertCounts } from './advert-counts.ts';

let show: (...elements: Element[]) => void = () => undefined;
const observed = vi.fn<(element: Element) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  observed.mockClear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      watched = new Set<Element>();
      constructor(see: (entries: object[]) => void) {
        show = (...elements) =>
          see(
            elements
              .filter((element) => this.watched.has(element))
              .map((target) => ({ target, isIntersecting: true })),
          );
      }
      observe = (element: Element) => {
        this.watched.add(element);
        observed(element);
      };
      unobserve = (element: Element) => this.watched.delete(element);
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const place = () => document.createElement('div');

test('adverts that come into sight together are told in one call, each once a page view', () => {
  const send = vi.fn();
  const counts = createAdvertCounts(send);
  const [one, two] = [place(), place()];
  counts.watch(one, '1');
  counts.watch(two, '2');
  show(one, two);
  show(one);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(send.mock.calls).toEqual([[{ seen: ['1', '2'], clicked: [] }]]);
  show(one);
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(1);
  counts.startPage();
  show(one);
  vi.advanceTimersByTime(1000);
  expect(send).toHaveBeenLastCalledWith({ seen: ['1'], clicked: [] });
});

test('a click is told at once, with what was waiting', () => {
  const send = vi.fn();
  const counts = createAdvertCounts(send);
  const one = place();
  counts.watch(one, '1');
  show(one);
  counts.press('1');
  expect(send.mock.calls).toEqual([[{ seen: ['1'], clicked: ['1'] }]]);
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('what is off the page is not seen any more, and nothing is told of nothing', () => {
  const send = vi.fn();
  const counts = createAdvertCounts(send);
  const one = place();
  counts.watch(one, '1')();
  show(one);
  counts.flush();
  vi.advanceTimersByTime(5000);
  expect(send).not.toHaveBeenCalled();
});

test('what stays in sight from one page to the next is looked at anew', () => {
  const counts = createAdvertCounts(vi.fn());
  const [stays, goes] = [place(), place()];
  counts.watch(stays, '1');
  counts.watch(goes, '2')();
  counts.startPage();
  expect(observed.mock.calls).toEqual([[stays], [goes], [stays]]);
});
