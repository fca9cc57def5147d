// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { deleteLocalCopy, readLocalCopy, saveLocalCopy } from './local-copy.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const content = { title: '断网时写的𠮷', html: '<p>一</p>' };
const copyKey = (memberId: string, id: string) => ({ area: 'desk', memberId, id }) as const;
const copy = { base: 3, content, at: '2026-11-21T08:00:00.000Z' };

test('restores a copy as it was saved, for the same person and post only', () => {
  expect(saveLocalCopy(copyKey('1', '100'), copy)).toBe(true);
  expect(readLocalCopy(copyKey('1', '100'))).toEqual(copy);
  expect(readLocalCopy(copyKey('2', '100'))).toBeUndefined();
  expect(readLocalCopy(copyKey('1', '101'))).toBeUndefined();
  expect(readLocalCopy({ ...copyKey('1', '100'), area: 'reference' })).toBeUndefined();
  deleteLocalCopy(copyKey('1', '100'));
  expect(readLocalCopy(copyKey('1', '100'))).toBeUndefined();
});

test('restores the copy of a letter, which has no HTML', () => {
  const letterKey = { area: 'letter', memberId: '1', id: '7' } as const;
  saveLocalCopy(letterKey, { ...copy, content: { subject: '周报', introduction: '断网时写的' } });
  expect(readLocalCopy(letterKey)?.content).toEqual({ subject: '周报', introduction: '断网时写的' });
});

test.each(['', 'null', '{', '{"base":1}', '{"base":1,"at":"x","content":{}}'])(
  'ignores the invalid value %j',
  (text) => {
    localStorage.setItem('desk:1:100', text);
    expect(readLocalCopy(copyKey('1', '100'))).toBeUndefined();
  },
);

test('reports that the browser could not save the copy', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(saveLocalCopy(copyKey('1', '100'), copy)).toBe(false);
});
