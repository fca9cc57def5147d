import type { ReactNode } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { useContentOnScreen } from '#client/screen.ts';
import { formatCount } from '#shared/numbers.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { AuthorHits, Hits } from './hits.tsx';
import type { Answers, SearchData } from './load-search.ts';
import { choiceAddress, isNarrowed, noChoice, type SearchChoice } from './search-choice.ts';
import { SearchBar } from './search-parts.tsx';

export interface OutcomeProps {
  data: SearchData;
  /** The page that searches: its address keeps the question. */
  path: string;
  /** Between the count and the answers, e.g. what narrows them. */
  children?: ReactNode;
}

/** What a search came to: answers, none, or a failure with a way to try again. */
export function Outcome({ data: { choice, answers, failure }, path, children }: OutcomeProps) {
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  useContentOnScreen(answers !== null);
  if (failure !== null)
    return <Failed title="搜索没有完成" message={failure} onRetry={() => void revalidate()} />;
  if (!answers) return null;
  return (
    <div aria-busy={state === 'loading'}>
      <SearchBar end={<Sorts choice={choice} path={path} />}>
        <Count answers={answers} choice={choice} />
      </SearchBar>
      {children}
      <Found answers={answers} choice={choice} path={path} />
      <Pagination
        page={choice.current}
        pages={answers.pages}
        hrefOf={(current) => choiceAddress(path, { ...choice, current })}
      />
    </div>
  );
}

function Found({ answers, choice, path }: { answers: Answers; choice: SearchChoice; path: string }) {
  const { hits, authors } = answers;
  if (hits.length === 0 && authors.length === 0) return <Nothing choice={choice} path={path} />;
  return (
    <>
      {authors.length > 0 && <AuthorHits authors={authors} />}
      {hits.length > 0 && <Hits hits={hits} />}
    </>
  );
}

function Count({
  answers: { total, isTotalCapped, nearest },
  choice,
}: {
  answers: Answers;
  choice: SearchChoice;
}) {
  const count = (
    <b className="fig">
      {formatCount(total)}
      {isTotalCapped && '+'}
    </b>
  );
  const word = choice.keyword !== '' && quoted(choice.keyword);
  if (nearest)
    return (
      <span role="status">
        没有包含{word}每个词的内容，下面 {count} 条最接近
      </span>
    );
  return (
    <span role="status">
      {word}共 {count} {choice.type === 'author' ? '位作者' : '条'}
    </span>
  );
}

// A sentence fits, a pasted page does not.
const quoted = (keyword: string): string => `“${excerpt(keyword, 40)}”`;

const sortLabels = { relevance: '相关', newest: '最新', views: '最热' };

function Sorts({ choice, path }: { choice: SearchChoice; path: string }) {
  if (choice.type === 'author') return null;
  const sorts = Object.entries(sortLabels) as [SearchChoice['sort'], string][];
  return (
    <Filters
      label="排序"
      items={sorts.map(([sort, label]) => ({
        label,
        href: choiceAddress(path, { ...choice, sort, current: 1 }),
        current: sort === choice.sort,
      }))}
    />
  );
}

function Nothing({ choice, path }: { choice: SearchChoice; path: string }) {
  const word = choice.keyword === '' ? '内容' : quoted(choice.keyword);
  const way = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  if (choice.current > 1)
    return (
      <Void
        art="search"
        title="没有这一页"
        actions={way('回第一页', choiceAddress(path, { ...choice, current: 1 }))}
      />
    );
  const narrowed = isNarrowed(choice);
  const whole = choice.keyword && choiceAddress('/search', { ...noChoice, keyword: choice.keyword });
  return (
    <Void
      art="search"
      title={narrowed ? `这个范围里没有${word}` : `没有找到${word}`}
      actions={
        <>
          {narrowed && way('清除筛选', whole || '/search')}
          {way('看最新资讯', '/globalInfo')}
        </>
      }
    >
      <p>
        {narrowed ? '可以放宽筛选，或换一个词。' : '可以换一个词、减少几个字，或改搜公司名、股票代码、作者。'}
      </p>
    </Void>
  );
}
