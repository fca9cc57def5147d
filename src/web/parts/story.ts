import { columnPath, detailPath } from '#client/routes.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { bylineTime } from '#shared/dates.ts';
import type { Moment, Picture } from '#ui/types.ts';
import type { StoryFields } from './story/byline.tsx';

/** What any form of a story needs of a record. */
export type StoryRecord = Pick<
  PostRecord,
  | 'id'
  | 'title'
  | 'breaks'
  | 'summary'
  | 'cover'
  | 'columnId'
  | 'columnName'
  | 'authorId'
  | 'authorName'
  | 'access'
  | 'publishedAt'
  | 'views'
  | 'comments'
> & {
  /** Pinned by the editors to where it stands. */
  pinned?: true;
};

/**
 * A record as every form of a story shows it. `today` is the Shanghai day of the rendered page. The by-line
 * holds column, author, time, views and comments (where there are any) and access; a list that shows less leaves
 * fields out: `{ ...toStory(record, today), views: undefined }`.
 */
export function toStory(record: StoryRecord, today: string): StoryFields {
  return {
    title: record.title,
    breaks: record.breaks,
    href: postPath(record),
    summary: furtherSummary(record) || null,
    cover: toPicture(record.cover),
    column: { name: record.columnName, href: columnPath(record.columnId) },
    author: { name: record.authorName, href: authorPath(record.authorId) },
    time: toMoment(record.publishedAt, today),
    views: record.views || undefined,
    comments: record.comments || undefined,
    access: record.access,
    pinned: record.pinned,
  };
}

/** The summary where it says more than the title; many a flash is its own title. */
export function furtherSummary({ title, summary }: Pick<PostRecord, 'title' | 'summary'>): string {
  const text = summary.trim();
  return title.startsWith(text.replace(/[\p{P}\s]+$/u, '')) ? '' : text;
}

/** The address of a piece in its column's section. */
export const postPath = ({ columnId, id }: Pick<PostRecord, 'columnId' | 'id'>): string =>
  detailPath(columnId, id);

/** An author's own page. */
export const authorPath = (authorId: string): string => `/author?id=${encodeURIComponent(authorId)}`;

/** A time as a by-line shows it, see `bylineTime`. Nothing for a piece without a date. */
export const toMoment = (iso: string, today: string): Moment | null =>
  iso === '' ? null : { text: bylineTime(iso, today), dateTime: iso };

/** A cover; its words are the headline beside it. */
export const toPicture = (cover: string | null): Picture | null => (cover ? { src: cover } : null);

/** A record as rows with a collect button need it. */
export type RowRecord = StoryRecord & Pick<PostRecord, 'kind'>;

export const trimRow = (record: PostRecord): RowRecord => ({ ...trimStory(record), kind: record.kind });

/** A record without what no story shows: what a page carries along as data is sent a second time. */
export function trimStory(record: PostRecord): StoryRecord {
  const { id, title, breaks, summary, cover, columnId, columnName } = record;
  const { authorId, authorName, access, publishedAt, views, comments } = record;
  return {
    ...{ id, title, breaks, summary, cover, columnId, columnName },
    ...{ authorId, authorName, access, publishedAt, views, comments },
  };
}
