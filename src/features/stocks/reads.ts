import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { createFinder } from '#kernel/find-words.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import { cleanText, normalise } from '#shared/text/normalise.ts';
import { listStocks, type StockRow } from './queries.ts';

/** The whole stock table, kept in memory until an import changes it: it links codes and feeds the dictionary. */
export const stockTable = remembered(['stocks'], (ctx: Context) => listStocks(ctx.db));

/** Names and aliases: words that are never cut when text is segmented (宁德时代 is one word). */
export async function stockWords(ctx: Context): Promise<string[]> {
  return (await stockTable(ctx)).flatMap(({ name, aliases }) => [name, ...aliases]);
}

/**
 * Stocks of which code, name or an alias begins with what somebody has typed, `most` of them; none for nothing typed.
 * From the table in memory.
 */
export async function stocksStartingWith(ctx: Context, typed: string, most: number): Promise<StockRow[]> {
  const start = normalise(cleanText(typed).trim().toWellFormed());
  if (start === '') return [];
  const found: StockRow[] = [];
  for (const stock of await stockTable(ctx)) {
    const { code, name, aliases } = stock;
    if ([code, name, ...aliases].some((word) => normalise(word).startsWith(start))) found.push(stock);
    if (found.length === most) break;
  }
  return found;
}

/** A security of the stock table, by the name it has there. */
type Security = { code: string; name: string };

/**
 * The securities that a text names, by name, alias or code, in the order of their codes. A name is found also in full
 * width and with spaces or signs between its characters; six digits are a code unless they are an amount.
 */
export async function findSecurities(ctx: Context, text: string): Promise<Security[]> {
  const { find, names } = await finderOf(ctx);
  const codes = new Set((await find(text)).map(({ data }) => data));
  for (const code of codesIn(text)) if (names.has(code)) codes.add(code);
  return [...codes].sort().map((code) => ({ code, name: names.get(code) ?? '' }));
}

/** Those of these codes that the stock table has. */
export async function nameSecurities(ctx: Context, codes: readonly string[]): Promise<Security[]> {
  const { names } = await finderOf(ctx);
  return [...new Set(codes)].flatMap((code) => {
    const name = names.get(code);
    return name === undefined ? [] : [{ code, name }];
  });
}

// The words of five thousand stocks are prepared once for each change of the table.
const finderOf = remembered(['stocks'], async (ctx: Context) => {
  const stocks = await stockTable(ctx);
  const words = stocks.flatMap(({ code, name, aliases }) =>
    [name, ...aliases].map((word) => ({ word: foldWord(word), data: code })),
  );
  return {
    // One character says nothing: 中 is no name of a stock.
    find: createFinder(words.filter(({ word }) => [...word].length > 1)),
    names: new Map(stocks.map(({ code, name }) => [code, name])),
  };
});

// Not part of a longer number or word, no amount of money and no count.
const code =
  /(?<![\p{Script=Latin}\p{N}.,¥￥$])(?:(?:SH|SZ|BJ)[:：]?)?(\d{6})(?![\d,])(?!\.\d)(?!\s*[元万亿千百股手人份户台辆吨次个年日%％])/giu;

const codesIn = (text: string): string[] =>
  [...text.normalize('NFKC').matchAll(code)].flatMap(([, found]) => found ?? []);
