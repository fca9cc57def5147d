import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
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
