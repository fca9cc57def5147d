import { formatCount } from '#shared/numbers.ts';
import { topicPath, topicSlugOf, topicsPath } from '#shared/topic.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { withoutAlerts } from '#web/api.ts';
import { definePage, type Head } from '#web/page.ts';
import { Crumbs } from '#web/parts/home-links.tsx';
import { LAST_PAGE, listFilterAddress, PAGE_SIZE, readListFilter } from '#web/parts/list-filter.ts';
import { ColumnHead } from '#web/parts/page-head.tsx';
import { orNull } from '#web/parts/settle-all.ts';
import { StoryRows } from '#web/parts/story/story-rows.tsx';
import { type RowRecord, toRowRecord } from '#web/parts/story.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import type { Site } from '#web/site.ts';
import type { Topic } from '../schema.ts';
import s from './topic.module.css';

type TopicData = { topic: Topic; current: number; pages: number; records: RowRecord[]; others: Topic[] };

const maxOthers = 6;

/** A topic: its introduction and its posts in the editors' order. */
export const page = definePage<TopicData>({
  parameters: ['current'],
  tags: () => ['topics', 'posts', 'columns'],
  load: async ({ fetchCall, pageLocation }) => {
    const slug = topicSlugOf(pageLocation.path) ?? '';
    const { current } = readListFilter(pageLocation.query);
    const userState = recordUserState();
    const fetchQuietly = withoutAlerts(fetchCall);
    const [topic, { records, pages }, topics] = await Promise.all([
      fetchQuietly('GET /reception/topic', { slug }),
      fetchQuietly('GET /reception/topicPosts', { slug, current, size: PAGE_SIZE }),
      orNull(fetchQuietly('GET /reception/topics')),
    ]);
    userState.records(records);
    return {
      topic,
      current,
      pages: Math.min(pages, LAST_PAGE),
      records: records.map(toRowRecord),
      others: (topics ?? []).filter((other) => other.slug !== topic.slug).slice(0, maxOthers),
    };
  },
  describe: (data, _pageLocation, site) => describeTopic(data, site),
  isPersonal: true,
  Page: ({ data }) => <TopicPage data={data} />,
});

const addressOf = (slug: string, current: number): string => listFilterAddress(topicPath(slug), { current });

function describeTopic({ topic, current, records }: TopicData, site: Site): Head {
  const { slug, title, introduction, cover } = topic;
  return {
    title: `${title}${current > 1 ? ` 第 ${current} 页` : ''} - ${site.name}`,
    description:
      introduction || `${site.name}的专题《${title}》：${records.map((post) => post.title).join('；')}`,
    canonical: addressOf(slug, current),
    image: cover ?? records.find((post) => post.cover)?.cover ?? null,
    isNoindex: records.length === 0,
    feed: { path: `${topicPath(slug)}/feed`, title: `${title} - ${site.name}` },
  };
}

function TopicPage({ data: { topic, current, pages, records, others } }: { data: TopicData }) {
  const { slug, title, introduction, cover, posts } = topic;
  return (
    <Main>
      {cover && current === 1 && <img className={s.cover} src={cover} alt="" fetchPriority="high" />}
      <ColumnHead
        title={title}
        icon="books"
        note={introduction}
        crumbs={<Crumbs items={[{ name: '专题', href: topicsPath }, { name: title }]} />}
        aside={
          <p>
            <span className="fig">{formatCount(posts)}</span> 篇内容
          </p>
        }
      />
      <Cols>
        <Col span={8}>
          {records.length === 0 && (
            <EmptyState
              title="没有这一页"
              actions={
                <ButtonLink size="s" href={topicPath(slug)}>
                  回第一页
                </ButtonLink>
              }
            >
              <p>专题《{title}》没有这么多页。</p>
            </EmptyState>
          )}
          <StoryRows records={records} />
          <Pagination page={current} pages={pages} hrefOf={(to) => addressOf(slug, to)} />
        </Col>
        {others.length > 0 && (
          <Col as="aside" span={4} aria-label="其他专题">
            <SideColumn>
              <Section first id="other-topics" tone="side" title="其他专题">
                <ul className={s.others}>
                  {others.map((other) => (
                    <li key={other.slug}>
                      <Link href={topicPath(other.slug)}>{other.title}</Link>
                    </li>
                  ))}
                </ul>
              </Section>
            </SideColumn>
          </Col>
        )}
      </Cols>
    </Main>
  );
}
