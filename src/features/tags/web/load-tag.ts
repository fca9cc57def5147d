import { redirect } from 'react-router';
import { maxTagLength, readTagName, tagPath } from '#shared/site-paths.ts';
import { withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { LAST_PAGE, listFilterAddress, PAGE_SIZE, readListFilter } from '#web/parts/list-filter.ts';
import { popularTags } from '#web/parts/popular-tags.ts';
import { notFoundError } from '#web/parts/settle-all.ts';
import { type RowRecord, toRowRecord } from '#web/parts/story.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';

const maxRelated = 12;

export type TagData = {
  name: string;
  description: string;
  /** The page of the list; the first one is 1. */
  current: number;
  pages: number;
  total: number;
  records: RowRecord[];
  /** Other tags of these posts, the most frequent first. */
  related: string[];
};

/**
 * Loads one page of the posts with a tag. The former name of a tag leads to the present one.
 * @throws 404 if no published post has the tag
 */
export async function loadTag({ fetchCall, pageLocation }: LoadArguments): Promise<TagData> {
  const name = readTagName(pageLocation.path);
  if (name === null || name.length > maxTagLength) throw notFoundError('没有这个标签的内容');
  const { current } = readListFilter(pageLocation.query);
  const fetchQuietly = withoutAlerts(fetchCall);
  const userState = recordUserState();
  const [tag, page] = await Promise.all([
    fetchQuietly('GET /reception/tag', { name }),
    fetchCall('GET /reception/tagPosts', { name, current, size: PAGE_SIZE }),
  ]);
  if (tag.name !== name) throw redirect(tagPageAddress(tag.name, current), 301);
  userState.records(page.records);
  return {
    ...tag,
    current,
    pages: Math.min(page.pages, LAST_PAGE),
    total: page.total,
    records: page.records.map(toRowRecord),
    related: popularTags(page.records, '', maxRelated + 1)
      .filter((other) => other !== name)
      .slice(0, maxRelated),
  };
}

export const tagPageAddress = (name: string, current: number): string =>
  listFilterAddress(tagPath(name), { current });
