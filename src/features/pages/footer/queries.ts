import type { Database } from '#kernel/context.ts';
import type { EditedGroup } from './schema.ts';

type FooterRow = { groups: EditedGroup[] | null; version: number };

export const findFooter = (db: Database): Promise<FooterRow | undefined> =>
  db.selectFrom('footers').select(['groups', 'version']).$narrowType<FooterRow>().executeTakeFirst();
