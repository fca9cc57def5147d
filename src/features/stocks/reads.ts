import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { listStocks } from './queries.ts';

export const stocksTag = 'stocks';

/** The whole stock table, kept in memory until an import changes it: it links codes and feeds the dictionary. */
export const stockTable = remembered([stocksTag], (ctx: Context) => listStocks(ctx.db));

/** Names and aliases: words that are never cut when text is segmented (宁德时代 is one word). */
export async function stockWords(ctx: Context): Promise<string[]> {
  return (await stockTable(ctx)).flatMap(({ name, aliases }) => [name, ...aliases]);
}
