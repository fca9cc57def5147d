import { expect, test } from 'vitest';
import { firstDay, LAST_PAGE, listFilterAddress, readListFilter } from './list-filter.ts';

const read = (query: string) => readListFilter(new URLSearchParams(query));

test('reads an address without parameters as the first page of the whole list', () => {
  expect(read('')).toEqual({ current: 1, tag: '', period: '' });
});

test.each([
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['abc', 1],
  ['７', 1],
  ['7', 7],
  ['501', LAST_PAGE],
  ['99999999999999999999', LAST_PAGE],
])('reads page %j as page %d', (current, page) => {
  expect(read(`current=${current}`).current).toBe(page);
});

test('ignores an unknown period', () => {
  expect(read('period=year').period).toBe('');
  expect(read('period=month').period).toBe('month');
});

test.each([
  ['储能', '储能'],
  ['  A股  ', 'A股'],
  ['ＡＩ芯片', 'ＡＩ芯片'],
  ['𠮷野家😀', '𠮷野家😀'],
  ['储\u0000能\n', '储能'],
  ['\ud842', '\ufffd'],
])('reads the tag %j as %j', (tag, expected) => {
  const query = new URLSearchParams();
  query.set('tag', tag);
  expect(readListFilter(query).tag).toBe(expected);
});

test('cuts a tag at the limit of the call, never inside a character', () => {
  const query = new URLSearchParams();
  query.set('tag', `储${'𠮷'.repeat(40)}`);
  expect(readListFilter(query).tag).toBe(`储${'𠮷'.repeat(24)}`);
});

test('writes only chosen values, and resets the page when another value changes', () => {
  expect(listFilterAddress('/101', { current: 1, tag: '', period: '' })).toBe('/101');
  expect(listFilterAddress('/101', { current: 3, tag: '储能', period: 'week' })).toBe(
    '/101?current=3&period=week&tag=%E5%82%A8%E8%83%BD',
  );
  expect(listFilterAddress('/101', { tag: '储能' })).toBe('/101?tag=%E5%82%A8%E8%83%BD');
});

test('counts a week as seven Shanghai days, today included', () => {
  const lateInTheUtcDay = new Date('2026-11-20T16:30:00Z');
  expect(firstDay('week', lateInTheUtcDay)).toBe('2026-11-15');
  expect(firstDay('month', lateInTheUtcDay)).toBe('2026-10-23');
  expect(firstDay('', lateInTheUtcDay)).toBeUndefined();
});
