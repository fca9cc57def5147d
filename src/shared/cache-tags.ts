/**
 * The tags for cache invalidation. A change purges tags; a page or a cached read lists the tags it depends on. A tag
 * misspelt on either side would leave a page that never becomes stale, so only these tags compile. A feature adds its
 * own tags here.
 */
export type CacheTag =
  | 'adverts'
  | 'agreements'
  | 'columns'
  /** Seasons, boards and players of the contest. */
  | 'contest'
  /** Events of the economic calendar. */
  | 'economic-events'
  /** The layout of the home page. */
  | 'home'
  /** The links of footer and menu, which every page shows. */
  | 'footer'
  | 'know'
  /** Rules and securities of the contest's market. */
  | 'market'
  /** Steps of the setup guide that are complete and cannot become incomplete. */
  | 'milestones'
  /** The publisher's own pages. */
  | 'own-pages'
  | 'pins'
  | 'plans'
  /** Any post. */
  | 'posts'
  /** Old addresses and where they lead. */
  | 'redirects'
  /** Permissions of roles; purged by a trigger (`db/migrations/20261121125000-identity-purge.sql`). */
  | 'roles'
  | 'sensitive-words'
  | 'settings'
  | 'stocks'
  /** Names, descriptions and counts of the tags of posts. */
  | 'tags'
  /** Headed, ordered collections of posts. */
  | 'topics'
  | ReturnType<typeof authorTag | typeof columnTag | typeof memberTag | typeof postTag>;

export const authorTag = (id: string) => `author:${id}` as const;

/** The lists of one column. */
export const columnTag = (id: string) => `column:${id}` as const;

/** Sessions and grants of one member; database triggers purge it. */
export const memberTag = (id: string) => `member:${id}` as const;

export const postTag = (id: string) => `post:${id}` as const;
