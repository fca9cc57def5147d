import { defineFeature } from '#kernel/feature.ts';
import { stockRoutes } from './routes.ts';

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
  routes: stockRoutes,
  tables: { content: ['stocks'], options: { stocks: { label: '股票' } } },
});
