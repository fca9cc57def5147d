import { decideReadings, type Readable, type Reading } from '#features/entitlements/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { findTalkedAbout } from './record-queries.ts';
import type { PostKind } from './schema.ts';

/** A piece as those who are told of talk about it know it. */
export type TalkedPiece = {
  id: string;
  kind: PostKind;
  columnId: string;
  title: string;
  authorMemberId: string | null;
};

/** The same for those who talk, and how much of it the caller may read: all or a teaser. */
export type TalkedAbout = TalkedPiece & {
  isPublished: boolean;
  areCommentsClosed: boolean;
  /** Comments that are seen. */
  comments: number;
  reading: Extract<Reading, { part: 'all' | 'teaser' }>;
};

/** A piece of any kind whose page the caller may see. @throws notFound for any other, withdrawn ones among them */
export async function readTalkedAbout(ctx: Context, id: string): Promise<TalkedAbout> {
  const row = await findTalkedAbout(ctx.db, id);
  const [reading] = row
    ? await decideReadings(ctx, [
        {
          id: row.id,
          columnId: row.column_id,
          access: row.access as Readable['access'],
          vipFree: row.vip_free,
          state: row.state as Readable['state'],
          authorMemberId: row.author_member_id,
        },
      ])
    : [];
  if (!row || (reading?.part !== 'all' && reading?.part !== 'teaser')) throw notFound('内容不存在或已下架');
  return {
    ...toPiece(row),
    isPublished: row.state === 'published',
    areCommentsClosed: row.comments_closed,
    comments: row.comments ?? 0,
    reading,
  };
}

/** A piece in any state, for whoever is told of what happened to it in the caller's transaction; null for none. */
export async function nameTalkedAbout(trx: Trx, id: string): Promise<TalkedPiece | null> {
  const row = await findTalkedAbout(trx, id);
  return row ? toPiece(row) : null;
}

type Row = NonNullable<Awaited<ReturnType<typeof findTalkedAbout>>>;

const toPiece = (row: Row): TalkedPiece => ({
  id: row.id,
  kind: row.kind as PostKind,
  columnId: row.column_id,
  title: row.title,
  authorMemberId: row.author_member_id,
});
