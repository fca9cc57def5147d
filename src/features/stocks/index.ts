import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { stocksStartingWith } from './reads.ts';
import { stocks, stocksQuery } from './schema.ts';

export { importStocks } from './import.ts';
export { findSecurities, nameSecurities, stocksStartingWith, stockTable, stockWords } from './reads.ts';

export const feature = defineFeature({
  name: 'stocks',
  routes: [
    get('/reception/stocks', {
      access: 'open',
      summary: 'Stocks whose code, name or an alias begins with what has been typed.',
      query: stocksQuery,
      data: stocks,
      run: async (ctx, { query: { keyword = '', size } }) =>
        (await stocksStartingWith(ctx, keyword, size)).map(({ code, name }) => ({ code, name })),
    }),
  ],
  tables: { content: ['stocks'], options: { stocks: { label: '股票' } } },
});
