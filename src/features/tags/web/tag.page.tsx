import { formatCount } from '#shared/numbers.ts';
import { tagPath } from '#shared/site-paths.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { TopicTag } from '#ui/display/tag.tsx';
import { Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage, type Head } from '#web/page.ts';
import { Crumbs } from '#web/parts/home-links.tsx';
import { ColumnHead } from '#web/parts/page-head.tsx';
import { ArticleTags } from '#web/parts/post/article-layout.tsx';
import { StoryRows } from '#web/parts/story/story-rows.tsx';
import type { Site } from '#web/site.ts';
import { loadTag, type TagData, tagPageAddress } from './load-tag.ts';

/** The published posts with a tag, newest first. */
export const page = definePage<TagData>({
  parameters: ['current'],
  tags: () => ['posts', 'columns', 'tags'],
  load: loadTag,
  describe: (data, _pageLocation, site) => describeTag(data, site),
  isPersonal: true,
  Page: ({ data }) => <TagPage data={data} />,
});

function describeTag({ name, description, current, records }: TagData, site: Site): Head {
  const titles = records.slice(0, 3).map(({ title }) => title);
  const listed = `${site.name}关于“${name}”的内容${titles.length > 0 ? `：${titles.join('；')}` : ''}`;
  return {
    title: `${name}${current > 1 ? ` 第 ${current} 页` : ''} - ${site.name}`,
    description: description || listed,
    canonical: tagPageAddress(name, current),
    image: records.find(({ cover }) => cover)?.cover ?? null,
    isNoindex: records.length === 0,
    feed: { path: `${tagPath(name)}/feed`, title: `${name} - ${site.name}` },
  };
}

function TagPage({ data }: { data: TagData }) {
  const { name, description, total, current, pages, records, related } = data;
  return (
    <Main>
      <ColumnHead
        title={name}
        icon="tag"
        note={description}
        crumbs={<Crumbs items={[{ name: '标签' }, { name }]} />}
        aside={
          <p>
            <span className="fig">{formatCount(total)}</span> 篇内容
          </p>
        }
      />
      <Cols>
        <Col span={8}>
          {records.length === 0 && <NoSuchPage name={name} />}
          <StoryRows records={records} />
          <Pagination page={current} pages={pages} hrefOf={(to) => tagPageAddress(name, to)} />
        </Col>
        {related.length > 0 && (
          <Col as="aside" span={4} aria-label="相关标签">
            <SideColumn>
              <Section first id="related-tags" tone="side" title="相关标签">
                <ArticleTags>
                  {related.map((other) => (
                    <TopicTag key={other} href={tagPath(other)}>
                      {other}
                    </TopicTag>
                  ))}
                </ArticleTags>
              </Section>
            </SideColumn>
          </Col>
        )}
      </Cols>
    </Main>
  );
}

const NoSuchPage = ({ name }: { name: string }) => (
  <EmptyState
    title="没有这一页"
    actions={
      <ButtonLink size="s" href={tagPageAddress(name, 1)}>
        回第一页
      </ButtonLink>
    }
  >
    <p>标签“{name}”没有这么多页。</p>
  </EmptyState>
);
