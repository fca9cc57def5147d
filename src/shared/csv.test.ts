import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { type CsvCell, csvRows, toCsv } from './csv.ts';

const csvLine = (cells: readonly CsvCell[]) => csvRows([cells]);

describe('a CSV file', () => {
  test('begins with the byte order mark that Excel needs, and ends lines with CRLF (RFC 4180)', () => {
    expect(toCsv(['姓名', '数'], [['长堤', 3]])).toBe('\uFEFF姓名,数\r\n长堤,3\r\n');
    expect(toCsv(['姓名', '数'], []) + csvLine(['长堤', 3])).toBe('\uFEFF姓名,数\r\n长堤,3\r\n');
  });

  test('round-trips any cell content', () => {
    const cells = ['逗号,引号"', '两\n行', ' 前后 ', '𠮷😀', '', '"', '普通'];
    expect(parse(csvLine(cells))).toEqual([cells]);
  });

  test('leaves null and undefined cells empty', () => {
    expect(csvLine([null, undefined, Number.NaN, 0])).toBe(',,,0\r\n');
  });
});

describe('a cell that looks like a formula', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("http://evil.example","点我")',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '-',
  ])('is escaped to text: %j', (text) => {
    expect(parse(csvLine([text]))).toEqual([[`'${text}`]]);
  });

  test.each(['-12.50', '+8', '-3%', '13812345678', 'a=1'])(
    'is unchanged if it cannot be evaluated: %j',
    (text) => {
      expect(csvLine([text])).toBe(`${text}\r\n`);
    },
  );
});
