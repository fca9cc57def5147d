import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlainText, toReadingText } from './index.ts';
import { linkStocksSync } from './link-stocks.ts';
import { prepareBodySync } from './prepare-body.ts';

const lookup = new Map([
  ['300750', '宁德时代'],
  ['000002', '万科A'],
  ['603161', '科华控股'],
  ['000001', '平安银行'],
  ['000016', '深康佳A'],
  ['000300.SH', '沪深300'],
]);
const link = (body: string) => linkStocksSync(prepareBodySync({ body, format: 'html' }).html, lookup);
const stock = (name: string, code: string) =>
  `<a class="stock" href="/stock?code=${code}">${name}<span>${code}</span></a>`;

describe('linking stocks', () => {
  test.each([
    ['宁德时代(300750)', stock('宁德时代', '300750')],
    ['宁德时代（300750.SZ）', stock('宁德时代', '300750')],
    ['宁德时代（股票代码：300750）', stock('宁德时代', '300750')],
    ['关注万科A(000002)。', `关注${stock('万科A', '000002')}。`],
    ['宁德时代(行情300750,诊股)公告', `${stock('宁德时代', '300750')}公告`],
    ['该公司(行情603161,诊股)', `该公司(${stock('', '603161')})`],
    ['该公司（603161）', `该公司（${stock('', '603161')}）`],
    ['见 SZ300750 一栏', `见 ${stock('', '300750')} 一栏`],
    ['平安银行（000001.SZ）', stock('平安银行', '000001')],
    ['指数（SH000300）', `指数（${stock('', '000300.SH')}）`],
    ['指数（000300.SS）', `指数（${stock('', '000300.SH')}）`],
    ['见 000300.SH 一栏', `见 ${stock('', '000300.SH')} 一栏`],
  ])('turns %s into a link', (text, html) => {
    expect(link(`<p>${text}</p>`)).toBe(`<p>${html}</p>`);
  });

  test.each([
    '<p>金额 300750 元</p>',
    '<p>不识(999999)</p>',
    '<p><code>(300750)</code></p>',
    '<h2 id="s1">宁德时代(300750)</h2>',
    '<p><a href="/x">宁德时代(300750)</a></p>',
    '<p>(3007501)</p>',
    '<p>上证指数（000001.SH）收涨，另一个指数（SH000016）走强</p>',
    '<p>上证指数 000001.SH 收涨，SH000016 走强</p>',
  ])('leaves %s unchanged', (html) => {
    expect(link(html)).toBe(html);
  });

  test('is idempotent, also after sanitising again', () => {
    const parts = fc.constantFrom(
      '宁德时代',
      '(300750)',
      '（603161）',
      '万科A',
      '(000002)',
      '。',
      'x',
      '<b>',
      '</b>',
      '<p>',
      'SZ300750 ',
    );
    fc.assert(
      fc.property(fc.array(parts), (body) => {
        const once = link(body.join(''));
        expect(linkStocksSync(once, lookup)).toBe(once);
        expect(prepareBodySync({ body: once, format: 'html' }).html).toBe(once);
      }),
    );
  });
});

test('writes the code of a linked stock in brackets in plain text and leaves it out of page text', async () => {
  const html = link('<p>宁德时代(300750)、万科A(000002)和该公司（603161）都涨了</p>');
  expect(toReadingText(html)).toBe('宁德时代（300750）、万科A（000002）和该公司（603161）都涨了');
  expect(await toPlainText(html)).toBe('宁德时代300750、万科A000002和该公司（603161）都涨了');
});
