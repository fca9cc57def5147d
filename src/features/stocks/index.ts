import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { findStocksByPrefix } from './reads.ts';
import { stocks, stocksQuery } from './schema.ts';

export { importStocks } from './import-stocks.ts';
export {
  findSecurities,
  findSecuritiesByCode,
  findStockNamed,
  findStocksByCode,
  findStocksByPrefix,
  stockTable,
  stockWords,
} from './reads.ts';

export const feature = defineFeature({
  name: 'stocks',
  routes: [
    get('/reception/stocks', {
      access: 'open',
      summary: 'Lists stocks whose code, name or alias, pinyin or initials begin with the text typed so far.',
      query: stocksQuery,
      data: stocks,
      run: async (ctx, { query: { keyword = '', size } }) =>
        (await findStocksByPrefix(ctx, keyword, size)).map(({ code, name }) => ({ code, name })),
    }),
  ],
  tables: { content: ['stocks'], options: { stocks: { label: '股票' } } },
});
