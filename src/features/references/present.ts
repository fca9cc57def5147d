import type { WriterRow } from '#features/authors/index.ts';
import type { MediaItem } from '#features/media/index.ts';
import { toIso } from '#shared/dates.ts';
import { standingOf } from './policy.ts';
import type { OwnReferenceRow } from './queries.ts';
import type { ReferenceContent, ReferenceRecord, UploadedFile, WriterProfile } from './schema.ts';

export const presentProfile = (writer: WriterRow): WriterProfile => ({
  authorId: writer.id,
  name: writer.name,
  title: writer.title,
  bio: writer.bio,
  avatar: writer.avatar,
  qualification: writer.qualification,
  institution: writer.institution,
  qualificationState: writer.qualification_state as WriterProfile['qualificationState'],
  qualificationNote: writer.qualification_note,
});

/** What a post earned its writer. `income` is in fen. */
export type PostSales = { sales: number; income: number };

export function presentRecord(
  row: OwnReferenceRow,
  columnNames: ReadonlyMap<string, string>,
  { sales, income }: PostSales,
): ReferenceRecord {
  const standing = standingOf(row);
  const isBack = [standing.state, standing.revision].some((one) => one === 'changes' || one === 'rejected');
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    columnId: row.column_id,
    columnName: columnNames.get(row.column_id) ?? '',
    ...standing,
    access: row.access as ReferenceContent['access'],
    price: row.price,
    views: Number(row.views),
    comments: row.comments,
    sales,
    income,
    updatedAt: toIso(row.updated_at),
    publishedAt: row.published_at ? toIso(row.published_at) : null,
    note: isBack ? (row.note ?? '') : '',
  };
}

export const presentFile = ({ address, name, bytes, width, height }: MediaItem): UploadedFile => ({
  url: address,
  name,
  bytes,
  width,
  height,
});
