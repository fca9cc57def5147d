export { listBoard } from './board-queries.ts';
export { clearDay, payDividends } from './clear-day.ts';
export { fillOrders } from './fill-orders.ts';
export { type PlayersOrder, placeOrders } from './place-orders.ts';
export { recomputeSeason } from './recompute.ts';
export { findSeason } from './season-queries.ts';
