import { useRevalidator } from 'react-router';
import { authorTag } from '#shared/cache-tags.ts';
import { authorPath } from '#shared/site-paths.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { AuthorList, Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionError } from '#ui/states/notice.tsx';
import { definePage } from '#web/page.ts';
import { AuthorRow } from '#web/parts/author/author-card.tsx';
import { AuthorHead } from '#web/parts/author/author-head.tsx';
import { Crumbs } from '#web/parts/home-links.tsx';
import { StoryRows } from '#web/parts/story/story-rows.tsx';
import { FollowButton } from '#web/parts/user-state/action-button.tsx';
import { useUserFlag } from '#web/parts/user-state/use-user-flag.ts';
import { authorFilterAddress, type ListedKind, listedKinds } from './author-filter.ts';
import { describeAuthor } from './describe-author.ts';
import { type AuthorData, loadAuthor } from './load-author.ts';

/** The page of an author: profile, followers, and posts by kind. */
export const page = definePage<AuthorData>({
  parameters: ['id', 'kind', 'current'],
  tags: ({ query }) => ['posts', 'columns', authorTag(query.get('id') ?? '')],
  load: loadAuthor,
  describe: (data, _pageLocation, site) => describeAuthor(data, site),
  isPersonal: true,
  Page: ({ data }) => <AuthorPage key={data.author.id} data={data} />,
});

const labels: Record<ListedKind, string> = { article: '文章', reference: '内参', news: '资讯' };

function AuthorPage({ data }: { data: AuthorData }) {
  const { author, filter, totals, pages } = data;
  const { count: followers } = useUserFlag({ of: 'author', id: author.id }, author.followers);
  return (
    <Main>
      <Crumbs items={[{ name: '作者' }, { name: author.name }]} />
      <AuthorHead
        name={author.name}
        avatar={author.avatar}
        title={author.title}
        bio={author.bio}
        stats={[
          { label: '作品', count: author.posts },
          { label: '关注者', count: followers },
        ]}
        action={<FollowButton authorId={author.id} name={author.name} />}
      />
      <Cols>
        <Col span={8}>
          <TabNav
            label="作品"
            items={listedKinds
              .filter((kind) => totals[kind] !== 0 || kind === filter.kind)
              .map((kind) => ({
                label: labels[kind],
                count: totals[kind] ?? undefined,
                href: authorFilterAddress({ id: author.id, kind, current: 1 }),
                current: kind === filter.kind,
              }))}
          />
          <PostList data={data} />
          <Pagination
            page={filter.current}
            pages={pages}
            hrefOf={(current) => authorFilterAddress({ ...filter, current })}
          />
        </Col>
        <Col as="aside" span={4} aria-label="热门作者">
          <OtherAuthors authors={data.others} />
        </Col>
      </Cols>
    </Main>
  );
}

function OtherAuthors({ authors }: { authors: AuthorData['others'] }) {
  if (authors.length === 0) return null;
  return (
    <SideColumn>
      <Section first id="hot-authors" tone="side" title="热门作者">
        <AuthorList>
          {authors.map(({ id, name, title, avatar }) => (
            <AuthorRow
              key={id}
              name={name}
              href={authorPath(id)}
              avatar={avatar}
              note={title}
              action={<FollowButton authorId={id} name={name} />}
            />
          ))}
        </AuthorList>
      </Section>
    </SideColumn>
  );
}

function PostList({ data }: { data: AuthorData }) {
  const { author, records } = data;
  const { revalidate } = useRevalidator();
  if (!records) return <SectionError noun="作品" onRetry={() => void revalidate()} />;
  if (records.length === 0) return <EmptyPostList name={author.name} data={data} />;
  return <StoryRows records={records} without="author" />;
}

function EmptyPostList({ name, data: { filter, totals } }: { name: string; data: AuthorData }) {
  const { id, kind, current } = filter;
  const linkTo = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  if (current > 1)
    return (
      <EmptyState
        title="没有这一页"
        actions={linkTo('回第一页', authorFilterAddress({ id, kind, current: 1 }))}
      >
        <p>
          {name}的{labels[kind]}没有这么多页。
        </p>
      </EmptyState>
    );
  const other = listedKinds.find((candidate) => candidate !== kind && totals[candidate] !== 0);
  return (
    <EmptyState
      title={`还没有${labels[kind]}`}
      actions={other && linkTo(`看${labels[other]}`, authorFilterAddress({ id, kind: other, current: 1 }))}
    >
      <p>
        {name}发布{labels[kind]}后会出现在这里。
      </p>
    </EmptyState>
  );
}
