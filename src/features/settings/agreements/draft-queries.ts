import type { Database, Trx } from '#kernel/context.ts';

export type DraftRow = {
  kind: string;
  number: number;
  title: string;
  html: string;
  saved_by: string | null;
  saved_at: Date;
};

/** Lists the versions of a draft without their texts, newest first. */
export function listDraftRows(db: Database, kind: string, limit: number) {
  return db
    .selectFrom('agreement_drafts as d')
    .leftJoin('members as m', 'm.id', 'd.saved_by')
    .select(['d.number', 'd.title', 'd.saved_at', 'm.name as saved_by_name'])
    .where('d.kind', '=', kind)
    .orderBy('d.number', 'desc')
    .limit(limit)
    .execute();
}

/** Finds a version of a draft, by default the newest. */
export function findDraftRow(db: Database | Trx, kind: string, number?: number) {
  return db
    .selectFrom('agreement_drafts as d')
    .leftJoin('members as m', 'm.id', 'd.saved_by')
    .select(['d.number', 'd.title', 'd.html', 'd.saved_by', 'd.saved_at', 'm.name as saved_by_name'])
    .where('d.kind', '=', kind)
    .$if(number !== undefined, (rows) => rows.where('d.number', '=', number ?? 0))
    .orderBy('d.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertDraftRow(trx: Trx, row: DraftRow): Promise<void> {
  await trx.insertInto('agreement_drafts').values(row).execute();
}

export async function deleteDraftRow(trx: Trx, kind: string, number: number): Promise<void> {
  await trx.deleteFrom('agreement_drafts').where('kind', '=', kind).where('number', '=', number).execute();
}
