import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '#kernel/storage/decode.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { importStocks } from './import-stocks.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const file = join(mkdtempSync(join(tmpdir(), 'stocks-')), 'stocks.csv');
  writeFileSync(
    file,
    'code,name,market,aliases\n300750,宁德时代,SZ,宁王|麒麟电池\n300014,亿纬锂能,SZ,\n600519,贵州茅台,SH,茅台\n',
  );
  await importStocks(portal.ctx, readText(file));
});
afterAll(() => portal.close());

const listStocks = async (query: Record<string, string>) =>
  (await portal.call('GET /reception/stocks', { query })).body;

test.each([
  ['3007', ['300750']],
  ['宁德', ['300750']],
  ['宁王', ['300750']],
  ['３００', ['300014', '300750']],
  ['茅台', ['600519']],
  ['寧德時代', ['300750']],
  ['gzmt', ['600519']],
  ['Guizhou', ['600519']],
  ['ningd', ['300750']],
  ['德', []],
  ['%', []],
])('finds for %j the stocks %j', async (keyword, codes) => {
  const { data } = await listStocks({ keyword });
  expect(data.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('suggests nothing for an empty text and respects the limit', async () => {
  expect((await listStocks({ keyword: ' ' })).data).toEqual([]);
  expect((await listStocks({})).data).toEqual([]);
  expect((await listStocks({ keyword: '300', size: '1' })).data).toHaveLength(1);
});

test('refuses codes that cannot be one by line, and reads the formula and the prefix that keep zeros', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const body = new FormData();
  const rows = [
    '1,甲',
    '300750.0,乙',
    '6 00519,丙',
    '"=""000002""",丁',
    'sz000003,戊',
    '000001.SH,己',
    '7E+05,庚',
  ];
  body.append('file', new Blob([`代码,名称\n${rows.join('\n')}\n`]), '股票.csv');
  const { data } = (await portal.call('POST /admin/stock/import', { token, body })).body;
  expect(data).toMatchObject({ added: 3, failed: 4 });
  expect(data.faults.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 8]);
  expect(data.faults[0].message).toBe(
    '代码“1”不像证券代码，应为 6 位数字，如 600519；表格软件去掉的零要补上',
  );
  const ids = ['000001.SH', '000002', '000003'];
  expect((await listStocks({ keyword: '己' })).data).toEqual([{ code: '000001.SH', name: '己' }]);
  const deleted = await portal.call('POST /admin/stock/delete', { token, body: { ids } });
  expect(deleted.status).toBe(200);
});

test('exports a table that an import reads as the same, with every alias', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const { text } = await portal.call('GET /admin/stock/export', { token });
  expect(text).toContain('300750,宁德时代,SZ,宁王|麒麟电池');
  const body = new FormData();
  body.append('file', new Blob([text]), '股票.csv');
  const imported = await portal.call('POST /admin/stock/import', { token, body });
  expect(imported.body.data).toEqual({ added: 0, changed: 0, unchanged: 3, failed: 0, faults: [] });
});

test('refuses a text that is too long and an invalid size by name', async () => {
  expect((await listStocks({ keyword: '宁'.repeat(51) })).msg).toBe('关键词过长，最多 50 个字');
  expect((await listStocks({ keyword: '宁', size: '0' })).msg).toContain('每页条数');
});

test('staff add, change, import, export and delete stocks', async () => {
  const own = await openPortal();
  try {
    const { token } = await logIn(own, { role: 'admin' });
    const { token: author } = await logIn(own, { role: 'operator' });
    const call = async (key: `${'GET' | 'POST'} ${string}`, options: object = {}) =>
      (await own.call(key, { token, ...options })).body;
    const save = (body: object) => call('POST /admin/stock/save', { body });
    const purged = (work: () => Promise<unknown>) => purgedBy(own, work);
    const list = async (query: object = {}) => (await call('GET /admin/stock/list', { query })).data;
    const maotai = { code: '600519', name: '贵州茅台', market: 'SH', aliases: ['茅台'] };
    expect(await save({ ...maotai, isNew: false })).toMatchObject({ code: 404 });
    expect(await purged(() => save({ ...maotai, isNew: true }))).toEqual(['stocks']);
    expect(await save({ ...maotai, isNew: true })).toMatchObject({
      code: 409,
      msg: '代码 600519 已经是贵州茅台',
    });
    expect(await save({ ...maotai, code: '六百', isNew: true })).toMatchObject({
      code: 400,
      msg: '代码应为数字和大写字母，至多 12 位，如 600519',
    });
    expect(await purged(() => save({ ...maotai, name: '茅台酒', isNew: false }))).toEqual(['stocks']);
    expect(
      (await own.call('GET /reception/stocks', { query: { keyword: '茅台酒' } })).body.data,
    ).toHaveLength(1);
    const text = [
      '代码,名称,别名',
      '300750,宁德时代,宁王|宁德',
      '300750,又一个,',
      'bad!,坏,',
      '600519,茅台酒,茅台',
      '',
    ].join('\n');
    const body = new FormData();
    body.append('file', new Blob([text]), 's.csv');
    let imported: Body;
    const load = async () => {
      imported = await call('POST /admin/stock/import', { body });
    };
    expect(await purged(load)).toEqual(['stocks']);
    expect(imported.data).toEqual({
      ...{ added: 1, changed: 1, unchanged: 0, failed: 2 },
      faults: [
        { line: 3, message: '代码 300750 在前面已经出现' },
        { line: 4, message: '代码应为数字和大写字母，至多 12 位，如 600519' },
      ],
    });
    const first = await list({ size: '1' });
    expect(first).toMatchObject({ records: [{ code: '300750' }], total: 2, cursor: '300750' });
    expect(await list({ size: '1', cursor: first.cursor })).toMatchObject({
      records: [{ code: '600519' }],
      cursor: null,
    });
    expect((await list({ keyword: '宁王' })).records).toHaveLength(1);
    const remove = () => call('POST /admin/stock/delete', { body: { ids: ['600519', '600519'] } });
    expect(await purged(async () => expect(await remove()).toMatchObject({ data: 1 }))).toEqual(['stocks']);
    expect(await purged(remove)).toEqual([]);
    expect((await own.call('GET /reception/stocks', { query: { keyword: '茅台酒' } })).body.data).toEqual([]);
    expect((await own.call('GET /admin/stock/list', { token: author })).body.code).toBe(403);
  } finally {
    await own.close();
  }
});
