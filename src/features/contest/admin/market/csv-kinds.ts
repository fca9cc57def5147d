import type { MarketKind } from '../../market/manage/schema.ts';

type CsvKind = {
  value: MarketKind;
  label: string;
  /** Header line of the CSV file and an example line. */
  header: string;
  example: string;
  note: string;
};

const quoteHeader = 'prev_close,limit_up,limit_down,volume,amount,suspended';

/** Kinds of CSV import, in the order in which a new market needs them. */
export const csvKinds: readonly CsvKind[] = [
  {
    value: 'instruments',
    label: '证券表',
    header: 'code,name,board,st,listed_on,delisted_on,initials',
    example: '991012,某某电力,main,0,2024-03-01,,',
    note: '板块写 main、chinext、star、bse 或 index；拼音首字母留空会自动算出。',
  },
  {
    value: 'days',
    label: '交易日',
    header: 'date',
    example: '2026-11-23',
    note: '一行一个交易日；日历里没有的日子不开市。只增不减。',
  },
  {
    value: 'daily',
    label: '日线',
    header: `code,date,open,high,low,close,${quoteHeader}`,
    example: '991012,2026-11-20,10.00,10.35,9.96,10.20,10.05,11.06,9.05,1250000,12680000.00,0',
    note: '价格是元，最多三位小数；收盘以后才能导入当天的日线，已经清算的日子不能再改收盘价。',
  },
  {
    value: 'intraday',
    label: '分时',
    header: `code,date,time,open,high,low,last,${quoteHeader}`,
    example: '991012,2026-11-20,10:31:00,10.00,10.35,9.96,10.20,10.05,11.06,9.05,630000,6400000.00,0',
    note: '每行是一个时刻的行情；最新的一行用来成交。',
  },
  {
    value: 'dividends',
    label: '分红送转',
    header: 'code,ex_day,cash,bonus',
    example: '991012,2026-12-01,2.50,3',
    note: '每 10 股派现（元）和送转（股）；要在除权日之前导入。',
  },
];
