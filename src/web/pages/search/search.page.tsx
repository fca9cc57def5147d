import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { readStored, removeStored, useStored, writeStored } from '#client/storage.ts';
import { useDataCount } from '#client/stores.ts';
import type { Column } from '#features/columns/schema.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { Button } from '#ui/controls/button.tsx';
import { SearchBox } from '#ui/controls/search-box.tsx';
import { TopicTag } from '#ui/display/tag.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage } from '../../page.ts';
import { useSuggestions } from '../../parts/use-suggestions.ts';
import { useSiteContext } from '../../site.ts';
import { loadSearch, type SearchData } from './load-search.ts';
import { ResultSection } from './result-section.tsx';
import { Chips, SearchFacets, TypeTabs } from './search-facets.tsx';
import {
  hasCriteria,
  noFilter,
  type SearchFilter,
  searchFilterAddress,
  searchParameters,
} from './search-filter.ts';
import { SearchColumns, TopicList } from './search-parts.tsx';

/** The search page (docs/product.md §2). Never cached, because there are as many result pages as inputs. */
export const page = definePage<SearchData>({
  parameters: searchParameters,
  load: loadSearch,
  describe: ({ filter: { keyword } }, _pageLocation, site) => ({
    title: [excerpt(keyword, 40), '搜索', site.name].filter(Boolean).join(' - '),
    description: `在${site.name}搜索资讯、文章和作者。`,
    isNoindex: true,
  }),
  isPersonal: true,
  Page: ({ data }) => <SearchPage data={data} />,
});

function SearchPage({ data }: { data: SearchData }) {
  const { filter, results, hotWords } = data;
  useStoredFilter(filter);
  useRememberedSearch(results ? filter.keyword : '');
  return (
    <Main>
      <h1 className="vh">搜索</h1>
      <SearchField filter={filter} />
      {hasCriteria(filter) ? (
        <SearchColumns facets={<SearchFacets filter={filter} results={results} />}>
          <TypeTabs filter={filter} results={results} />
          <ResultSection data={data} path="/search">
            <Chips filter={filter} results={results} />
          </ResultSection>
        </SearchColumns>
      ) : (
        <SearchStart hotWords={hotWords} />
      )}
    </Main>
  );
}

/** The store keeps the last keyword and kind (docs/product.md §3 "dataCount"). */
function useStoredFilter({ keyword, type }: SearchFilter): void {
  useEffect(() => useDataCount.setState({ keyword, selectType: type }), [keyword, type]);
}

/** Adds a search that was answered to the history of this browser. */
function useRememberedSearch(keyword: string): void {
  useEffect(() => rememberSearch(keyword), [keyword]);
}

function SearchField({ filter }: { filter: SearchFilter }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(typed);
  return (
    <SearchBox
      variant="page"
      action="/search"
      placeholder="搜标题、作者、股票代码"
      defaultValue={filter.keyword}
      suggestions={suggestions}
      onTextChange={setTyped}
      onOpen={(href) => void navigate(href)}
      onSearch={(keyword) =>
        void navigate(searchFilterAddress('/search', { ...filter, keyword, current: 1 }))
      }
      aside={
        <Link className="link" href={searchFilterAddress('/index/search', filter)}>
          高级搜索
        </Link>
      }
    />
  );
}

function SearchStart({ hotWords }: { hotWords: readonly string[] }) {
  const { columns } = useSiteContext();
  const history = useSearchHistory();
  return (
    <>
      {history.length === 0 && hotWords.length === 0 && (
        <EmptyState illustration="search" title="想找什么">
          <p>可以搜公司名、股票代码、作者、拼音，或者一句话。</p>
        </EmptyState>
      )}
      {history.length > 0 && (
        <TopicList
          title="搜索历史"
          end={
            <Button tone="text" size="s" onClick={clearSearchHistory}>
              清空历史
            </Button>
          }
        >
          <KeywordTags words={history} />
        </TopicList>
      )}
      {hotWords.length > 0 && (
        <TopicList title="大家在搜">
          <KeywordTags words={hotWords} />
        </TopicList>
      )}
      <TopicList title="从栏目看起">
        {columns.filter(hasRoute).map(({ id, columnName }) => (
          <TopicTag key={id} href={columnPath(id)}>
            {columnName}
          </TopicTag>
        ))}
      </TopicList>
    </>
  );
}

function KeywordTags({ words }: { words: readonly string[] }) {
  return words.map((keyword) => (
    <TopicTag key={keyword} href={searchFilterAddress('/search', { ...noFilter, keyword })}>
      {keyword}
    </TopicTag>
  ));
}

// Columns with isNav 0 or isAuth 0 have no route (docs/product.md §2).
const hasRoute = ({ isNav, isAuth }: Column): boolean => isNav !== 0 && isAuth !== 0;

const maxSearches = 10;
const maxKeywordLength = 50;

/** Adds a search of this browser, or moves it to the front. A longer text is not worth repeating. */
function rememberSearch(keyword: string): void {
  if (keyword === '' || keyword.length > maxKeywordLength) return;
  const others = (readStored('searches') ?? []).filter((word) => word !== keyword);
  writeStored('searches', [keyword, ...others].slice(0, maxSearches));
}

/** Returns the searches of this browser, the latest first; empty on the server and while hydrating. */
const useSearchHistory = (): readonly string[] => useStored('searches') ?? none;
const none: readonly string[] = [];

const clearSearchHistory = (): void => removeStored('searches');
