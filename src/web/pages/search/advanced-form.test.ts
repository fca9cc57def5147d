import { describe, expect, test } from 'vitest';
import { checkDraft, type Draft, matchAuthor, toSearchFilter } from './advanced-form.ts';
import { noFilter } from './search-filter.ts';

const draft = (fields: Partial<Draft>): Draft => ({ ...noFilter, ...fields });
const author = (id: string, name: string) => ({ id, name, title: '', bio: '', avatar: null });

describe('checkDraft', () => {
  test('reports an empty draft at the first field', () => {
    expect(checkDraft(draft({ keyword: '　', sort: 'newest', type: 'news' }))).toHaveProperty('keyword');
  });

  test.each<Partial<Draft>>([
    { keyword: '𠮷' },
    { author: '长堤' },
    { stockCode: '３００７５０' },
    { columnId: '5' },
    { startTime: '2026-11-20' },
    { startTime: '2026-11-20', endTime: '2026-11-20' },
  ])('accepts %j', (fields) => {
    expect(checkDraft(draft(fields))).toEqual({});
  });

  test('refuses an invalid stock code and a reversed period at their fields', () => {
    const errors = checkDraft(
      draft({ stockCode: '宁德时代', startTime: '2026-11-20', endTime: '2026-11-19' }),
    );
    expect(Object.keys(errors)).toEqual(['stockCode', 'endTime']);
  });
});

test('toSearchFilter starts at the first page', () => {
  expect(
    toSearchFilter(draft({ keyword: ' 铜 ', stockCode: ' ３００７５０', author: '长堤 ' }), '7'),
  ).toEqual({
    ...noFilter,
    keyword: '铜',
    stockCode: '300750',
    author: '长堤',
    authorId: '7',
  });
});

describe('matchAuthor', () => {
  test('returns the author with exactly this name, ignoring width and case', () => {
    const authors = [author('1', '长堤二号'), author('2', 'ＡＩ 组')];
    expect(matchAuthor('ai 组 ', authors)?.id).toBe('2');
  });

  test('returns the only author found', () => {
    expect(matchAuthor('长堤', [author('1', '长堤二号')])?.id).toBe('1');
  });

  test('returns none if several are possible', () => {
    expect(matchAuthor('长', [author('1', '长堤'), author('2', '长风')])).toBeUndefined();
  });
});
