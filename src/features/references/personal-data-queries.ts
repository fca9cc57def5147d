import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** A member's references in order, after the one with id `after`, each as it was last written. */
export async function exportReferences(db: Database, memberId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; title: string; state: string; html: string; updated_at: Date }>`
    select p.id, coalesce(v.content ->> 'title', p.title) title, p.state,
      coalesce(v.content ->> 'html', b.html) html, p.updated_at
    from authors a join posts p on p.author_id = a.id and p.kind = 'reference'
      join post_bodies b on b.post_id = p.id
      left join post_versions v on v.post_id = p.id and v.number = p.head_version
    where a.member_id = ${memberId} and p.id > ${after} order by p.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** A member's submissions in order, after the one with id `after`. */
export const exportSubmissions = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('reference_submissions')
    .select(['id', 'post_id', 'version', 'securities', 'holding', 'holding_note', 'submitted_at'])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
