import { expect, test } from 'vitest';
import { positionName, showRate } from './positions.ts';

test('shows the click rate of impressions, and a dash without any', () => {
  expect(showRate(0, 0)).toBe('—');
  expect(showRate(400, 5)).toBe('1.25%');
  expect(showRate(3, 3)).toBe('100.00%');
});

test('names a position', () => {
  expect([positionName(1), positionName(9)]).toEqual(['首页轮播', '9']);
});
