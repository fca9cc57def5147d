import { describe, expect, test } from 'vitest';
import { alignNumbers } from './align-numbers.ts';

const table = (...rows: string[]) => `<div class="table-wrap"><table>${rows.join('')}</table></div>`;
const row = (tag: 'td' | 'th', ...cells: string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
/** Returns the texts of the cells that are aligned at the right. */
const aligned = (html: string) =>
  [...alignNumbers(html).matchAll(/<t[dh] class="num"[^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell);

describe('alignNumbers', () => {
  test.for([
    '1',
    '1,980',
    '3.14',
    '-0.5%',
    '−12.3%',
    '+4',
    '¥1.00',
    '￥1,200',
    '$3.5',
    '12亿',
    '3.2 万亿元',
    '4 倍',
    '12bp',
    '0.3 个百分点',
    '1５'.normalize('NFKC'),
    '<strong>46%</strong>',
    '5&nbsp;元',
    '2026 吨',
  ])('aligns %s', (cell) => {
    expect(aligned(table(row('td', '名称', cell)))).toEqual([cell]);
  });

  test.for([
    '铜',
    '2026',
    '2026年',
    '600519',
    '3 月',
    'Q1',
    '1 至 2 年',
    '约定',
    '第 3',
    '',
    '—',
    '2026-11-20',
  ])('leaves %s', (cell) => {
    expect(aligned(table(row('td', '名称', cell)))).toEqual([]);
  });

  test('aligns the heads and the other cells of columns that hold mostly amounts', () => {
    const html = table(
      row('th', '年份', '品种', '产量', '同比', '备注'),
      row('td', '2025', '铜', '911', '—', '1'),
      row('td', '2026', '硫', '1,980', '3%', '估算'),
      row('td', '2027', '镍', '约 900 上下', '', '估算'),
    );
    expect(aligned(html)).toEqual(['产量', '同比', '911', '—', '1', '1,980', '3%', '约 900 上下', '']);
  });

  test('goes by single cells where cells are merged', () => {
    const html = table('<tr><th colspan="2">产量</th></tr>', row('td', '铜', '911'));
    expect(aligned(html)).toEqual(['911']);
  });

  test('keeps the class that an editor chose, and all other markup', () => {
    const html = `<p>911</p>${table('<tr><td class="rise">5%</td></tr>')}`;
    expect(alignNumbers(html)).toBe(html);
  });
});
