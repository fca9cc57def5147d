import type { Access, Moment, NamedLink, Picture } from '#ui/types.ts';
import type { TitleText } from './headline.tsx';

/** What every story shows, from the loudest form to the quietest. */
export interface StoryFields extends TitleText {
  href: string;
  summary?: string | null | undefined;
  /** Without a cover a story is text alone; there is no grey placeholder. */
  cover?: Picture | null | undefined;
  column?: NamedLink | null | undefined;
  author?: NamedLink | null | undefined;
  time?: Moment | null | undefined;
  views?: number | undefined;
  comments?: number | undefined;
  access?: Access | undefined;
  showPublic?: boolean | undefined;
  /** Stands before others because the editors put it there. */
  pinned?: boolean | undefined;
  /** Heading level; 2 in the lead, 3 elsewhere unless told otherwise. */
  level?: 2 | 3 | 4 | undefined;
}

/** The part of a story that its by-line shows. */
export function bylineOf(story: StoryFields) {
  const { column, author, time, views, comments, access, showPublic, pinned } = story;
  return { column, author, time, views, comments, access, showPublic, pinned };
}
