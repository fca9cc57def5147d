import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { importStocks } from './import-stocks.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const file = join(mkdtempSync(join(tmpdir(), 'stocks-')), 'stocks.csv');
  writeFileSync(
    file,
    'code,name,market,aliases\n300750,宁德时代,SZ,宁王\n300014,亿纬锂能,SZ,\n600519,贵州茅台,SH,茅台\n',
  );
  await importStocks(portal.ctx, file, () => undefined);
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

test('refuses a text that is too long and an invalid size by name', async () => {
  expect((await listStocks({ keyword: '宁'.repeat(51) })).msg).toBe('关键词过长，最多 50 个字');
  expect((await listStocks({ keyword: '宁', size: '0' })).msg).toContain('每页条数');
});
