import { describe, expect, test } from 'vitest';
import { containments } from './containment.ts';

const filler = Array.from({ length: 100 }, (_, n) => `x${n}`);

function proximities(texts: string[][], any: string[]): number[] {
  return containments(texts, { any, required: [] }).map(({ proximity }) => proximity);
}

describe('proximity', () => {
  test('is higher the nearer the words are, up to one sentence', () => {
    const [apart = 0, near = 0, one = 0, none = 0] = proximities(
      [['a', ...filler, 'b'], [...filler, 'a', 'x', 'b'], ['a', ...filler], filler],
      ['a', 'b'],
    );
    expect(near).toBe(1);
    expect(apart).toBeGreaterThan(0);
    expect(apart).toBeLessThan(near);
    expect(one).toBeLessThanOrEqual(apart);
    expect(none).toBe(0);
  });

  test('weighs rare words more, and counts a repeated word once', () => {
    const [rare = 0, common = 0, repeated = 0] = proximities(
      [['rare'], ['common'], ['common', 'common', 'common'], ['common'], ['common']],
      ['rare', 'common'],
    );
    expect(rare).toBeGreaterThan(common);
    expect(repeated).toBe(common);
  });

  test('is 0 without words', () => {
    expect(proximities([['a'], []], [])).toEqual([0, 0]);
    expect(proximities([], ['a'])).toEqual([]);
  });
});

describe('coverage', () => {
  const query = { any: ['a', 'b', 'ab'], required: ['a', 'b', 'nowhere'] };
  const coverages = (texts: string[][]) => containments(texts, query).map(({ coverage }) => coverage);

  test('counts required words wherever they are and however often, and no others', () => {
    const [all, far, once, often, pair] = coverages([
      ['a', 'b'],
      ['a', ...filler, 'b'],
      ['a'],
      ['a', 'a', 'a', 'ab'],
      ['ab'],
    ]);
    expect(all).toBe(1);
    expect(far).toBe(1);
    expect(once).toBeLessThan(1);
    expect(often).toBe(once);
    expect(pair).toBe(0);
  });

  test('is 1 for every text if none has a required word', () => {
    expect(coverages([['ab'], []])).toEqual([1, 1]);
  });

  test('weighs rare words more', () => {
    const [rare = 0, common = 0] = coverages([['a'], ['b'], ['b'], ['b'], ['b']]);
    expect(rare).toBeGreaterThan(common);
  });
});
