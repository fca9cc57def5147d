import { formatCount } from '#shared/numbers.ts';
import { topicPath, topicsPath } from '#shared/topic.ts';
import { Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage } from '#web/page.ts';
import { Crumbs, HomeButton } from '#web/parts/home-links.tsx';
import { ColumnHead } from '#web/parts/page-head.tsx';
import { StoryPicture } from '#web/parts/story/story-picture.tsx';
import type { Topic } from '../schema.ts';
import s from './topic.module.css';

/** All topics, the last changed first. */
export const page = definePage<Topic[]>({
  parameters: [],
  tags: () => ['topics', 'posts', 'columns'],
  load: ({ fetchCall }) => fetchCall('GET /reception/topics'),
  describe: (topics, _pageLocation, site) => ({
    title: `专题 - ${site.name}`,
    description: `${site.name}的专题：${topics
      .slice(0, 10)
      .map(({ title }) => title)
      .join('；')}`,
    canonical: topicsPath,
    isNoindex: topics.length === 0,
  }),
  Page: ({ data }) => <TopicsPage topics={data} />,
});

const TopicsPage = ({ topics }: { topics: Topic[] }) => (
  <Main>
    <ColumnHead title="专题" icon="books" crumbs={<Crumbs items={[{ name: '专题' }]} />} />
    {topics.length === 0 ? (
      <EmptyState title="还没有专题" actions={<HomeButton />}>
        <p>编辑部把同一件事的报道收在一起，就会出现在这里。</p>
      </EmptyState>
    ) : (
      <ul className={s.topics}>
        {topics.map((topic) => (
          <li key={topic.slug}>
            {topic.cover && <StoryPicture href={topicPath(topic.slug)} picture={{ src: topic.cover }} />}
            <h2>
              <Link href={topicPath(topic.slug)}>{topic.title}</Link>
            </h2>
            {topic.introduction && <p>{topic.introduction}</p>}
            <small>
              <span className="fig">{formatCount(topic.posts)}</span> 篇内容
            </small>
          </li>
        ))}
      </ul>
    )}
  </Main>
);
