import { expect, test } from 'vitest';
import { findArrivals } from './use-newest.ts';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

test('arrivals are what stands above the list', () => {
  expect(findArrivals(list('9', '8', '7', '6'), list('7', '6', '5'))).toEqual({
    arrivals: list('9', '8'),
    hasGap: false,
  });
  expect(findArrivals(list('7', '6'), list('7', '6', '5')).arrivals).toEqual([]);
});

test('a piece withdrawn from the top of the list is no arrival', () => {
  expect(findArrivals(list('6', '5'), list('7', '6', '5')).arrivals).toEqual([]);
});

test('when nothing is known any more there may be a gap', () => {
  expect(findArrivals(list('9', '8'), list('5', '4'))).toEqual({ arrivals: list('9', '8'), hasGap: true });
});

test('an empty list waits for the first piece', () => {
  expect(findArrivals(list('1'), [])).toEqual({ arrivals: list('1'), hasGap: true });
  expect(findArrivals([], []).arrivals).toEqual([]);
});
