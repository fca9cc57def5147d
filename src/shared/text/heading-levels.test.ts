import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelHeadings } from './heading-levels.ts';

test.each([
  { levels: [1, 2, 3, 2, 1], expected: [2, 3, 4, 3, 2] },
  { levels: [3, 5, 6, 5, 3], expected: [2, 3, 4, 3, 2] },
  { levels: [1, 3, 1, 2], expected: [2, 3, 2, 3] },
  { levels: [4, 4], expected: [2, 2] },
  { levels: [3, 2, 3], expected: [2, 2, 3] },
  { levels: [1, 2, 3, 4, 5, 2], expected: [2, 3, 4, 4, 4, 3] },
])('maps $levels to $expected', ({ levels, expected }) => {
  expect(levelHeadings(levels)).toEqual(expected);
});

test('never skips a level, keeps neighbours in order, and changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 }), (levels) => {
      const mapped = levelHeadings(levels);
      expect(levelHeadings(mapped)).toEqual(mapped);
      mapped.forEach((level, at) => {
        const before = mapped[at - 1] ?? 1;
        expect(level).toBeLessThanOrEqual(before + 1);
        if (at === 0) return;
        const [source = 0, sourceBefore = 0] = [levels[at], levels[at - 1]];
        if (source === sourceBefore) expect(level).toBe(before);
        if (source > sourceBefore) expect(level).toBe(Math.min(before + 1, 4));
        if (source < sourceBefore) expect(level).toBeLessThanOrEqual(before);
      });
    }),
  );
});
