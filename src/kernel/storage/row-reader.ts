import { type DomainError, invalid } from '#kernel/errors.ts';
import { cleanText } from '#shared/clean-text.ts';
import { parseMoment } from '#shared/dates.ts';
import { readDecimal } from '#shared/read-decimal.ts';
import { isStockCode, plainStockCode } from '#shared/stock-code.ts';

type Cells = Readonly<Record<string, string>>;

/** Parses the cells of a row. Every method throws invalid, with a message that names the column. */
export class RowReader {
  readonly #cells: Cells;
  readonly #labels: Readonly<Record<string, string>>;

  constructor(cells: Cells, labels: Readonly<Record<string, string>>) {
    this.#cells = cells;
    this.#labels = labels;
  }

  /** The cell as readers will see it: full-width signs stay. */
  cell(name: string): string {
    return cleanText(this.#cells[name] ?? '').trim();
  }

  text(name: string): string {
    return (this.#cells[name] ?? '').normalize('NFKC').trim();
  }

  fault(name: string, what: string): DomainError {
    return invalid(`${this.#labels[name] ?? name}（${name}）${what}`);
  }

  code(): string {
    // Spreadsheets and terminals write SH600000, 600000.SH and '000001.
    const code = plainStockCode(this.#cells.code ?? '');
    if (!isStockCode(code))
      throw this.fault('code', `不正确：${this.text('code').slice(0, 20) || '空'}，应为 6 位数字`);
    return code;
  }

  /** Parses `2026-11-21`, `2026/11/21` or `20261121`; null for an empty cell. */
  optionalDay(name: string): string | null {
    const text = this.text(name);
    if (text === '') return null;
    const [, year, month = '', date = ''] = /^(\d{4})[-/]?(\d{1,2})[-/]?(\d{1,2})$/.exec(text) ?? [];
    const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
    if (!year || year < '1990' || !parseMoment(day))
      throw this.fault(name, `不是日期：${text.slice(0, 20)}，写成 2026-11-21 这样`);
    return day;
  }

  day(name: string): string {
    const day = this.optionalDay(name);
    if (day === null) throw this.fault(name, '为空');
    return day;
  }

  /** Parses `09:30`, `09:30:03` or `93003` as `09:30:03`. */
  time(name: string): string {
    const text = this.text(name);
    const digits = /^\d{5,6}$/.test(text)
      ? text.padStart(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3')
      : text.replace(/^(\d):/, '0$1:');
    const time = /^\d\d:\d\d$/.test(digits) ? `${digits}:00` : digits;
    if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time))
      throw this.fault(name, `不是时刻：${text.slice(0, 20) || '空'}，应为 09:30:00`);
    return time;
  }

  /** Parses yuan as exact 厘; null for an empty cell. */
  optionalPrice(name: string): number | null {
    const text = this.text(name);
    return text === '' ? null : this.#price(name, text);
  }

  price(name: string): number {
    const price = this.#price(name, this.text(name));
    if (price <= 0) throw this.fault(name, '应大于 0');
    return price;
  }

  #price(name: string, text: string): number {
    const price = readDecimal(text, { places: 3, maxDigits: 13 });
    if (price === null)
      throw this.fault(name, `不是价格：${text.slice(0, 20) || '空'}，应为元，最多三位小数`);
    if (price > 2_000_000_000) throw this.fault(name, '过大');
    return price;
  }

  /** Parses yuan as fen, rounding half up; 0 for an empty cell. */
  amount(name: string): number {
    const text = this.text(name);
    // A turnover has no three decimals that a comma could separate.
    const decimal = text.includes('.') ? text.replace(/(\.\d{3})\d+$/, '$1') : `${text}.0`;
    const tenths = text === '' ? 0 : readDecimal(decimal, { places: 3, maxDigits: 13 });
    if (tenths === null) throw this.fault(name, `不是金额：${text.slice(0, 20)}，应为元`);
    return Math.floor((tenths + 5) / 10);
  }

  /** Parses a number of shares; 0 for an empty cell. */
  shares(name: string): number {
    const text = this.text(name).replace(/\.0+$/, '');
    if (text === '') return 0;
    if (!/^\d{1,15}$/.test(text)) throw this.fault(name, `不是股数：${text.slice(0, 20)}，应为整数`);
    return Number(text);
  }

  flag(name: string): boolean {
    const text = this.text(name).toLowerCase();
    if (['1', 'true', 'y', 'yes', '是', '停牌', 'st'].includes(text)) return true;
    if (['', '0', 'false', 'n', 'no', '否', '正常'].includes(text)) return false;
    throw this.fault(name, `应为 1 或 0：${text.slice(0, 20)}`);
  }

  /** Parses a number with at most this many decimals, in units of the last one. */
  units(name: string, decimalPlaces: number, max: number): number {
    const text = this.text(name);
    const value = text === '' ? 0 : readDecimal(text, { places: decimalPlaces, maxDigits: 13 });
    if (value === null || value > max)
      throw this.fault(name, `不正确：${text.slice(0, 20)}，应为最多 ${decimalPlaces} 位小数的数`);
    return value;
  }
}
