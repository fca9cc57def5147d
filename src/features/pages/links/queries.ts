import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

/** Whether the footer or the menu links to this page. */
export async function isLinked(trx: Trx, pageId: string): Promise<boolean> {
  const inGroup = JSON.stringify([{ links: [{ pageId }] }]);
  const inMenu = JSON.stringify([{ link: { pageId } }]);
  const { rows } = await sql`
    select from footers where groups @> ${inGroup}::jsonb
    union all
    select from menus where entries @> ${inGroup}::jsonb or entries @> ${inMenu}::jsonb`.execute(trx);
  return rows.length > 0;
}
