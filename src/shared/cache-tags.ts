/**
 * The tags by which caches are invalidated. A change purges tags, a page or a cached read lists those it is made from: a
 * tag that is misspelt on either side would leave a page that never goes stale, so only these compile. A feature adds its
 * own here.
 */
export type CacheTag =
  | 'adverts'
  | 'agreements'
  | 'columns'
  /** Seasons, boards and players of the contest. */
  | 'contest'
  | 'know'
  /** Rules and securities of the contest's market. */
  | 'market'
  /** What the portal has reached once and for all. */
  | 'milestones'
  | 'pins'
  | 'plans'
  /** Any post. */
  | 'posts'
  /** What roles may do; purged by a trigger (`db/migrations/20261121125000-identity-purge.sql`). */
  | 'roles'
  | 'sensitive-words'
  | 'settings'
  | 'stocks'
  | ReturnType<typeof authorTag | typeof columnTag | typeof memberTag | typeof postTag>;

export const authorTag = (id: string) => `author:${id}` as const;

/** The lists of one column. */
export const columnTag = (id: string) => `column:${id}` as const;

/** Sessions and grants of one member; purged by triggers of the same migration. */
export const memberTag = (id: string) => `member:${id}` as const;

export const postTag = (id: string) => `post:${id}` as const;
