import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { Void } from '#ui/states/void.tsx';
import { definePage, type Head, type Place } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { CollectAct } from '../../parts/marks/act.tsx';
import { ColumnHead } from '../../parts/page-head.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryRow } from '../../parts/story/stories.tsx';
import { toStory } from '../../parts/story.ts';
import { type Site, useSurroundings } from '../../site.ts';
import { type ArticleListData, LIST_RANKS, loadArticleList } from './article-list-data.ts';
import { familyOf } from './column-family.ts';
import { addressOf } from './list-choice.ts';
import { ListFilters } from './list-filters.tsx';

export const page = definePage<ArticleListData>({
  parameters: ['current', 'tag', 'period'],
  tags: ({ column }) => ['columns', 'adverts', 'pins', ...(column ? [columnTag(column.id)] : [])],
  load: ({ ask, place }) => loadArticleList(ask, place),
  describe: (data, _place, site) => headOf(data, site),
  isPersonal: true,
  Page: ({ data, place }) => <ArticleListPage data={data} place={place} />,
});

function headOf(data: ArticleListData, site: Site): Head {
  const { column, choice, records } = data;
  const { current, tag, period } = choice;
  const path = columnPath(column.id);
  const parts = [tag, column.columnName].filter(Boolean).join(' · ');
  const titles = records.slice(0, 3).map(({ title }) => title);
  return {
    title: `${parts}${current > 1 ? ` 第 ${current} 页` : ''} - ${site.name}`,
    description: `${site.name}栏目「${column.columnName}」的文章${titles.length > 0 ? `：${titles.join('；')}` : ''}。`,
    canonical: addressOf(path, { current }),
    image: records.find(({ cover }) => cover)?.cover ?? null,
    // Narrowed lists show what the whole list shows, and an empty page shows nothing.
    isNoindex: tag !== '' || period !== '' || records.length === 0,
    feed: { path: `${path}/feed.xml`, title: `${column.columnName} - ${site.name}` },
  };
}

function ArticleListPage({ data, place }: { data: ArticleListData; place: Place }) {
  useContentOnScreen();
  const { column, choice, pages } = data;
  const path = columnPath(column.id);
  return (
    <Main>
      <ArticleListHead data={data} hasCrumbs={place.item.meta.breadShow} />
      <Cols>
        <Col w={8}>
          <ListFilters path={path} choice={choice} tags={data.tags} />
          <Stories data={data} path={path} />
          <Pagination
            page={choice.current}
            pages={pages}
            hrefOf={(current) => addressOf(path, { ...choice, current })}
          />
        </Col>
        <Col as="aside" w={4} aria-label="排行与推广">
          <SideColumn>
            <RankSection
              key={column.id}
              id="column-ranks"
              title="栏目排行"
              call={data.chart}
              query={{ columnId: column.id, size: LIST_RANKS }}
              ranks={data.ranks}
            />
            {data.ads.map((ad) => (
              <AdCard key={ad.id} ad={ad} place="side" />
            ))}
          </SideColumn>
        </Col>
      </Cols>
    </Main>
  );
}

const nouns = { article: '文章', news: '资讯', reference: '内参' };

function ArticleListHead({ data, hasCrumbs }: { data: ArticleListData; hasCrumbs: boolean }) {
  const { columns } = useSurroundings();
  const { column, total, isTotalCapped, choice } = data;
  const { parent, members } = familyOf(column.id, columns);
  const crumbs = [
    { name: '首页', href: '/index' },
    ...(parent && parent.id !== column.id ? [{ name: parent.columnName, href: columnPath(parent.id) }] : []),
    { name: column.columnName },
  ];
  const isWhole = choice.tag === '' && choice.period === '';
  return (
    <ColumnHead
      title={column.columnName}
      note={column.description}
      tabs={members.length > 1 && <Family members={members} current={column.id} />}
      crumbs={hasCrumbs && <Breadcrumbs items={crumbs} />}
      aside={
        isWhole && total > 0 ? (
          <p>
            <span className="fig">
              {formatCount(total)}
              {isTotalCapped && '+'}
            </span>{' '}
            {column.kind === 'news' ? '条资讯' : `篇${nouns[column.kind]}`}
          </p>
        ) : undefined
      }
    />
  );
}

function Family({ members, current }: { members: ReturnType<typeof familyOf>['members']; current: string }) {
  return (
    <TabNav
      label="子栏目"
      items={members.map(({ id, columnName }) => ({
        label: columnName,
        href: columnPath(id),
        current: id === current,
      }))}
    />
  );
}

function Stories({ data, path }: { data: ArticleListData; path: string }) {
  const { today } = useSurroundings();
  if (data.records.length === 0) return <EmptyList data={data} path={path} />;
  const isPinned = ({ id }: { id: string }) => data.pinned.some((record) => record.id === id);
  return [...data.pinned, ...data.records.filter((record) => !isPinned(record))].map((record) => (
    <StoryRow
      key={record.id}
      level={2}
      {...toStory(record, today)}
      column={undefined}
      acts={<CollectAct piece={record} />}
    />
  ));
}

function EmptyList({ data: { choice, column }, path }: { data: ArticleListData; path: string }) {
  const way = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  const noun = nouns[column.kind];
  if (choice.current > 1)
    return (
      <Void title="没有这一页" actions={way('回第一页', addressOf(path, { ...choice, current: 1 }))}>
        <p>《{column.columnName}》没有这么多页。</p>
      </Void>
    );
  if (choice.tag !== '' || choice.period !== '')
    return (
      <Void art="search" title={`没有符合条件的${noun}`} actions={way(`看全部${noun}`, path)}>
        <p>换一个标签，或放宽时间。</p>
      </Void>
    );
  return (
    <Void title={`这个栏目还没有${noun}`} actions={way('回首页', '/index')}>
      <p>第一篇发布后会出现在这里。</p>
    </Void>
  );
}
