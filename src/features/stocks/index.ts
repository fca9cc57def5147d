export { importStocks } from './import.ts';
export { stockTable, stockWords } from './reads.ts';
