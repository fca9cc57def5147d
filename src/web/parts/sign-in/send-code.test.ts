import { expect, test } from 'vitest';
import { formatWait } from './send-code.tsx';

test.each([
  [0.2, [1, '秒']],
  [60, [60, '秒']],
  [90, [90, '秒']],
  [91, [2, '分钟']],
  [3600, [60, '分钟']],
  [5401, [2, '小时']],
  [86_400, [24, '小时']],
])('formats a wait of %d s as %j', (seconds, said) => {
  expect(formatWait(seconds)).toEqual(said);
});
