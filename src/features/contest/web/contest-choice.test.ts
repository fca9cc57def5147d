import { expect, test } from 'vitest';
import { contestAddress, parseContestChoice } from './contest-choice.ts';

const parse = (query: string) => parseContestChoice(new URLSearchParams(query));

test('writes a choice back to the address it was read from', () => {
  expect(parse('season=3&board=week')).toEqual({ season: '3', board: 'week' });
  for (const address of ['/gszb', '/gszb?season=3', '/gszb?board=following&season=3', '/gszb?board=day'])
    expect(contestAddress(parse(address.split('?')[1] ?? ''))).toBe(address);
});

test('ignores invalid values', () => {
  expect(parse('season=x&board=year')).toEqual({ season: null, board: 'season' });
  expect(parse('season=-1')).toEqual({ season: null, board: 'season' });
});
