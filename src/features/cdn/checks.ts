export { oldestPurge } from './queries.ts';
export { openTarget } from './targets.ts';
