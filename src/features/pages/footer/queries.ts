import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { EditedGroup } from './schema.ts';

type FooterRow = { groups: EditedGroup[] | null; version: number };

export const findFooter = (db: Database): Promise<FooterRow | undefined> =>
  db.selectFrom('footers').select(['groups', 'version']).$narrowType<FooterRow>().executeTakeFirst();

/** Whether the footer links to this page. */
export async function isInFooter(trx: Trx, pageId: string): Promise<boolean> {
  const link = JSON.stringify([{ links: [{ pageId }] }]);
  const { rows } = await sql`select from footers where groups @> ${link}::jsonb`.execute(trx);
  return rows.length > 0;
}
