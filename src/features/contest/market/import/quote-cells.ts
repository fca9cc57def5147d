import type { CsvColumn } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
import { type MarketReference, readCode } from './import-kind.ts';
import type { NewQuote } from './import-queries.ts';

/** The columns shared by daily and intraday quotes (docs/product.md §25). */
export const quoteColumns: readonly CsvColumn[] = [
  { name: 'code', aliases: ['代码', '证券代码'] },
  { name: 'date', aliases: ['日期', '交易日期', '交易日', 'day', 'trade_date'] },
  { name: 'open', aliases: ['开盘价', '开盘', '今开'] },
  { name: 'high', aliases: ['最高价', '最高'] },
  { name: 'low', aliases: ['最低价', '最低'] },
  { name: 'prev_close', aliases: ['昨收价', '昨收', '前收盘', '前收盘价', 'pre_close', 'previous_close'] },
  { name: 'limit_up', aliases: ['涨停价', '涨停'], isOptional: true },
  { name: 'limit_down', aliases: ['跌停价', '跌停'], isOptional: true },
  { name: 'volume', aliases: ['成交量'], isOptional: true },
  { name: 'amount', aliases: ['成交额', '成交金额'], isOptional: true },
  { name: 'suspended', aliases: ['停牌', '是否停牌', 'is_suspended'], isOptional: true },
];

/** A quote without its timestamp. */
export type QuoteCells = Omit<NewQuote, 'at'>;

/**
 * Reads the columns that both kinds of quote share. Sources leave open, high and low of a suspended security empty or
 * 0; they take its last price. @throws invalid
 */
export function readQuoteCells(
  row: RowReader,
  reference: MarketReference,
  last: 'close' | 'last',
): QuoteCells {
  const code = readCode(row, reference);
  if (!reference.codes.has(code))
    throw row.fault('code', `${code} 不在证券表里，请先导入证券表（instruments）`);
  const is_suspended = row.flag('suspended');
  const previous_close = row.price('prev_close');
  const lastPrice = is_suspended ? row.optionalPrice(last) || previous_close : row.price(last);
  const price = (name: string) => (is_suspended ? row.optionalPrice(name) || lastPrice : row.price(name));
  const [open, high, low] = [price('open'), price('high'), price('low')];
  if (high < low) throw row.fault('high', '低于最低价（low）');
  if (high < Math.max(open, lastPrice)) throw row.fault('high', `低于开盘价或最新价（${last}）`);
  if (low > Math.min(open, lastPrice)) throw row.fault('low', `高于开盘价或最新价（${last}）`);
  const [limit_up, limit_down] = [
    row.optionalPrice('limit_up') || null,
    row.optionalPrice('limit_down') || null,
  ];
  if ((limit_up === null) !== (limit_down === null))
    throw row.fault(limit_up === null ? 'limit_up' : 'limit_down', '缺失，涨停价和跌停价要一起给出');
  if (limit_up !== null && limit_down !== null) {
    if (limit_up < limit_down) throw row.fault('limit_up', '低于跌停价（limit_down）');
    if (!is_suspended && (high > limit_up || low < limit_down))
      throw row.fault(high > limit_up ? 'high' : 'low', '超出涨跌停价');
  }
  return {
    code,
    open,
    high,
    low,
    last: lastPrice,
    previous_close,
    limit_up,
    limit_down,
    volume: row.shares('volume'),
    amount: row.amount('amount'),
    is_suspended,
  };
}

/** @throws invalid for a day outside the calendar */
export function readTradeDay(row: RowReader, reference: MarketReference): string {
  const day = row.day('date');
  if (!reference.tradeDayIndexes.has(day))
    throw row.fault(
      'date',
      `${day} 不是交易日${reference.tradeDays.length === 0 ? '，请先导入交易日历（days）' : ''}`,
    );
  return day;
}
