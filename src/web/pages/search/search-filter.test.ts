import { describe, expect, test } from 'vitest';
import {
  hasCriteria,
  isNarrowed,
  noFilter,
  readSearchFilter,
  searchFilterAddress,
  toSearchQuery,
} from './search-filter.ts';

const read = (query: string) => readSearchFilter(new URLSearchParams(query));

describe('reads and writes an address', () => {
  test.each([
    '/search',
    '/search?keyword=%E5%AE%81%E5%BE%B7%E6%97%B6%E4%BB%A3+AI&sort=newest',
    '/search?keyword=%F0%A0%AE%B7%E9%87%8E%E5%AE%B6%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80&type=news&columnId=5&current=3',
    '/search?authorId=7&author=%E9%95%BF%E5%A0%A4&stockCode=300750&field=title&startTime=2026-11-01&endTime=2026-11-20',
  ])('%s reads and writes to itself', (address) => {
    expect(searchFilterAddress('/search', read(address.split('?')[1] ?? ''))).toBe(address);
  });

  test.each([
    'type=video',
    'columnId=abc',
    'authorId=-1',
    'stockCode=<script>',
    'field=body',
    'startTime=2026-02-30',
    'endTime=gestern',
    'sort=random',
    'current=0',
    'current=1e9',
    'keyword=%E3%80%80',
    'keyword=%00%08',
  ])('ignores the invalid %s', (query) => {
    expect(read(query)).toEqual(noFilter);
  });

  test('writes a lone surrogate, as a cut emoji leaves it', () => {
    expect(searchFilterAddress('/search', { ...noFilter, keyword: '\ud83d' })).toBe(
      '/search?keyword=%EF%BF%BD',
    );
  });
});

describe('criteria and query', () => {
  test('hasCriteria is false for a sort or a kind alone, and true for an author alone', () => {
    expect(hasCriteria(read('sort=newest&type=news'))).toBe(false);
    expect(hasCriteria(read('authorId=7'))).toBe(true);
  });

  test('isNarrowed is false for a word alone, and true for a kind', () => {
    expect(isNarrowed(read('keyword=铜&sort=views'))).toBe(false);
    expect(isNarrowed(read('keyword=铜&type=news'))).toBe(true);
    expect(isNarrowed(read('keyword=铜&field=title'))).toBe(true);
  });

  test('toSearchQuery passes chosen values only, and no unknown parameter', () => {
    expect(toSearchQuery(read('keyword=铜&author=长堤&authorId=7'), 10)).toEqual({
      keyword: '铜',
      type: 'all',
      authorId: '7',
      field: 'all',
      sort: 'relevance',
      current: 1,
      size: 10,
    });
  });
});
