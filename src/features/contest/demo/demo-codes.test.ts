import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { inventedCompanies } from '../market/generator/invented-securities.ts';

const folder = join(import.meta.dirname, '../../../../db/seeds/demo');

type Stock = { code: string; name: string; aliases: string };
const stocks: Stock[] = parse(readFileSync(join(folder, 'stocks.csv')), { columns: true });
const byCode = new Map(stocks.map((stock) => [stock.code, stock]));
const posts = readdirSync(join(folder, 'posts')).map((file) =>
  readFileSync(join(folder, 'posts', file), 'utf8'),
);

test('every code in an article of the demo is in its stock table, and has a market by the same name', () => {
  const codes = posts
    .flatMap((text) => /^stockCodes: (\[.*\])$/m.exec(text)?.[1] ?? [])
    .flatMap((list) => {
      const found: string[] = JSON.parse(list);
      return found;
    });
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !byCode.has(code))).toEqual([]);
  const market = new Map(inventedCompanies.map(({ code, name }) => [code, name]));
  const differing = [...new Set(codes)].filter((code) => market.get(code) !== byCode.get(code)?.name);
  expect(differing).toEqual([]);
  expect(market.size).toBe(inventedCompanies.length);
});

test('every code after a name in the text of a demo post is that of the company', () => {
  const mentions = posts.flatMap((text) => [...text.matchAll(/(\p{Script=Han}+)（(\d{6})）/gu)]);
  expect(mentions.length).toBeGreaterThan(40);
  const wrong = mentions.filter(([, before = '', code = '']) => {
    const stock = byCode.get(code);
    const names = stock ? [stock.name, ...stock.aliases.split('|').filter(Boolean)] : [];
    return !names.some((name) => before.endsWith(name));
  });
  expect(wrong.map(([mention]) => mention)).toEqual([]);
});
