import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { TableReport } from '#kernel/storage/import-table.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { purgedBy } from '#testing/purges.ts';
import type { MarketKind } from '../manage/schema.ts';
import { importMarket, importMarketFile, toRemark } from './import-market.ts';

let portal: Portal;
let ctx: Context;
let now: Date;

beforeAll(async () => {
  portal = await openPortal();
  ctx = { ...portal.ctx, now: () => now };
});
afterAll(() => portal.close());

beforeEach(async () => {
  now = new Date('2026-11-06T16:00:00+08:00');
  await sql`truncate instruments, trade_days, contest_seasons cascade`.execute(ctx.db);
  await sql`insert into instruments (code, name, board) values ('697012', '禾垣电力', 'main'), ('697305', '岬浦航运', 'main')`.execute(
    ctx.db,
  );
  await sql`insert into trade_days (day) select d::date from generate_series('2026-11-02'::date, '2026-11-06', '1 day') d`.execute(
    ctx.db,
  );
});

async function importCsv(kind: MarketKind, csv: string) {
  const [report, suspicious] = [new TableReport(), new TableReport()];
  const count = await importMarket(ctx, { text: [csv], kind, report, warnings: suspicious });
  const [faults, warnings] = [report.faults.map(toRemark), suspicious.faults.map(toRemark)];
  return { count, faults, warnings };
}

const dailyHeader = 'code,date,open,high,low,close,prev_close,limit_up,limit_down,volume,amount,suspended';
const intradayHeader =
  'code,date,time,open,high,low,last,prev_close,limit_up,limit_down,volume,amount,suspended';
const row = (rest: string) => `697012,2026-11-02,${rest}`;
const validRow = row('10.00,10.50,9.90,10.20,10.00,11.00,9.00,120000,1224000.50,0');

const table = async (
  name: 'daily_quotes' | 'intraday_quotes' | 'latest_quotes' | 'instruments' | 'dividends',
) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(name)} order by 1, 2`.execute(ctx.db)).rows;

describe('securities', () => {
  test('get pinyin initials if the file has none', async () => {
    const { count, faults } = await importCsv(
      'instruments',
      'code,name,board,st,listed_on,delisted_on,initials\n697099,*ST 澜汐,main,1,2020-03-02,,\n697100,潮平,科创板,0,20210304,,CP\n',
    );
    expect(faults).toEqual([]);
    expect(count).toEqual({ added: 2, unchanged: 0, skipped: 0, failed: 0, warned: 0 });
    const rows = await table('instruments');
    expect(rows.find((one) => one.code === '697099')).toMatchObject({ initials: 'STLX', is_st: true });
    expect(rows.find((one) => one.code === '697100')).toMatchObject({ board: 'star', initials: 'CP' });
  });

  test('can be imported again, with Chinese headings and in a spreadsheet’s encoding', async () => {
    const path = join(portal.app.config.dataDir, 'a.csv');
    writeFileSync(
      path,
      iconv.encode('证券代码,证券简称,板块\n697012,禾垣电力,主板\n697900,岚屿,创业板\n', 'gbk'),
    );
    const importAgain = () => importMarketFile(ctx, { path, kind: 'instruments' });
    // The first row has no initials yet.
    expect(await importAgain()).toMatchObject({ added: 2, unchanged: 0 });
    expect(await importAgain()).toMatchObject({ added: 0, unchanged: 2 });
  });

  test('of two markets with one number stay apart, and an index may be known by its number alone', async () => {
    const header = 'code,name,board\n';
    await importCsv(
      'instruments',
      `${header}000001,一家银行,main\nSH000001,一个指数,index\n000300,另一个指数,index\n`,
    );
    const { count } = await importCsv('instruments', `${header}000300.SH,另一个指数,index\n`);
    expect(count).toMatchObject({ added: 0, unchanged: 1 });
    const codes = (await table('instruments')).map(({ code }) => code);
    expect(codes.filter((code) => /^000/.test(String(code)))).toEqual(['000001', '000001.SH', '000300']);
  });

  test.each([
    ['an unknown board', '697100,潮平,nasdaq,0,,,', '板块（board）不正确'],
    [
      'an end before the beginning',
      '697100,潮平,main,0,2021-03-04,2020-03-04,',
      '退市日期（delisted_on）应晚于',
    ],
    ['no name', '697100,,main,0,,,', '名称（name）为空'],
    ['a name with a NUL byte', '697100,潮\0平,main,0,,,', '名称（name）含有看不见的字符'],
    [
      'a name with a bidirectional control character',
      '697100,\u202e潮平,main,0,,,',
      '名称（name）含有看不见的字符',
    ],
    ['a code with a space', '697 100,潮平,main,0,,,', '代码（code）不正确'],
    ['a code that lost its zeros', '1,潮平,main,0,,,', '代码（code）不正确：1，应为 6 位数字'],
    ['a code that became a decimal', '697100.0,潮平,main,0,,,', '代码（code）不正确：697100.0'],
  ])('reports %s by line', async (_, line, reason) => {
    const { count, faults } = await importCsv(
      'instruments',
      `code,name,board,st,listed_on,delisted_on,initials\n697101,潮生,main,0,,,\n${line}\n`,
    );
    expect(count).toMatchObject({ added: 1, failed: 1 });
    expect(faults).toEqual([{ line: 3, reason: expect.stringContaining(reason) }]);
  });
});

test('forgets the cached contest pages when securities or trade days are added, and not without a change', async () => {
  const files: [MarketKind, string][] = [
    ['days', '日期\n2026-11-09\n'],
    ['instruments', 'code,name,board\n697777,澜石,main\n'],
  ];
  for (const [kind, csv] of files) {
    expect(await purgedBy(portal, () => importCsv(kind, csv)), kind).toEqual(['contest']);
    expect(await purgedBy(portal, () => importCsv(kind, csv)), `${kind} again`).toEqual([]);
  }
});

test('rejects a weekend as trade day, and accepts days far ahead', async () => {
  const { count, faults } = await importCsv('days', '日期\n2026-11-07\n2026/11/9\n2027-01-04\n2026-11-02\n');
  expect(count).toMatchObject({ added: 2, unchanged: 1, failed: 1 });
  expect(faults[0]).toEqual({ line: 2, reason: expect.stringContaining('周末') });
});

describe('daily quotes', () => {
  test('are stored exactly in 厘 and fen, and become the latest quotes', async () => {
    expect((await importCsv('daily', `${dailyHeader}\n${validRow}\n`)).count).toMatchObject({
      added: 1,
      failed: 0,
    });
    expect(await table('daily_quotes')).toMatchObject([
      { open: 10_000, high: 10_500, close: 10_200, limit_up: 11_000, volume: '120000', amount: '122400050' },
    ]);
    expect(await table('latest_quotes')).toMatchObject([
      { at: new Date('2026-11-02T15:00:00+08:00'), last: 10_200, previous_close: 10_000 },
    ]);
  });

  test.each([
    ['a zero price', row('0,10.50,9.90,10.20,10.00,,,1,1,0'), '开盘价（open）应大于 0'],
    ['a negative price', row('-1,10.50,9.90,10.20,10.00,,,1,1,0'), '开盘价（open）不是价格'],
    ['a price with too many decimals', row('10.0001,10.50,9.90,10.20,10.00,,,1,1,0'), '最多三位小数'],
    ['a high below the low', row('10,9.80,9.90,10.20,10.00,,,1,1,0'), '最高价（high）低于最低价'],
    ['a close above the high', row('10,10.50,9.90,10.60,10.00,,,1,1,0'), '最高价（high）低于开盘价或最新价'],
    [
      'a high beyond the limit',
      row('10,11.50,9.90,10.60,10.00,11.00,9.00,1,1,0'),
      '最高价（high）超出涨跌停价',
    ],
    ['only one of the two limits', row('10,10.50,9.90,10.20,10.00,11.00,,1,1,0'), '跌停价（limit_down）缺失'],
    ['no previous close', row('10,10.50,9.90,10.20,,,,1,1,0'), '昨收价（prev_close）不是价格：空'],
    ['half a share', row('10,10.50,9.90,10.20,10.00,,,1.5,1,0'), '成交量（volume）不是股数'],
    ['a word for a flag', row('10,10.50,9.90,10.20,10.00,,,1,1,maybe'), '停牌（suspended）应为 1 或 0'],
    ['an unknown code', '600000,2026-11-02,10,10,10,10,10,,,1,1,0', '600000 不在证券表里'],
    ['a malformed day', '697012,2026-02-30,10,10,10,10,10,,,1,1,0', '不是日期：2026-02-30'],
    ['a day that is no trade day', '697012,2026-10-30,10,10,10,10,10,,,1,1,0', '2026-10-30 不是交易日'],
    ['too many cells', `${validRow},9`, '列数不符'],
    ['too few cells', '697012,2026-11-02,10', '列数不符'],
  ])('report %s by line and import the other rows', async (_, line, reason) => {
    const { count, faults } = await importCsv(
      'daily',
      `${dailyHeader}\n${line}\n697305,2026-11-02,10,10,10,10,10,,,1,1,0\n`,
    );
    expect(count).toMatchObject({ added: 1, failed: 1 });
    expect(faults).toEqual([{ line: 2, reason: expect.stringContaining(reason) }]);
    expect(await table('daily_quotes')).toHaveLength(1);
    expect(await table('latest_quotes')).toHaveLength(1);
  });

  test('are rejected for a day that has not closed', async () => {
    now = new Date('2026-11-02T14:59:59+08:00');
    const { faults } = await importCsv('daily', `${dailyHeader}\n${validRow}\n`);
    expect(faults[0]?.reason).toContain('2026-11-02 还没有收盘');
  });

  test('keep the first of two rows with the same key: an identical second is skipped, a different one reported', async () => {
    const other = row('10.00,10.50,9.90,10.30,10.00,11.00,9.00,120000,1224000.50,0');
    const { count, faults } = await importCsv(
      'daily',
      `${dailyHeader}\n${validRow}\n${validRow}\n${other}\n`,
    );
    expect(count).toEqual({ added: 1, unchanged: 0, skipped: 1, failed: 1, warned: 0 });
    expect(faults).toEqual([{ line: 4, reason: '与第 2 行重复而内容不同，以第 2 行为准' }]);
    expect(await table('daily_quotes')).toMatchObject([{ close: 10_200 }]);
    expect((await importCsv('daily', `${dailyHeader}\n${validRow}\n`)).count).toMatchObject({
      added: 0,
      unchanged: 1,
    });
    expect((await importCsv('daily', `${dailyHeader}\n${other}\n`)).count).toMatchObject({
      added: 1,
      unchanged: 0,
    });
    expect(await table('daily_quotes')).toMatchObject([{ close: 10_300 }]);
  });

  test('are accepted in any order; missing days and wrong previous closes are warned about by line', async () => {
    const day = (date: string, close: string, before: string) =>
      `697012,${date},${close},${close},${close},${close},${before},,,1,1,0`;
    const { count, warnings } = await importCsv(
      'daily',
      [
        dailyHeader,
        day('2026-11-06', '10.40', '10.90'),
        day('2026-11-02', '10.20', '10.00'),
        day('2026-11-05', '10.30', '10.20'),
      ].join('\n'),
    );
    expect(count).toMatchObject({ added: 3, failed: 0, warned: 3 });
    expect(warnings).toEqual([
      {
        line: 2,
        reason: expect.stringContaining('昨收价（prev_close）10.90 不是前一个交易日的收盘价 10.30'),
      },
      { line: 4, reason: '在这一行之前缺 697012 在 2026-11-03 的行情' },
      { line: 4, reason: '在这一行之前缺 697012 在 2026-11-04 的行情' },
    ]);
    expect(await table('latest_quotes')).toMatchObject([{ last: 10_400 }]);
  });

  test('accept a previous close that a dividend explains', async () => {
    await importCsv('dividends', 'code,ex_day,cash,bonus\n697012,2026-11-03,5.00,0\n');
    const { warnings } = await importCsv(
      'daily',
      `${dailyHeader}\n${validRow}\n697012,2026-11-03,9.70,9.70,9.70,9.70,9.70,,,1,1,0\n`,
    );
    expect(warnings).toEqual([]);
  });

  test('need only the last price of a suspended security', async () => {
    const { count } = await importCsv('daily', `${dailyHeader}\n${row('0,0,0,,10.00,11.00,9.00,0,0,1')}\n`);
    expect(count).toMatchObject({ added: 1 });
    expect(await table('daily_quotes')).toMatchObject([{ open: 10_000, close: 10_000, is_suspended: true }]);
  });

  test('cannot change a close that a season has cleared', async () => {
    await importCsv('daily', `${dailyHeader}\n${validRow}\n`);
    await sql`
      with season as (
        insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, cleared_on)
        values ('甲', '2026-11-02', '2026-11-30', 10000000, '{main}', '2026-11-03') returning id
      ), player as (
        insert into contest_players (season_id, mobile_hash) select id, '\\x01' from season returning id
      )
      insert into contest_holdings (player_id, code, quantity) select id, '697012', 0 from player`.execute(
      ctx.db,
    );
    const { count, faults } = await importCsv(
      'daily',
      [
        dailyHeader,
        row('10.00,10.60,9.90,10.20,10.00,11.00,9.00,1,1,0'),
        '697012,2026-11-03,10,10,10,10,10.20,,,1,1,0',
        '697012,2026-11-04,10,10,10,10,10,,,1,1,0',
        '697305,2026-11-03,10,10,10,10,10,,,1,1,0',
      ].join('\n'),
    );
    expect(count).toMatchObject({ added: 3, failed: 1 });
    expect(faults).toEqual([{ line: 3, reason: expect.stringContaining('2026-11-03 已经清算') }]);
    const paid = await importCsv(
      'dividends',
      'code,ex_day,cash\n697012,2026-11-03,1.00\n697305,2026-11-03,1.00\n',
    );
    expect(paid.faults).toEqual([{ line: 2, reason: expect.stringContaining('除权日 2026-11-03 已到') }]);
  });
});

test('rejects a dividend on a day without trade, which would never be paid, and accepts one outside the calendar', async () => {
  await sql`insert into trade_days values ('2026-11-09')`.execute(ctx.db);
  const { count, faults } = await importCsv(
    'dividends',
    'code,ex_day,cash\n697012,2026-11-07,1\n697012,2026-11-05,1\n697305,2026-12-05,1\n697305,2025-11-01,1\n',
  );
  expect(count).toMatchObject({ added: 3, failed: 1 });
  expect(faults).toEqual([{ line: 2, reason: expect.stringContaining('2026-11-07 不是交易日') }]);
});

describe('intraday quotes', () => {
  const quote = (time: string, last: string, date = '2026-11-06') =>
    `697012,${date},${time},10.00,10.60,9.90,${last},10.00,11.00,9.00,1000,10200.00,0`;

  test('older than the latest quote are stored as history and leave it unchanged', async () => {
    await importCsv(
      'intraday',
      `${intradayHeader}\n${quote('10:00:03', '10.20')}\n${quote('10:00:00', '10.10')}\n`,
    );
    expect(await table('latest_quotes')).toMatchObject([
      { last: 10_200, at: new Date('2026-11-06T10:00:03+08:00') },
    ]);
    expect(
      (await importCsv('intraday', `${intradayHeader}\n${quote('09:59:00', '10.50')}\n`)).count,
    ).toMatchObject({
      added: 1,
    });
    expect(await table('latest_quotes')).toMatchObject([{ last: 10_200 }]);
    expect((await table('intraday_quotes')).map(({ last }) => last)).toEqual([10_500, 10_100, 10_200]);
  });

  test.each([
    ['a time in the future', quote('16:00:06', '10.20'), '还没有到'],
    ['no time', quote('25:00:00', '10.20'), '时间（time）不是时刻'],
    ['a zero price', quote('10:00:00', '0'), '最新价（last）应大于 0'],
    ['a day that is no trade day', quote('10:00:00', '10.20', '2026-11-07'), '2026-11-07 不是交易日'],
  ])('reject %s', async (_, line, reason) => {
    const { count, faults } = await importCsv('intraday', `${intradayHeader}\n${line}\n`);
    expect(count).toMatchObject({ added: 0, failed: 1 });
    expect(faults[0]?.reason).toContain(reason);
    expect(await table('intraday_quotes')).toEqual([]);
  });
});

test.each<[MarketKind, string, string]>([
  ['daily', 'code,date\n', '文件缺少列：开盘价（open）'],
  ['instruments', '', '文件是空的'],
  ['days', 'date,日期\n', '文件有两列日期（date）'],
])('rejects a %s file that cannot be read as a whole', async (kind, csv, message) => {
  await expect(importCsv(kind, csv)).rejects.toThrow(message);
});

test('an unclosed quotation mark loses the rows after it, not those before it', async () => {
  const { count, faults } = await importCsv('days', 'date\n2026-11-09\n"2026-11-10\n2026-11-11\n');
  expect(count).toMatchObject({ added: 1, failed: 1 });
  expect(faults[0]).toEqual({ line: 3, reason: expect.stringContaining('引号没有闭合') });
});

test('a dry run writes nothing', async () => {
  const count = await importMarket(ctx, {
    text: [`${dailyHeader}\n${validRow}\n`],
    kind: 'daily',
    isDryRun: true,
  });
  expect(count).toMatchObject({ added: 1, failed: 0 });
  expect(await table('daily_quotes')).toEqual([]);
});
