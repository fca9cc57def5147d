import type { RowReader } from './cells.ts';
import type { NewQuote } from './import-queries.ts';
import type { Known } from './kind.ts';
import type { Column } from './read-rows.ts';

/** The columns that daily and intraday quotes share (PROTOCOLS, Stock contest). */
export const quoteColumns: readonly Column[] = [
  { name: 'code', others: ['代码', '证券代码'] },
  { name: 'date', others: ['日期', '交易日期', '交易日', 'day', 'trade_date'] },
  { name: 'open', others: ['开盘价', '开盘', '今开'] },
  { name: 'high', others: ['最高价', '最高'] },
  { name: 'low', others: ['最低价', '最低'] },
  { name: 'prev_close', others: ['昨收价', '昨收', '前收盘', '前收盘价', 'pre_close', 'previous_close'] },
  { name: 'limit_up', others: ['涨停价', '涨停'], isOptional: true },
  { name: 'limit_down', others: ['跌停价', '跌停'], isOptional: true },
  { name: 'volume', others: ['成交量'], isOptional: true },
  { name: 'amount', others: ['成交额', '成交金额'], isOptional: true },
  { name: 'suspended', others: ['停牌', '是否停牌', 'is_suspended'], isOptional: true },
];

/** A quote without its moment. */
export type QuoteCells = Omit<NewQuote, 'at'>;

/**
 * What a quote says, whichever it is. Of a suspended security sources write open, high and low as 0 or nothing: they are
 * its last price then. @throws RowFault
 */
export function readQuoteCells(row: RowReader, known: Known, last: 'close' | 'last'): QuoteCells {
  const code = row.code();
  if (!known.codes.has(code)) throw row.fault('code', `${code} 不在证券表里，请先导入证券表（instruments）`);
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

/** @throws RowFault for a day that is none of the calendar's */
export function readTradeDay(row: RowReader, known: Known): string {
  const day = row.day('date');
  if (!known.places.has(day))
    throw row.fault(
      'date',
      `${day} 不是交易日${known.tradeDays.length === 0 ? '，请先导入交易日历（days）' : ''}`,
    );
  return day;
}
