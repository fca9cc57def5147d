import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { useDataCount } from '#client/stores.ts';
import type { Column } from '#features/columns/schema.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { SearchBox } from '#ui/controls/search-box.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import { TopicTag } from '#ui/marks/tag.tsx';
import { Void } from '#ui/states/void.tsx';
import { definePage } from '../../page.ts';
import { useSuggestions } from '../../parts/use-suggestions.ts';
import { useSurroundings } from '../../site.ts';
import { loadSearch, type SearchData } from './load-search.ts';
import { Chips, Narrowing, TypeTabs } from './narrowing.tsx';
import { Outcome } from './outcome.tsx';
import { choiceAddress, hasQuestion, type SearchChoice, searchParameters } from './search-choice.ts';
import { SearchColumns, TopicList } from './search-parts.tsx';

/** The comprehensive search (seed §2). Never stored: a result page is as wide as what people can type. */
export const page = definePage<SearchData>({
  parameters: searchParameters,
  load: loadSearch,
  describe: ({ choice: { keyword } }, _place, site) => ({
    title: [excerpt(keyword, 40), '搜索', site.name].filter(Boolean).join(' - '),
    description: `在${site.name}搜索资讯、文章和作者。`,
    isNoindex: true,
  }),
  isPersonal: true,
  Page: ({ data }) => <SearchPage data={data} />,
});

function SearchPage({ data }: { data: SearchData }) {
  const { choice, answers } = data;
  useSharedChoice(choice);
  return (
    <Main>
      <h1 className="vh">搜索</h1>
      <Question choice={choice} />
      {hasQuestion(choice) ? (
        <SearchColumns facets={<Narrowing choice={choice} answers={answers} />}>
          <TypeTabs choice={choice} answers={answers} />
          <Outcome data={data} path="/search">
            <Chips choice={choice} answers={answers} />
          </Outcome>
        </SearchColumns>
      ) : (
        <Start />
      )}
    </Main>
  );
}

/** The seed's stores know the last word and kind (§3, dataCount). */
function useSharedChoice({ keyword, type }: SearchChoice): void {
  useEffect(() => useDataCount.setState({ keyword, selectType: type }), [keyword, type]);
}

function Question({ choice }: { choice: SearchChoice }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(typed);
  return (
    <SearchBox
      variant="page"
      action="/search"
      placeholder="搜标题、作者、股票代码"
      defaultValue={choice.keyword}
      suggestions={suggestions}
      onType={setTyped}
      onSearch={(keyword) => void navigate(choiceAddress('/search', { ...choice, keyword, current: 1 }))}
      aside={
        <Link className="link" href={choiceAddress('/index/search', choice)}>
          高级搜索
        </Link>
      }
    />
  );
}

function Start() {
  const { columns } = useSurroundings();
  return (
    <>
      <Void art="search" title="想找什么">
        <p>可以搜公司名、股票代码、作者，或者一句话。</p>
      </Void>
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

// Seed §2: these columns have no route.
const hasRoute = ({ isNav, isAuth }: Column): boolean => isNav !== 0 && isAuth !== 0;
