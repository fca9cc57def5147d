import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { EditedGroup } from './schema.ts';

type FooterRow = { groups: EditedGroup[] | null; version: number };

export const findFooter = (db: Database): Promise<FooterRow | undefined> =>
  db.selectFrom('footers').select(['groups', 'version']).$narrowType<FooterRow>().executeTakeFirst();

/** Writes the footer on top of the version `base`. @returns false if another version was saved meanwhile */
export async function writeFooter(trx: Trx, base: number, groups: EditedGroup[] | null): Promise<boolean> {
  const json = groups && JSON.stringify(groups);
  const { rows } = await sql`
    insert into footers (id, groups, version) select 1, ${json}::jsonb, 1
      where ${base}::integer = 0 or exists (select from footers)
    on conflict (id) do update set groups = excluded.groups, version = footers.version + 1
      where footers.version = ${base}
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Whether the footer links to this page. */
export async function isInFooter(trx: Trx, pageId: string): Promise<boolean> {
  const link = JSON.stringify([{ links: [{ pageId }] }]);
  const { rows } = await sql`select from footers where groups @> ${link}::jsonb`.execute(trx);
  return rows.length > 0;
}
