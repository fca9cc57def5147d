import { expect, test } from 'vitest';
import { contestAddress, readContestChoice } from './contest-choice.ts';

const read = (query: string) => readContestChoice(new URLSearchParams(query));

test('a choice is read from its address and written to the same one', () => {
  expect(read('season=3&board=week')).toEqual({ season: '3', board: 'week' });
  for (const address of ['/gszb', '/gszb?season=3', '/gszb?board=following&season=3', '/gszb?board=day'])
    expect(contestAddress(read(address.split('?')[1] ?? ''))).toBe(address);
});

test('nonsense in it is no choice', () => {
  expect(read('season=x&board=year')).toEqual({ season: null, board: 'season' });
  expect(read('season=-1')).toEqual({ season: null, board: 'season' });
});
