import type { AuthorPage } from '#features/authors/schema.ts';
import type { HotAuthor, PostPage } from '#features/posts/schema.ts';
import { isId } from '#shared/ids.ts';
import { type Ask, silently } from '../../api.ts';
import type { LoadArguments } from '../../page.ts';
import { observeMarks } from '../../parts/marks/observe.ts';
import { pieceCalls } from '../../parts/piece/piece-calls.ts';
import { missing, orNull } from '../../parts/settle.ts';
import { type RowRecord, trimRow } from '../../parts/story.ts';
import {
  type AuthorChoice,
  defaultKind,
  LAST_PAGE,
  type ListedKind,
  PAGE_SIZE,
  readAuthorChoice,
} from './author-choice.ts';

export type AuthorData = {
  author: AuthorPage;
  choice: AuthorChoice & { kind: ListedKind };
  /** Pieces of each kind; null where it could not be told. */
  totals: Record<ListedKind, number | null>;
  /** Null when the list failed; the author stands without it. */
  records: RowRecord[] | null;
  /** Authors most read, without this one. */
  others: OtherAuthor[];
  /** Pages that numbers reach. */
  pages: number;
};

export type OtherAuthor = Pick<HotAuthor, 'id' | 'name' | 'title' | 'avatar'>;

const OTHERS = 6;

/**
 * An author and one page of what they wrote. Where the address names no kind it is articles, or another kind for
 * whoever wrote none.
 * @throws 404 when there is no such author
 */
export async function loadAuthor({ ask, place }: LoadArguments): Promise<AuthorData> {
  const choice = readAuthorChoice(place.query);
  if (!isId(choice.id)) throw missing('没有这位作者');
  const quietly = silently(ask);
  const seen = observeMarks();
  const [author, article, reference, news, hot] = await Promise.all([
    quietly('GET /reception/author', { id: choice.id }),
    orNull(listOf(quietly, 'article', choice)),
    orNull(listOf(quietly, 'reference', choice)),
    orNull(listOf(quietly, 'news', choice)),
    orNull(quietly('GET /reception/author/getHotAuthorList', { size: OTHERS + 1 })),
  ]);
  const totals = {
    article: article?.total ?? null,
    reference: reference?.total ?? null,
    news: news?.total ?? null,
  };
  const kind = choice.kind ?? defaultKind(totals);
  const page = { article, reference, news }[kind];
  seen.author(author);
  for (const other of hot ?? []) seen.author(other);
  seen.records(page?.records ?? []);
  return {
    author,
    choice: { ...choice, kind },
    totals,
    others: (hot ?? [])
      .filter(({ id }) => id !== author.id)
      .slice(0, OTHERS)
      .map(({ id, name, title, avatar }) => ({ id, name, title, avatar })),
    records: page?.records.map(trimRow) ?? null,
    pages: Math.min(page?.pages ?? 0, LAST_PAGE),
  };
}

// Of the kinds that are not chosen the number alone is shown.
function listOf(ask: Ask, kind: ListedKind, { id, kind: chosen, current }: AuthorChoice): Promise<PostPage> {
  const isShown = chosen === null || chosen === kind;
  return ask(pieceCalls(kind).list, {
    authorId: id,
    current: isShown ? current : 1,
    size: isShown ? PAGE_SIZE : 1,
  });
}
