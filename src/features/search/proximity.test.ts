import { describe, expect, test } from 'vitest';
import { proximities } from './proximity.ts';

const filler = Array.from({ length: 100 }, (_, n) => `x${n}`);

describe('proximities', () => {
  test('are higher the nearer the words are, up to one sentence', () => {
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

  test('weigh rare words more, and count a repeated word once', () => {
    const [rare = 0, common = 0, repeated = 0] = proximities(
      [['rare'], ['common'], ['common', 'common', 'common'], ['common'], ['common']],
      ['rare', 'common'],
    );
    expect(rare).toBeGreaterThan(common);
    expect(repeated).toBe(common);
  });

  test('are 0 without words', () => {
    expect(proximities([['a'], []], [])).toEqual([0, 0]);
    expect(proximities([], ['a'])).toEqual([]);
  });
});
