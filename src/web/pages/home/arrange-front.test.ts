import { describe, expect, test } from 'vitest';
import type { PostRecord } from '#features/posts/schema.ts';
import { arrangeFront, takeFresh } from './arrange-front.ts';

const piece = (id: string, fields: Partial<PostRecord> = {}) =>
  ({
    id,
    cover: '/files/a.svg',
    important: false,
    columnId: '101',
    tags: [],
    ...fields,
  }) as unknown as PostRecord;
const newest = (count: number, fields: Partial<PostRecord> = {}) =>
  Array.from({ length: count }, (_, place) => piece(String(place + 1), fields));
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id).join(' ');

describe('the lead', () => {
  test('is the first important piece with a picture among the newest', () => {
    const records = newest(8).with(2, piece('要', { important: true }));
    expect(arrangeFront(records).lead?.id).toBe('要');
  });

  test('is never an older piece, however important', () => {
    const records = newest(8).with(7, piece('旧', { important: true }));
    expect(arrangeFront(records).lead?.id).toBe('1');
  });

  test('has a picture where any of the newest has', () => {
    const records = newest(8, { cover: null }).with(3, piece('图'));
    expect(arrangeFront(records).lead?.id).toBe('图');
  });

  test('of an empty edition is missing', () => {
    expect(arrangeFront([])).toEqual({ lead: undefined, also: [], seconds: [], cards: [] });
  });
});

test('no piece stands in two places', () => {
  const { lead, also, seconds, cards } = arrangeFront(newest(12));
  expect([lead?.id, ids(seconds), ids(cards), ids(also)]).toEqual(['1', '2 3', '4 5 6 7', '8 9']);
});

test('pieces without a picture become seconds, in the order of the edition', () => {
  const records = newest(7).with(4, piece('字', { cover: null }));
  expect(ids(arrangeFront(records).seconds)).toBe('2 字');
});

test('a lead without a picture has four seconds', () => {
  const { seconds, cards } = arrangeFront(newest(9, { cover: null }));
  expect([ids(seconds), ids(cards)]).toEqual(['2 3 4 5', '6 7 8 9']);
});

test('beside the lead stand pieces of its column or with one of its tags', () => {
  const others = newest(12, { columnId: '105' });
  const records = others
    .with(0, piece('1', { tags: ['储能'] }))
    .with(9, piece('栏'))
    .with(11, piece('签', { columnId: '106', tags: ['储能', '电网'] }));
  expect(ids(arrangeFront(records).also)).toBe('栏 签');
});

test('a part repeats what is shown above only where it would fall short', () => {
  const records = [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }];
  expect(ids(takeFresh(records, new Set(['1', '2']), 2))).toBe('3 4');
  expect(ids(takeFresh(records, new Set(['1', '2']), 3))).toBe('1 3 4');
  expect(ids(takeFresh(records, new Set(), 9))).toBe('1 2 3 4');
});

test('what is pinned comes before all: its first leads, and nothing stands there twice', () => {
  const records = newest(8).with(0, piece('要', { important: true }));
  const pinned = [piece('钉一'), piece('3'), piece('钉二', { cover: null })];
  const { lead, seconds, cards } = arrangeFront(records, pinned);
  expect(lead?.id).toBe('钉一');
  const shown = [...seconds, ...cards].map(({ id }) => id);
  expect(shown).toContain('钉二');
  expect(shown.filter((id) => id === '3')).toHaveLength(1);
  expect(new Set(shown).size).toBe(shown.length);
});
