import { expect, test } from 'vitest';
import { readChoice, viewOf, writeChoice } from './list-choice.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));

test('what is not one of ours reads as nothing chosen', () => {
  const nothing = { state: 'all', columnId: undefined, keyword: undefined, current: 1, size: 20 };
  expect(read('')).toEqual(nothing);
  expect(read('state=gone&columnId=x&keyword=%20&current=-3&size=7')).toEqual(nothing);
});

test('a choice comes back as it was written', () => {
  const query = 'state=draft&columnId=101&keyword=%E7%94%B5%E4%BB%B7&current=3&size=50';
  expect(writeChoice(read(query), { current: 3 }).toString()).toBe(query);
});

test('another choice begins at its first page', () => {
  expect(writeChoice(read('state=draft&current=3'), { state: 'published' }).toString()).toBe(
    'state=published',
  );
});

test('a view is known by what it narrows to, whatever the page; a state alone is no view', () => {
  const views = [
    { id: '1', filters: { state: 'draft' as const, columnId: '2' } },
    { id: '2', filters: { state: 'all' as const } },
  ];
  const choose = (address: string) => viewOf(readChoice(new URLSearchParams(address)), views)?.id;
  expect(choose('state=draft&columnId=2&current=3')).toBe('1');
  expect(choose('state=draft')).toBeUndefined();
  expect(choose('columnId=2')).toBeUndefined();
  expect(choose('')).toBeUndefined();
});
