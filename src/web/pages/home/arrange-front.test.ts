import { describe, expect, test } from 'vitest';
import type { PostRecord } from '#features/posts/schema.ts';
import { arrangeFront, preferUnseen } from './arrange-front.ts';

const post = (id: string, fields: Partial<PostRecord> = {}) =>
  ({
    id,
    cover: '/files/a.svg',
    important: false,
    columnId: '101',
    tags: [],
    ...fields,
  }) as unknown as PostRecord;
const newest = (count: number, fields: Partial<PostRecord> = {}) =>
  Array.from({ length: count }, (_, place) => post(String(place + 1), fields));
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id).join(' ');

describe('the lead', () => {
  test('is the first important post with a picture among the newest', () => {
    const records = newest(8).with(2, post('要', { important: true }));
    expect(arrangeFront(records).lead?.id).toBe('要');
  });

  test('is never an older post, however important', () => {
    const records = newest(8).with(7, post('旧', { important: true }));
    expect(arrangeFront(records).lead?.id).toBe('1');
  });

  test('has a picture if any of the newest has one', () => {
    const records = newest(8, { cover: null }).with(3, post('图'));
    expect(arrangeFront(records).lead?.id).toBe('图');
  });

  test('is undefined without posts', () => {
    expect(arrangeFront([])).toEqual({ lead: undefined, also: [], seconds: [], cards: [] });
  });
});

test('shows no post twice', () => {
  const { lead, also, seconds, cards } = arrangeFront(newest(12));
  expect([lead?.id, ids(seconds), ids(cards), ids(also)]).toEqual(['1', '2 3', '4 5 6 7', '8 9']);
});

test('makes posts without a picture seconds, in order', () => {
  const records = newest(7).with(4, post('字', { cover: null }));
  expect(ids(arrangeFront(records).seconds)).toBe('2 字');
});

test('shows four seconds below a lead without a picture', () => {
  const { seconds, cards } = arrangeFront(newest(9, { cover: null }));
  expect([ids(seconds), ids(cards)]).toEqual(['2 3 4 5', '6 7 8 9']);
});

test("lists posts of the lead's column or with one of its tags beside the lead", () => {
  const others = newest(12, { columnId: '105' });
  const records = others
    .with(0, post('1', { tags: ['储能'] }))
    .with(9, post('栏'))
    .with(11, post('签', { columnId: '106', tags: ['储能', '电网'] }));
  expect(ids(arrangeFront(records).also)).toBe('栏 签');
});

test('preferUnseen repeats posts shown above only if there are too few others', () => {
  const records = [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }];
  expect(ids(preferUnseen(records, new Set(['1', '2']), 2))).toBe('3 4');
  expect(ids(preferUnseen(records, new Set(['1', '2']), 3))).toBe('1 3 4');
  expect(ids(preferUnseen(records, new Set(), 9))).toBe('1 2 3 4');
});

test('puts pinned posts first, the first of them as lead, and shows none twice', () => {
  const records = newest(8).with(0, post('要', { important: true }));
  const pinned = [post('钉一'), post('3'), post('钉二', { cover: null })];
  const { lead, seconds, cards } = arrangeFront(records, pinned);
  expect(lead?.id).toBe('钉一');
  const shown = [...seconds, ...cards].map(({ id }) => id);
  expect(shown).toContain('钉二');
  expect(shown.filter((id) => id === '3')).toHaveLength(1);
  expect(new Set(shown).size).toBe(shown.length);
});
