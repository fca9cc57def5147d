import { useNavigate } from 'react-router';
import { loginAddress } from '#client/return-path.ts';
import { columnPath } from '#client/routes.ts';
import { useIsLoggedIn } from '#client/session.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { DateFilter, Filters } from '#ui/controls/filters.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { withoutAlerts } from '../../api.ts';
import { definePage, type Head, type PageLocation } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { ColumnCrumbs, iconOf, useSubmenu } from '../../parts/column/column-parts.tsx';
import { ColumnSubscription } from '../../parts/column-subscription.tsx';
import { LiveSettings } from '../../parts/live/live-settings.tsx';
import { useIsAlerting } from '../../parts/live/use-alerts.ts';
import { FilterBar, PageHead } from '../../parts/page-head.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryText } from '../../parts/story/rank-list.tsx';
import { toStory } from '../../parts/story.ts';
import { useNewest } from '../../parts/use-newest.ts';
import { type Site, useSiteContext } from '../../site.ts';
import { newsFilterAddress } from './news-filter.ts';
import {
  type Count,
  fetchNewest,
  loadNewsList,
  NEWS_RANK_SIZE,
  type NewestNews,
  type NewsListData,
} from './news-list-data.ts';
import { NewsStream } from './news-stream.tsx';

export const page = definePage<NewsListData>({
  parameters: ['watched', 'important', 'tag', 'date', 'cursor'],
  tags: ({ column }) => ['columns', 'adverts', 'pins', 'plans', columnTag(column?.id ?? '1')],
  load: ({ fetchCall, pageLocation }) => loadNewsList(fetchCall, pageLocation),
  describe: (data, _pageLocation, site) => describeNewsList(data, site),
  isPersonal: true,
  Page: ({ data, pageLocation }) => <NewsListPage data={data} pageLocation={pageLocation} />,
});

function describeNewsList({ name, filter, columnId, newest }: NewsListData, site: Site): Head {
  const titles = newest.slice.records.slice(0, 3).map(({ title }) => title);
  const { watched, important, tag, date, cursor } = filter;
  return {
    title: `${[date, tag, important && '重要', watched && '自选股', name].filter(Boolean).join(' · ')} - ${site.name}`,
    description: `${site.name}${name}，按时间实时更新${titles.length > 0 ? `：${titles.join('；')}` : ''}。`,
    canonical: columnPath(columnId),
    isNoindex: Boolean(watched || important || tag || date || cursor),
    feed: { path: `${columnPath(columnId)}/feed`, title: `${name} - ${site.name}` },
  };
}

function NewsListPage({ data, pageLocation }: { data: NewsListData; pageLocation: PageLocation }) {
  const { today, fetchCall } = useSiteContext();
  const { filter, columnId, name } = data;
  const { meta } = pageLocation.item;
  const path = columnPath(columnId);
  const isMember = useIsLoggedIn();
  const isLoginNeeded = filter.watched && !isMember;
  const isLive = !isLoginNeeded && filter.cursor === '' && (filter.date === '' || filter.date === today);
  const isAlerting = useIsAlerting(`live-news ${newsFilterAddress(path, filter)}`);
  const newest = useNewest(data.newest, {
    isLive,
    isWanted: (event) => event.columnId === columnId,
    fetchNewest: () => fetchNewest(withoutAlerts(fetchCall), columnId, filter),
    whileHidden: isAlerting ? 'stream' : 'poll',
  });
  return (
    <Main>
      <Cols>
        <Col span={8}>
          {meta.breadShow && <ColumnCrumbs column={{ id: columnId, columnName: name }} />}
          <PageHead title={name} icon={iconOf(meta)} live={isLive} note={<NewsCount {...newest} />} />
          {useSubmenu(columnId)}
          {data.subscription && <ColumnSubscription subscription={data.subscription} />}
          <NewsFilters data={data} path={path} />
          <Pinned records={data.pinned} />
          {isLoginNeeded ? (
            <WatchedLogin address={newsFilterAddress(path, filter)} />
          ) : (
            <NewsStream
              key={newsFilterAddress(path, filter)}
              data={data}
              newest={newest.slice}
              isAlerting={isAlerting}
              path={path}
            />
          )}
        </Col>
        <Col as="aside" span={4} aria-label="排行与推广">
          <SideColumn isLastSticky>
            {data.ads.map((ad) => (
              <AdCard key={ad.id} ad={ad} variant="side" />
            ))}
            <RankSection
              id="news-ranks"
              title="资讯排行"
              call="GET /news/reception/theCharts"
              query={{ size: NEWS_RANK_SIZE }}
              ranks={data.ranks}
            />
          </SideColumn>
        </Col>
      </Cols>
    </Main>
  );
}

/** In place of the list, for a visitor who chose the watched securities. */
const WatchedLogin = ({ address }: { address: string }) => (
  <EmptyState
    title="登录后可以只看自选股"
    actions={
      <ButtonLink size="s" href={loginAddress(address)}>
        登录
      </ButtonLink>
    }
  >
    <p>自选股在个人中心里添加，登录后这里只显示提到它们的资讯。</p>
  </EmptyState>
);

/** The pinned posts above the stream, which also contains them at their time. */
function Pinned({ records }: { records: NewsListData['pinned'] }) {
  const { today } = useSiteContext();
  if (records.length === 0) return null;
  return (
    <section aria-label="置顶资讯">
      {records.map((record) => (
        <StoryText key={record.id} level={2} {...toStory(record, today)} column={undefined} />
      ))}
    </section>
  );
}

function NewsCount({ today, total }: NewestNews) {
  const { today: day } = useSiteContext();
  if (today && today.total > 0)
    return (
      <>
        实时更新，<time dateTime={day}>今天</time>已发 <CountLabel {...today} /> 条
      </>
    );
  return (
    <>
      共 <CountLabel {...total} /> 条
    </>
  );
}

function CountLabel({ total, isCapped }: Count) {
  return (
    <b className="fig">
      {formatCount(total)}
      {isCapped && '+'}
    </b>
  );
}

function NewsFilters({ data: { filter, tags }, path }: { data: NewsListData; path: string }) {
  const { today } = useSiteContext();
  const navigate = useNavigate();
  const { watched, important, tag, date } = filter;
  return (
    <>
      <FilterBar oneLine end={<LiveSettings />}>
        <Filters
          oneLine
          label="范围"
          items={[
            { label: '全部', href: newsFilterAddress(path, { tag, date }), current: !(important || watched) },
            {
              label: '只看重要',
              href: newsFilterAddress(path, { important: true, tag, date }),
              current: important,
            },
            { label: '自选股', href: newsFilterAddress(path, { watched: true, date }), current: watched },
          ]}
        />
      </FilterBar>
      <FilterBar
        end={
          <DateFilter
            label="日期"
            value={date}
            max={today}
            onChoose={(day) => void navigate(newsFilterAddress(path, { ...filter, date: day, cursor: '' }))}
          />
        }
      >
        <Filters
          oneLine
          label="标签"
          items={['', ...tags].map((name) => ({
            label: name || '全部标签',
            href: newsFilterAddress(path, { watched: watched && name === '', important, tag: name, date }),
            current: name === tag,
          }))}
        />
      </FilterBar>
    </>
  );
}
