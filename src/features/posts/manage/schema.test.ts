import { expect, test } from 'vitest';
import { content } from './schema.ts';

test('stock codes lose their market, so that labels and lists find them', () => {
  const { stockCodes } = content.shape;
  expect(stockCodes.parse(['SZ300750', '300750', '600000.SH', '６０００００', 'AAPL'])).toEqual([
    '300750',
    '600000',
    'AAPL',
  ]);
  expect(stockCodes.safeParse(['']).error?.issues[0]?.message).toBe('股票代码不能为空');
});
