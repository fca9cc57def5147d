import { expect, test } from 'vitest';
import { isNarrowed, readChoice, toFilter, writeChoice } from './member-choice.ts';

const none = readChoice(new URLSearchParams());

test('a choice is the same after it went through an address', () => {
  const choice = {
    ...none,
    keyword: '林',
    standing: 'vip' as const,
    from: '2026-11-01',
    current: 3,
    size: 50,
  };
  expect(readChoice(writeChoice(choice, { current: 3 }))).toEqual(choice);
});

test('another choice begins at its first page', () => {
  expect(readChoice(writeChoice({ ...none, current: 4 }, { state: 'blocked' }))).toMatchObject({
    state: 'blocked',
    current: 1,
  });
});

test('what is not one of ours reads as nothing chosen', () => {
  const query = new URLSearchParams('state=x&standing=y&from=gestern&current=-1&size=7&keyword=%20');
  expect(readChoice(query)).toEqual(none);
  expect(isNarrowed(none)).toBe(false);
  expect(isNarrowed({ ...none, size: 50 })).toBe(false);
  expect(isNarrowed({ ...none, tag: '重点' })).toBe(true);
});

test('VIP and staff are said to the calls in their words', () => {
  expect(toFilter({ ...none, standing: 'vip' })).toMatchObject({ vip: 'yes' });
  expect(toFilter({ ...none, standing: 'staff' })).toMatchObject({ role: 'staff' });
  expect(toFilter(none)).not.toHaveProperty('vip');
});
