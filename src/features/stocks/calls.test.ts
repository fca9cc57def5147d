import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { importStocks } from './import.ts';

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

const ask = async (query: Record<string, string>) =>
  (await portal.ask('GET /reception/stocks', { query })).body;

test.each([
  ['3007', ['300750']],
  ['宁德', ['300750']],
  ['宁王', ['300750']],
  ['３００', ['300014', '300750']],
  ['茅台', ['600519']],
  ['德', []],
  ['%', []],
])('%j may mean %j', async (keyword, codes) => {
  const { data } = await ask({ keyword });
  expect(data.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('nothing typed means nothing, and no more come than were asked for', async () => {
  expect((await ask({ keyword: ' ' })).data).toEqual([]);
  expect((await ask({})).data).toEqual([]);
  expect((await ask({ keyword: '300', size: '1' })).data).toHaveLength(1);
});

test('what is too long, or no size, is refused by name', async () => {
  expect((await ask({ keyword: '宁'.repeat(51) })).msg).toBe('关键词（keyword）过长，最多 50 个字');
  expect((await ask({ keyword: '宁', size: '0' })).msg).toContain('每页条数（size）');
});
