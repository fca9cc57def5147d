import { useNavigate } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { formatCount } from '#shared/numbers.ts';
import { DateFilter, Filters } from '#ui/controls/filters.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { definePage, type Head } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { DeskBar, PageHead } from '../../parts/page-head.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryText } from '../../parts/story/rank-list.tsx';
import { toStory } from '../../parts/story.ts';
import { type Site, useSurroundings } from '../../site.ts';
import { newsAddress } from './news-choice.ts';
import { type Count, loadNewsList, NEWS_RANKS, type NewsListData } from './news-list-data.ts';
import { NewsStream } from './news-stream.tsx';

export const page = definePage<NewsListData>({
  parameters: ['tag', 'date', 'cursor'],
  tags: ({ column }) => ['columns', 'adverts', 'pins', columnTag(column?.id ?? '1')],
  load: ({ ask, place }) => loadNewsList(ask, place),
  describe: (data, _place, site) => headOf(data, site),
  isPersonal: true,
  Page: ({ data }) => <NewsListPage data={data} />,
});

function headOf({ name, choice, columnId, stretch }: NewsListData, site: Site): Head {
  const titles = stretch.records.slice(0, 3).map(({ title }) => title);
  const { tag, date, cursor } = choice;
  return {
    title: `${[date, tag, name].filter(Boolean).join(' · ')} - ${site.name}`,
    description: `${site.name}${name}，按时间实时更新${titles.length > 0 ? `：${titles.join('；')}` : ''}。`,
    canonical: columnPath(columnId),
    isNoindex: Boolean(tag || date || cursor),
    feed: { path: `${columnPath(columnId)}/feed.xml`, title: `${name} - ${site.name}` },
  };
}

function NewsListPage({ data }: { data: NewsListData }) {
  useContentOnScreen();
  const { choice, columnId, name } = data;
  const path = columnPath(columnId);
  return (
    <Main>
      <Cols>
        <Col w={8}>
          <PageHead title={name} live={choice.cursor === ''} note={<Standing data={data} />} />
          <NewsFilters data={data} path={path} />
          <Pinned records={data.pinned} />
          <NewsStream key={newsAddress(path, choice)} data={data} path={path} />
        </Col>
        <Col as="aside" w={4} aria-label="排行与推广">
          <SideColumn>
            <RankSection
              id="news-ranks"
              title="资讯排行"
              call="GET /news/reception/theCharts"
              query={{ size: NEWS_RANKS }}
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

/** What the editors put above the stream; it stands in the stream, too, at its time. */
function Pinned({ records }: { records: NewsListData['pinned'] }) {
  const { today } = useSurroundings();
  if (records.length === 0) return null;
  return (
    <section aria-label="置顶资讯">
      {records.map((record) => (
        <StoryText key={record.id} level={2} {...toStory(record, today)} column={undefined} />
      ))}
    </section>
  );
}

function Standing({ data: { today, total } }: { data: NewsListData }) {
  const { today: day } = useSurroundings();
  if (today && today.total > 0)
    return (
      <>
        实时更新，<time dateTime={day}>今天</time>已发 <Figure {...today} /> 条
      </>
    );
  return (
    <>
      共 <Figure {...total} /> 条
    </>
  );
}

function Figure({ total, isCapped }: Count) {
  return (
    <b className="fig">
      {formatCount(total)}
      {isCapped && '+'}
    </b>
  );
}

function NewsFilters({ data: { choice, tags }, path }: { data: NewsListData; path: string }) {
  const { today } = useSurroundings();
  const navigate = useNavigate();
  const items = ['', ...tags].map((tag) => ({
    label: tag || '全部',
    href: newsAddress(path, { tag, date: choice.date }),
    current: tag === choice.tag,
  }));
  return (
    <DeskBar
      end={
        <DateFilter
          label="日期"
          value={choice.date}
          max={today}
          onChoose={(date) => void navigate(newsAddress(path, { tag: choice.tag, date }))}
        />
      }
    >
      <Filters oneLine label="标签" items={items} />
    </DeskBar>
  );
}
