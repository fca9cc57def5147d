import type { Database } from '#kernel/context.ts';

export type PaywalledRow = {
  id: string;
  kind: string;
  column_id: string;
  author_id: string;
  stock_codes: string[];
  tags: string[];
  title: string;
  html: string;
  open_html: string;
  headings: unknown;
  attachments: unknown;
};

/** Lists published posts with a locked part, by descending id below `before`; by the primary key. */
export const listPaywalledBodies = (
  db: Database,
  { before, limit }: { before: string | null; limit: number },
): Promise<PaywalledRow[]> =>
  db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.column_id', 'p.author_id', 'p.stock_codes', 'p.tags', 'p.title'])
    .select(['b.html', 'b.open_html', 'b.headings', 'b.attachments'])
    .where('p.state', '=', 'published')
    .where('p.access', '<>', 'public')
    .$if(before !== null, (rows) =>
      // PostgreSQL does not conclude the second from the first, and would read all newer bodies for each batch.
      rows.where('p.id', '<', before ?? '').where('b.post_id', '<', before ?? ''),
    )
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();

export async function countPaywalledBodies(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'published')
    .where('access', '<>', 'public')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type OpenRow = {
  id: string;
  access: string;
  title: string;
  summary: string;
  headings: unknown;
  html: string;
  open_html: string;
};

/** Lists the open parts of published posts, by ascending id above `after`; by the primary key. */
export const listOpenBodies = (
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<OpenRow[]> =>
  db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.access', 'p.title', 'p.summary', 'b.headings', 'b.html', 'b.open_html'])
    .where('p.state', '=', 'published')
    .where('p.id', '>', after)
    // As above.
    .where('b.post_id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute();
