// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdvertCounter } from './advert-counter.ts';

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

test('sends adverts that become visible together in one call, each once per page view', () => {
  const send = vi.fn();
  const counts = createAdvertCounter(send);
  const [one, two] = [place(), place()];
  counts.observe(one, '1');
  counts.observe(two, '2');
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

test('sends a click at once, together with the waiting impressions', () => {
  const send = vi.fn();
  const counts = createAdvertCounter(send);
  const one = place();
  counts.observe(one, '1');
  show(one);
  counts.recordClick('1');
  expect(send.mock.calls).toEqual([[{ seen: ['1'], clicked: ['1'] }]]);
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('ignores an element that is no longer observed, and sends no empty call', () => {
  const send = vi.fn();
  const counts = createAdvertCounter(send);
  const one = place();
  counts.observe(one, '1')();
  show(one);
  counts.flush();
  vi.advanceTimersByTime(5000);
  expect(send).not.toHaveBeenCalled();
});

test('observes again, on the next page, the elements that stay visible', () => {
  const counts = createAdvertCounter(vi.fn());
  const [stays, goes] = [place(), place()];
  counts.observe(stays, '1');
  counts.observe(goes, '2')();
  counts.startPage();
  expect(observed.mock.calls).toEqual([[stays], [goes], [stays]]);
});
