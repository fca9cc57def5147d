import { detailPath } from '#client/routes.ts';
import { measuredColumn } from './fill.ts';
import type { Portal } from './portal.ts';

export const homePath = '/index';

/** Returns paths of different articles in the measured column, newest first, from `offset`. */
export async function articlePaths({ query }: Portal, count: number, offset = 0): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select id::text from posts where column_id = $1 and state = 'published'
     order by published_at desc, posts.id desc limit $2 offset $3`,
    [measuredColumn, count, offset],
  );
  return rows.map(({ id }) => detailPath(measuredColumn, id));
}
