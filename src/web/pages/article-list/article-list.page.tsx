import { columnPath, type RouteItem } from '#client/routes.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Select } from '#ui/controls/menu.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage, type Head, type PageLocation } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { ColumnCrumbs, iconOf, useSubmenu } from '../../parts/column/column-parts.tsx';
import { ColumnSubscription } from '../../parts/column-subscription.tsx';
import { HomeButton } from '../../parts/home-links.tsx';
import { type ListFilter, type ListPeriod, listFilterAddress } from '../../parts/list-filter.ts';
import { ColumnHead, FilterBar } from '../../parts/page-head.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryRows } from '../../parts/story/story-rows.tsx';
import type { Site } from '../../site.ts';
import { type ArticleListData, LIST_RANKS, loadArticleList } from './article-list-data.ts';

export const page = definePage<ArticleListData>({
  parameters: ['current', 'tag', 'period'],
  tags: ({ column }) => ['columns', 'adverts', 'pins', 'plans', ...(column ? [columnTag(column.id)] : [])],
  load: ({ fetchCall, pageLocation }) => loadArticleList(fetchCall, pageLocation),
  describe: (data, _pageLocation, site) => describeList(data, site),
  isPersonal: true,
  Page: ({ data, pageLocation }) => <ArticleListPage data={data} pageLocation={pageLocation} />,
});

function describeList(data: ArticleListData, site: Site): Head {
  const { column, filter, records } = data;
  const { current, tag, period } = filter;
  const path = columnPath(column.id);
  const parts = [tag, column.columnName].filter(Boolean).join(' · ');
  const titles = records.slice(0, 3).map(({ title }) => title);
  return {
    title: `${parts}${current > 1 ? ` 第 ${current} 页` : ''} - ${site.name}`,
    description: `${site.name}栏目“${column.columnName}”的文章${titles.length > 0 ? `：${titles.join('；')}` : ''}。`,
    canonical: listFilterAddress(path, { current }),
    image: records.find(({ cover }) => cover)?.cover ?? null,
    // Filtered lists repeat the contents of the whole list, and an empty page has none.
    isNoindex: tag !== '' || period !== '' || records.length === 0,
    feed: { path: `${path}/feed`, title: `${column.columnName} - ${site.name}` },
  };
}

function ArticleListPage({ data, pageLocation }: { data: ArticleListData; pageLocation: PageLocation }) {
  const { column, filter, pages } = data;
  const path = columnPath(column.id);
  return (
    <Main>
      <ArticleListHead data={data} item={pageLocation.item} />
      <Cols>
        <Col span={8}>
          <ListFilters path={path} filter={filter} tags={data.tags} />
          <Stories data={data} path={path} />
          <Pagination
            page={filter.current}
            pages={pages}
            hrefOf={(current) => listFilterAddress(path, { ...filter, current })}
          />
        </Col>
        <Col as="aside" span={4} aria-label="排行与推广">
          <SideColumn isLastSticky>
            {data.ads.map((ad) => (
              <AdCard key={ad.id} ad={ad} variant="side" />
            ))}
            <RankSection
              key={column.id}
              id="column-ranks"
              title="栏目排行"
              call={data.chart}
              query={{ columnId: column.id, size: LIST_RANKS }}
              ranks={data.ranks}
            />
          </SideColumn>
        </Col>
      </Cols>
    </Main>
  );
}

const nouns = { article: '文章', news: '资讯', reference: '内参' };

function ArticleListHead({ data, item }: { data: ArticleListData; item: RouteItem }) {
  const { column, total, isTotalCapped, filter, subscription } = data;
  const hasTotal = filter.tag === '' && filter.period === '' && total > 0;
  return (
    <ColumnHead
      title={column.columnName}
      icon={iconOf(item.meta)}
      note={column.description}
      tabs={useSubmenu(column.id)}
      crumbs={item.meta.breadShow && <ColumnCrumbs column={column} />}
      aside={
        (hasTotal || subscription) && (
          <>
            {hasTotal && (
              <p>
                <span className="fig">
                  {formatCount(total)}
                  {isTotalCapped && '+'}
                </span>{' '}
                {column.kind === 'news' ? '条资讯' : `篇${nouns[column.kind]}`}
              </p>
            )}
            {subscription && <ColumnSubscription subscription={subscription} />}
          </>
        )
      }
    />
  );
}

function Stories({ data, path }: { data: ArticleListData; path: string }) {
  if (data.records.length === 0) return <EmptyList data={data} path={path} />;
  const isPinned = ({ id }: { id: string }) => data.pinned.some((record) => record.id === id);
  const records = [...data.pinned, ...data.records.filter((record) => !isPinned(record))];
  return <StoryRows records={records} without="column" />;
}

function EmptyList({ data: { filter, column }, path }: { data: ArticleListData; path: string }) {
  const linkTo = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  const noun = nouns[column.kind];
  if (filter.current > 1)
    return (
      <EmptyState
        title="没有这一页"
        actions={linkTo('回第一页', listFilterAddress(path, { ...filter, current: 1 }))}
      >
        <p>《{column.columnName}》没有这么多页。</p>
      </EmptyState>
    );
  if (filter.tag !== '' || filter.period !== '')
    return (
      <EmptyState
        illustration="search"
        title={`没有符合条件的${noun}`}
        actions={linkTo(`看全部${noun}`, path)}
      >
        <p>换一个标签，或放宽时间。</p>
      </EmptyState>
    );
  return (
    <EmptyState title={`这个栏目还没有${noun}`} actions={<HomeButton />}>
      <p>第一篇发布后会出现在这里。</p>
    </EmptyState>
  );
}

const periodLabels: Record<ListPeriod, string> = { '': '不限时间', week: '近一周', month: '近一月' };

interface ListFiltersProps {
  path: string;
  filter: ListFilter;
  /** Tags to offer; without any, the periods take their place. */
  tags: readonly string[];
}

/** Filters a list by tag and period. Every filter is a link, so it works without JavaScript and can be shared. */
function ListFilters({ path, filter, tags }: ListFiltersProps) {
  const { tag, period } = filter;
  const periods = (['', 'week', 'month'] as const).map((option) => ({
    label: periodLabels[option],
    href: listFilterAddress(path, { tag, period: option }),
    current: option === period,
  }));
  if (tags.length === 0)
    return (
      <FilterBar joined>
        <Filters oneLine label="时间" items={periods} />
      </FilterBar>
    );
  const items = ['', ...tags].map((option) => ({
    label: option || '全部',
    href: listFilterAddress(path, { tag: option, period }),
    current: option === tag,
  }));
  return (
    <FilterBar joined end={<Select quiet label="时间" items={periods} />}>
      <Filters oneLine label="标签" items={items} />
    </FilterBar>
  );
}
