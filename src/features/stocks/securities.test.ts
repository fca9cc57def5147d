import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { findSecurities, findSecuritiesByCode } from './index.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await openPortal();
  await portal.ctx.db
    .insertInto('stocks')
    .values([
      { code: '300750', name: '宁德时代', market: 'SZ', aliases: ['宁王'] },
      { code: '600000', name: '浦发银行', market: 'SH', aliases: [] },
      { code: '000100', name: 'TCL科技', market: 'SZ', aliases: ['TCL'] },
      { code: '000001', name: '平安银行', market: 'SZ', aliases: [] },
      { code: '000300.SH', name: '沪深300', market: 'SH', aliases: [] },
    ])
    .execute();
});
afterAll(() => portal.close());

const codesOf = async (text: string) => (await findSecurities(portal.ctx, text)).map(({ code }) => code);

describe('securities that a text names', () => {
  test.each([
    ['看好宁德时代的排产', ['300750']],
    ['宁 德*时代，又名宁王', ['300750']],
    ['ＴＣＬ科技与浦发银行', ['000100', '600000']],
    ['(300750.SZ) 和 SH600000', ['300750', '600000']],
    ['３００７５０ 今天涨停', ['300750']],
    ['代码600000、000100', ['000100', '600000']],
    ['指数 000300.SH 和 SH000300', ['000300.SH']],
    ['000001.SZ 与 sz:000001', ['000001']],
  ])('are found in %j', async (text, codes) => {
    expect(await codesOf(text)).toEqual(codes);
  });

  test.each([
    '营收 600000 元，另有 300750 万元',
    '编号 16000001 与 A600000B',
    '价格 600000.5 和 1,600000',
    'TCLX 不是它',
    '宁德，时代变了',
    '宁德一带的时代',
    '上证指数 000001.SH、SH000001 收涨',
    '持有 000001.SH 股',
  ])('do not occur in %j', async (text) => {
    expect(await codesOf(text)).toEqual([]);
  });

  test('have the names of the stock table, which omits unknown codes', async () => {
    expect(await findSecuritiesByCode(portal.ctx, ['300750', '999999', '300750'])).toEqual([
      { code: '300750', name: '宁德时代' },
    ]);
  });
});
