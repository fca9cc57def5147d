import { expect, test } from 'vitest';
import { findNewItems } from './use-newest.ts';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

test('returns the newest posts above the first one that is listed', () => {
  expect(findNewItems(list('9', '8', '7', '6'), list('7', '6', '5'))).toEqual({
    newItems: list('9', '8'),
    hasGap: false,
  });
  expect(findNewItems(list('7', '6'), list('7', '6', '5')).newItems).toEqual([]);
});

test('ignores a listed post that was withdrawn from the top', () => {
  expect(findNewItems(list('6', '5'), list('7', '6', '5')).newItems).toEqual([]);
});

test('reports a possible gap when no listed post is among the newest', () => {
  expect(findNewItems(list('9', '8'), list('5', '4'))).toEqual({ newItems: list('9', '8'), hasGap: true });
});

test('treats every post as new for an empty list', () => {
  expect(findNewItems(list('1'), [])).toEqual({ newItems: list('1'), hasGap: true });
  expect(findNewItems([], []).newItems).toEqual([]);
});
