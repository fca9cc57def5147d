export { importStocks } from './import.ts';
export { stocksStartingWith, stockTable, stockWords } from './reads.ts';
export { stockRoutes } from './routes.ts';
export { findSecurities, nameSecurities } from './securities.ts';
