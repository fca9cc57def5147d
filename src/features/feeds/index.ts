export { fetchDueFeeds } from './fetch-source.ts';
export type { FeedParts } from './queue.ts';
export { feedRoutes } from './routes.ts';
export { refuseFedColumn, tidyFeeds } from './service.ts';
