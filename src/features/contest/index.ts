export { listBoard } from './boards/board-queries.ts';
export { clearDay, payDividends } from './clearing/clear-day.ts';
export { recomputeSeason } from './clearing/recompute.ts';
export { contestRoutes } from './routes.ts';
export { findSeason } from './seasons/season-queries.ts';
export { contestTag } from './tags.ts';
export { fillOrders } from './trading/fill-orders.ts';
export { type PlayersOrder, placeOrders } from './trading/place-orders.ts';
