import { expect, test } from 'vitest';
import { compareTopTen } from './boards.ts';

const top = (...places: [string, number][]) => new Map(places);

test('a player new to the top ten has entered it, and a player no longer in it has left', () => {
  const before = top(['1', 1], ['2', 2], ['3', 3]);
  expect(compareTopTen(before, top(['1', 1], ['4', 2], ['3', 3]))).toEqual({
    entered: [{ playerId: '4', place: 2 }],
    left: [{ playerId: '2' }],
    leader: null,
  });
});

test('a player who newly holds the first place alone becomes the leader', () => {
  const before = top(['1', 1], ['2', 2]);
  expect(compareTopTen(before, top(['2', 1], ['1', 2]))).toEqual({ entered: [], left: [], leader: '2' });
  expect(compareTopTen(top(['1', 1], ['2', 1]), top(['2', 1], ['1', 2]))?.leader).toBe('2');
});

test('a shared first place has no leader, and an unchanged order is no change', () => {
  const before = top(['1', 1], ['2', 2]);
  expect(compareTopTen(before, top(['1', 1], ['2', 1]))).toBeNull();
  expect(compareTopTen(before, top(['1', 1], ['2', 2]))).toBeNull();
  expect(compareTopTen(top(), top())).toBeNull();
});
