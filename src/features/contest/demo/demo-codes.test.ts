import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { inventedCompanies } from '../market/generator/invented-securities.ts';

const folder = join(import.meta.dirname, '../../../../db/seeds/demo');

test('every code in an article of the demo is in its stock table, and has a market by the same name', () => {
  const table = parse(readFileSync(join(folder, 'stocks.csv')), { columns: true }) as {
    code: string;
    name: string;
  }[];
  const names = new Map(table.map(({ code, name }) => [code, name]));
  const posts = readdirSync(join(folder, 'posts')).map((file) =>
    readFileSync(join(folder, 'posts', file), 'utf8'),
  );
  const codes = posts
    .flatMap((text) => /^stockCodes: (\[.*\])$/m.exec(text)?.[1] ?? [])
    .flatMap((list) => {
      const found: string[] = JSON.parse(list);
      return found;
    });
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !names.has(code))).toEqual([]);
  const market = new Map(inventedCompanies.map(({ code, name }) => [code, name]));
  const differing = [...new Set(codes)].filter((code) => market.get(code) !== names.get(code));
  expect(differing).toEqual([]);
  expect(market.size).toBe(inventedCompanies.length);
});
