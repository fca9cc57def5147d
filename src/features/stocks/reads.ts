import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { createWordFinder } from '#kernel/find-words.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { toCsv } from '#shared/csv.ts';
import { stockCodeForms } from '#shared/stock-code.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import { normalise, stripControlCharacters } from '#shared/text/normalise.ts';
import { listStocks, type StockRow } from './queries.ts';
import type { stockListQuery, stockPage } from './schema.ts';

/** Returns the whole stock table, cached until an import changes it. It links codes and feeds the dictionary. */
export const stockTable = cachedByTag(['stocks'], (ctx: Context) => listStocks(ctx.db));

/** Returns names and aliases, which the segmenter never splits (宁德时代 is one word). */
export async function stockWords(ctx: Context): Promise<string[]> {
  return (await stockTable(ctx)).flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** Finds stocks by code in the cached table; omits unknown ones. */
export async function findStocksByCode(
  ctx: Context,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StockRow>> {
  const stocks = await stocksByCode(ctx);
  return new Map(
    codes.flatMap((code) => {
      const stock = stocks.get(code);
      return stock ? [[code, stock] as const] : [];
    }),
  );
}

const stocksByCode = cachedByTag(
  ['stocks'],
  async (ctx: Context) => new Map((await stockTable(ctx)).map((stock) => [stock.code, stock])),
);

/** Returns the stocks whose code, name or an alias contains the keyword, by code. */
export async function readStockList(
  ctx: Context,
  { keyword = '', size, cursor = '' }: z.output<typeof stockListQuery>,
): Promise<z.input<typeof stockPage>> {
  const typed = await foldTyped(keyword);
  const found = (await stocksWithNames(ctx))
    .filter(({ words }) => words.some((word) => word.includes(typed)))
    .map(({ stock }) => stock)
    // Not by the database's collation, which may order a point otherwise.
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  const { shown, last } = cutPage(
    found.filter(({ code }) => code > cursor),
    size,
  );
  return { records: shown, total: found.length, cursor: last?.code ?? null };
}

/** Returns the whole table as the file that an import reads. */
export async function exportStocks(ctx: Context): Promise<BinaryFile> {
  const rows = (await stockTable(ctx)).map(({ code, name, market, aliases }) => [
    code,
    name,
    market,
    aliases.join('|'),
  ]);
  return { name: '股票.csv', bytes: Buffer.from(toCsv(['代码', '名称', '市场', '别名'], rows)) };
}

/**
 * Returns up to `max` stocks whose code, name or an alias begins with the typed text, also in traditional characters, in
 * pinyin or by initials; none for an empty text. Reads the cached table.
 */
export async function findStocksByPrefix(ctx: Context, typed: string, max: number): Promise<StockRow[]> {
  const start = await foldTyped(typed);
  if (start === '') return [];
  const found: StockRow[] = [];
  for (const { stock, words } of await typedWords(ctx, start)) {
    if (words.some((word) => word.startsWith(start))) found.push(stock);
    if (found.length === max) break;
  }
  return found;
}

/**
 * Returns the one stock whose code, name or an alias is the typed text, else the one whose pinyin or initials are;
 * undefined if there is none or several.
 */
export async function findStockNamed(ctx: Context, typed: string): Promise<StockRow | undefined> {
  const whole = await foldTyped(typed);
  if (whole === '') return undefined;
  const stocks = await typedWords(ctx, whole);
  for (const onlyNames of [true, false]) {
    const found = stocks.filter(({ words, names }) =>
      (onlyNames ? words.slice(0, names) : words).includes(whole),
    );
    if (found.length > 0) return found.length === 1 ? found[0]?.stock : undefined;
  }
  return undefined;
}

async function foldTyped(typed: string): Promise<string> {
  const { simplify } = await import('#shared/text/simplify.ts');
  return simplify(normalise(stripControlCharacters(typed).trim().toWellFormed()));
}

/** `words` are the code, the name and the aliases, then how the latter are typed in pinyin, if that is asked for. */
type TypedStock = { stock: StockRow; words: string[]; names: number };

const typedWords = (ctx: Context, typed: string): Promise<TypedStock[]> =>
  /^[a-z0-9]+$/.test(typed) && /[a-z]/.test(typed) ? stocksWithPinyin(ctx) : stocksWithNames(ctx);

const stocksWithNames = cachedByTag(['stocks'], async (ctx: Context): Promise<TypedStock[]> => {
  const { simplify } = await import('#shared/text/simplify.ts');
  return (await stockTable(ctx)).map((stock) => {
    const words = [stock.code, stock.name, ...stock.aliases].map((word) => simplify(normalise(word)));
    return { stock, words, names: words.length };
  });
});

/** Stocks converted to pinyin before yielding to the event loop; a hundred take about 10 ms. */
const stocksPerSlice = 100;

// Apart from the names, since most readers type Chinese, which needs no pinyin dictionary.
const stocksWithPinyin = cachedByTag(['stocks'], async (ctx: Context): Promise<TypedStock[]> => {
  const { pinyinOf } = await import('#shared/text/pinyin.ts');
  const stocks: TypedStock[] = [];
  for (const { stock, words, names } of await stocksWithNames(ctx)) {
    const typed = words.slice(1).flatMap((name) => Object.values(pinyinOf(name)));
    stocks.push({ stock, words: [...words, ...typed], names });
    if (stocks.length % stocksPerSlice === 0) await setImmediate();
  }
  return stocks;
});

/** A security of the stock table, by its name there. */
type Security = { code: string; name: string };

/**
 * Finds the securities that a text names by name, alias or code, in the order of their codes. A name matches also in
 * full width and with spaces or signs between its characters; six digits are a code unless they are an amount.
 */
export async function findSecurities(ctx: Context, text: string): Promise<Security[]> {
  const { find, names } = await finderOf(ctx);
  const codes = new Set((await find(text)).map(({ data }) => data));
  for (const written of codesIn(text)) {
    const code = stockCodeForms(written).find((form) => names.has(form));
    if (code !== undefined) codes.add(code);
  }
  return [...codes].sort().map((code) => ({ code, name: names.get(code) ?? '' }));
}

export async function findSecuritiesByCode(ctx: Context, codes: readonly string[]): Promise<Security[]> {
  const { names } = await finderOf(ctx);
  return [...new Set(codes)].flatMap((code) => {
    const name = names.get(code);
    return name === undefined ? [] : [{ code, name }];
  });
}

// The words of five thousand stocks are prepared once per change of the table.
const finderOf = cachedByTag(['stocks'], async (ctx: Context) => {
  const stocks = await stockTable(ctx);
  const words = stocks.flatMap(({ code, name, aliases }) =>
    [name, ...aliases].map((word) => ({ word: foldWord(word), data: code })),
  );
  return {
    // One character is ambiguous: 中 names no stock.
    find: createWordFinder(words.filter(({ word }) => [...word].length > 1)),
    names: new Map(stocks.map(({ code, name }) => [code, name])),
  };
});

// Six digits that are not part of a longer number or word, an amount of money or a count.
const codePattern =
  /(?<![\p{Script=Latin}\p{N}.,¥￥$])((?:(?:SH|SZ|BJ)[:：]?)?\d{6}(?:\.(?:SH|SZ|BJ|SS)(?![\p{Script=Latin}\p{N}]))?)(?!\.(?:SH|SZ|BJ|SS))(?![\d,])(?!\.\d)(?!\s*[元万亿千百股手人份户台辆吨次个年日%％])/giu;

const codesIn = (text: string): string[] =>
  [...text.normalize('NFKC').matchAll(codePattern)].flatMap(([, found]) => found ?? []);
