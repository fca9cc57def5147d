import { expect, test } from 'vitest';
import { waitOf } from './send-code.tsx';

test.each([
  [0.2, [1, '秒']],
  [60, [60, '秒']],
  [90, [90, '秒']],
  [91, [2, '分钟']],
  [3600, [60, '分钟']],
  [5401, [2, '小时']],
  [86_400, [24, '小时']],
])('a wait of %d s is said as %j', (seconds, said) => {
  expect(waitOf(seconds)).toEqual(said);
});
