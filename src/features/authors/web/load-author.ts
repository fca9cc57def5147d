import type { HotAuthor, PostPage } from '#features/posts/schema.ts';
import { isId } from '#shared/ids.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { postCalls } from '#web/parts/post/post-calls.ts';
import { notFoundError, orNull } from '#web/parts/settle-all.ts';
import { type RowRecord, toRowRecord } from '#web/parts/story.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import type { AuthorPage } from '../schema.ts';
import {
  type AuthorFilter,
  defaultKind,
  LAST_PAGE,
  type ListedKind,
  PAGE_SIZE,
  readAuthorFilter,
} from './author-filter.ts';

export type AuthorData = {
  author: AuthorPage;
  filter: AuthorFilter & { kind: ListedKind };
  /** Number of posts of each kind; null if its call failed. */
  totals: Record<ListedKind, number | null>;
  /** Null if the list failed to load; the page shows the author without it. */
  records: RowRecord[] | null;
  /** The most read authors, without this one. */
  others: OtherAuthor[];
  pages: number;
};

export type OtherAuthor = Pick<HotAuthor, 'id' | 'name' | 'title' | 'avatar'>;

const OTHER_AUTHORS = 6;

/**
 * Loads an author and one page of their posts. If the address names no kind, loads articles, or another kind if the
 * author wrote none. @throws 404 if there is no such author
 */
export async function loadAuthor({ fetchCall, pageLocation }: LoadArguments): Promise<AuthorData> {
  const filter = readAuthorFilter(pageLocation.query);
  if (!isId(filter.id)) throw notFoundError('没有这位作者');
  const fetchQuietly = withoutAlerts(fetchCall);
  const userState = recordUserState();
  const [author, article, reference, news, hotAuthors] = await Promise.all([
    fetchQuietly('GET /reception/author', { id: filter.id }),
    orNull(fetchList(fetchQuietly, 'article', filter)),
    orNull(fetchList(fetchQuietly, 'reference', filter)),
    orNull(fetchList(fetchQuietly, 'news', filter)),
    orNull(fetchQuietly('GET /reception/author/getHotAuthorList', { size: OTHER_AUTHORS + 1 })),
  ]);
  const totals = {
    article: article?.total ?? null,
    reference: reference?.total ?? null,
    news: news?.total ?? null,
  };
  const kind = filter.kind ?? defaultKind(totals);
  const page = { article, reference, news }[kind];
  userState.author(author);
  for (const other of hotAuthors ?? []) userState.author(other);
  userState.records(page?.records ?? []);
  return {
    author,
    filter: { ...filter, kind },
    totals,
    others: (hotAuthors ?? [])
      .filter(({ id }) => id !== author.id)
      .slice(0, OTHER_AUTHORS)
      .map(({ id, name, title, avatar }) => ({ id, name, title, avatar })),
    records: page?.records.map(toRowRecord) ?? null,
    pages: Math.min(page?.pages ?? 0, LAST_PAGE),
  };
}

// For a kind that is not chosen, only the total is needed.
function fetchList(
  fetchCall: FetchCall,
  kind: ListedKind,
  { id, kind: chosen, current }: AuthorFilter,
): Promise<PostPage> {
  const isShown = chosen === null || chosen === kind;
  return fetchCall(postCalls(kind).list, {
    authorId: id,
    current: isShown ? current : 1,
    size: isShown ? PAGE_SIZE : 1,
  });
}
