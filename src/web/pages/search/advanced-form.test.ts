import { describe, expect, test } from 'vitest';
import { checkDraft, type Draft, findMeant, toChoice } from './advanced-form.ts';
import { noChoice } from './search-choice.ts';

const draft = (fields: Partial<Draft>): Draft => ({ ...noChoice, ...fields });
const author = (id: string, name: string) => ({ id, name, title: '', bio: '', avatar: null });

describe('a draft is checked before it is searched', () => {
  test('nothing to look for is said at the first field', () => {
    expect(checkDraft(draft({ keyword: '　', sort: 'newest', type: 'news' }))).toHaveProperty('keyword');
  });

  test.each<Partial<Draft>>([
    { keyword: '𠮷' },
    { author: '长堤' },
    { stockCode: '３００７５０' },
    { columnId: '5' },
    { startTime: '2026-11-20' },
    { startTime: '2026-11-20', endTime: '2026-11-20' },
  ])('%j may be searched', (fields) => {
    expect(checkDraft(draft(fields))).toEqual({});
  });

  test('a code that is none and a period that runs backwards are refused where they stand', () => {
    const errors = checkDraft(
      draft({ stockCode: '宁德时代', startTime: '2026-11-20', endTime: '2026-11-19' }),
    );
    expect(Object.keys(errors)).toEqual(['stockCode', 'endTime']);
  });
});

test('a draft becomes a search from its first page', () => {
  expect(toChoice(draft({ keyword: ' 铜 ', stockCode: ' ３００７５０', author: '长堤 ' }), '7')).toEqual({
    ...noChoice,
    keyword: '铜',
    stockCode: '300750',
    author: '长堤',
    authorId: '7',
  });
});

describe('who is meant by a name', () => {
  test('the one of that very name, whatever its width and case', () => {
    const authors = [author('1', '长堤二号'), author('2', 'ＡＩ 组')];
    expect(findMeant('ai 组 ', authors)?.id).toBe('2');
  });

  test('the only one found', () => {
    expect(findMeant('长堤', [author('1', '长堤二号')])?.id).toBe('1');
  });

  test('nobody, where several are possible', () => {
    expect(findMeant('长', [author('1', '长堤'), author('2', '长风')])).toBeUndefined();
  });
});
