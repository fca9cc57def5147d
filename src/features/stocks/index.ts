export { importStocks, type StockImport } from './import.ts';
export { listStocksByPrefix, type StockRow } from './queries.ts';
export { stocksTag, stockTable, stockWords } from './reads.ts';
