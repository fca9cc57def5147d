import { inject } from 'vitest';

/**
 * Number of runs of a property test that needs a database. `npm test` makes a few with a new seed each time;
 * `npm run test:deep` makes `deep`.
 */
export const runs = (deep: number): number => (inject('isDeep') ? deep : Math.ceil(deep / 8));
