import { columnPath, detailPath } from '#client/routes.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { bylineTime } from '#shared/dates.ts';
import { authorPath } from '#shared/site-paths.ts';
import type { Moment, Picture } from '#ui/types.ts';
import type { StoryFields } from './story/byline.tsx';

/** The fields of a record that any form of a story shows. */
export type StoryRecord = Pick<
  PostRecord,
  | 'id'
  | 'title'
  | 'breaks'
  | 'summary'
  | 'cover'
  | 'columnId'
  | 'columnName'
  | 'authors'
  | 'access'
  | 'price'
  | 'publishedAt'
  | 'views'
  | 'comments'
> & {
  /** Pinned by editors to its position. */
  pinned?: true;
};

/**
 * Converts a record for all forms of a story. `today` is the Shanghai day of the rendered page. The byline has column,
 * author, time, views, comments (if any) and access; a list that shows less clears fields: `{ ...toStory(record,
 * today), views: undefined }`.
 */
export function toStory(record: StoryRecord, today: string): StoryFields {
  return {
    title: record.title,
    breaks: record.breaks,
    href: postPath(record),
    summary: record.summary || null,
    cover: toPicture(record.cover),
    column: { name: record.columnName, href: columnPath(record.columnId) },
    authors: record.authors.map(({ id, name }) => ({ name, href: authorPath(id) })),
    time: formatMoment(record.publishedAt, today),
    views: record.views || undefined,
    comments: record.comments || undefined,
    access: record.access,
    post: { id: record.id, price: record.price },
    pinned: record.pinned,
  };
}

/** Returns the address of a post in the section of its column. */
export const postPath = ({ columnId, id }: Pick<PostRecord, 'columnId' | 'id'>): string =>
  detailPath(columnId, id);

/** The page of a security; `/stock` also takes codes with a market. */
export const stockPath = (code: string): string => `/stock?code=${encodeURIComponent(code)}`;

/** Formats a time for a byline, see `bylineTime`. Null for a post without a date. */
export const formatMoment = (iso: string, today: string): Moment | null =>
  iso === '' ? null : { text: bylineTime(iso, today), dateTime: iso };

/** A cover without alternative text, since the headline beside it describes it. */
export const toPicture = (cover: string | null): Picture | null => (cover ? { src: cover } : null);

/** The fields of a record that a row with a collect button needs. */
export type RowRecord = StoryRecord & Pick<PostRecord, 'kind'>;

export const toRowRecord = (record: PostRecord): RowRecord => ({
  ...toStoryRecord(record),
  kind: record.kind,
});

/** Drops the fields that no story shows, because the page's data is sent a second time for hydration. */
export function toStoryRecord(record: PostRecord): StoryRecord {
  const { id, title, breaks, summary, cover, columnId, columnName } = record;
  const { authors, access, price, publishedAt, views, comments } = record;
  return {
    ...{ id, title, breaks, summary, cover, columnId, columnName },
    ...{ authors, access, price, publishedAt, views, comments },
  };
}
