import type { ReactNode } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { formatCount } from '#shared/numbers.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { AuthorHits, Hits, NamedCard } from './hits.tsx';
import type { SearchData, SearchResults } from './load-search.ts';
import { isNarrowed, noFilter, type SearchFilter, searchFilterAddress } from './search-filter.ts';
import { ResultBar } from './search-parts.tsx';

export interface ResultSectionProps {
  data: SearchData;
  /** Path of the search page, whose query holds the search. */
  path: string;
  /** Shown between the count and the results, for example active filters. */
  children?: ReactNode;
}

/** The outcome of a search: results, none, or an error with a button to retry. */
export function ResultSection({ data: { filter, results, failure }, path, children }: ResultSectionProps) {
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  if (failure !== null)
    return <ErrorState title="搜索没有完成" message={failure} onRetry={() => void revalidate()} />;
  if (!results) return null;
  return (
    <div aria-busy={state === 'loading'}>
      <ResultBar end={<SortLinks filter={filter} path={path} />}>
        <ResultCount results={results} filter={filter} />
      </ResultBar>
      {results.notice && <SectionNote>{results.notice}</SectionNote>}
      {children}
      <ResultList results={results} filter={filter} path={path} />
      <Pagination
        page={filter.current}
        pages={results.pages}
        hrefOf={(current) => searchFilterAddress(path, { ...filter, current })}
      />
    </div>
  );
}

function ResultList({
  results,
  filter,
  path,
}: {
  results: SearchResults;
  filter: SearchFilter;
  path: string;
}) {
  const { hits, card } = results;
  // The card shows its author once.
  const authors = results.authors.filter(({ id }) => card?.type !== 'author' || card.id !== id);
  if (hits.length === 0 && authors.length === 0 && !card) return <NoResults filter={filter} path={path} />;
  return (
    <>
      {card && <NamedCard card={card} />}
      {authors.length > 0 && <AuthorHits authors={authors} />}
      {hits.length > 0 && <Hits hits={hits} />}
    </>
  );
}

function ResultCount({
  results: { total, isTotalCapped, nearest, readings },
  filter,
}: {
  results: SearchResults;
  filter: SearchFilter;
}) {
  const count = (
    <b className="fig">
      {formatCount(total)}
      {isTotalCapped && '+'}
    </b>
  );
  const word = filter.keyword !== '' && quoteKeyword(filter.keyword);
  if (nearest)
    return (
      <span role="status">
        没有包含{word}每个词的内容，下面 {count} 条最接近
      </span>
    );
  if (readings.length > 0)
    return (
      <span role="status">
        {word}按拼音读作“{readings.join('”“')}”，共 {count} 条
      </span>
    );
  return (
    <span role="status">
      {word}共 {count} {filter.type === 'author' ? '位作者' : '条'}
    </span>
  );
}

// Cuts a quoted keyword: a sentence fits, a pasted page does not.
const quoteKeyword = (keyword: string): string => `“${excerpt(keyword, 40)}”`;

const sortLabels = { relevance: '相关', newest: '最新', views: '最热' };

function SortLinks({ filter, path }: { filter: SearchFilter; path: string }) {
  if (filter.type === 'author') return null;
  const sorts = Object.entries(sortLabels) as [SearchFilter['sort'], string][];
  return (
    <Filters
      label="排序"
      items={sorts.map(([sort, label]) => ({
        label,
        href: searchFilterAddress(path, { ...filter, sort, current: 1 }),
        current: sort === filter.sort,
      }))}
    />
  );
}

function NoResults({ filter, path }: { filter: SearchFilter; path: string }) {
  const word = filter.keyword === '' ? '内容' : quoteKeyword(filter.keyword);
  const linkTo = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  if (filter.current > 1)
    return (
      <EmptyState
        illustration="search"
        title="没有这一页"
        actions={linkTo('回第一页', searchFilterAddress(path, { ...filter, current: 1 }))}
      />
    );
  const narrowed = isNarrowed(filter);
  const unfilteredHref =
    filter.keyword && searchFilterAddress('/search', { ...noFilter, keyword: filter.keyword });
  return (
    <EmptyState
      illustration="search"
      title={narrowed ? `这个范围里没有${word}` : `没有找到${word}`}
      actions={
        <>
          {narrowed && linkTo('清除筛选', unfilteredHref || '/search')}
          {linkTo('看最新资讯', '/globalInfo')}
        </>
      }
    >
      <p>
        {narrowed ? '可以放宽筛选，或换一个词。' : '可以换一个词、减少几个字，或改搜公司名、股票代码、作者。'}
      </p>
    </EmptyState>
  );
}
