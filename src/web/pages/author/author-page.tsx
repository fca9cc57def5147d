import { useRevalidator } from 'react-router';
import { useContentOnScreen } from '#client/screen.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { AuthorList, Col, Cols, SideColumn } from '#ui/layout/cols.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { PartFailed } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
import { definePage } from '../../page.ts';
import { AuthorRow } from '../../parts/author/author-card.tsx';
import { AuthorHead } from '../../parts/author/author-head.tsx';
import { CollectAct, FollowButton } from '../../parts/marks/act.tsx';
import { useMark } from '../../parts/marks/use-mark.ts';
import { StoryRow } from '../../parts/story/stories.tsx';
import { authorPath, toStory } from '../../parts/story.ts';
import { useSurroundings } from '../../site.ts';
import { authorAddress, type ListedKind, listedKinds } from './author-choice.ts';
import { describeAuthor } from './describe-author.ts';
import { type AuthorData, loadAuthor } from './load-author.ts';

/** An author: who they are, who follows, and what they wrote by kind. */
export const page = definePage<AuthorData>({
  parameters: ['id', 'kind', 'current'],
  tags: ({ query }) => ['posts', 'columns', authorTag(query.get('id') ?? '')],
  load: loadAuthor,
  describe: (data, _place, site) => describeAuthor(data, site),
  isPersonal: true,
  Page: ({ data }) => <AuthorPage key={data.author.id} data={data} />,
});

const labels: Record<ListedKind, string> = { article: '文章', reference: '内参', news: '资讯' };

function AuthorPage({ data }: { data: AuthorData }) {
  useContentOnScreen();
  const { author, choice, totals, pages } = data;
  const { count: followers } = useMark({ of: 'author', id: author.id }, author.followers);
  return (
    <Main>
      <Breadcrumbs items={[{ name: '首页', href: '/index' }, { name: '作者' }, { name: author.name }]} />
      <AuthorHead
        name={author.name}
        avatar={author.avatar}
        title={author.title}
        bio={author.bio}
        stats={[
          { label: '作品', count: author.posts },
          { label: '关注', count: followers },
        ]}
        action={<FollowButton authorId={author.id} name={author.name} />}
      />
      <Cols>
        <Col w={8}>
          <TabNav
            label="作品"
            items={listedKinds
              .filter((kind) => totals[kind] !== 0 || kind === choice.kind)
              .map((kind) => ({
                label: labels[kind],
                count: totals[kind] ?? undefined,
                href: authorAddress({ id: author.id, kind, current: 1 }),
                current: kind === choice.kind,
              }))}
          />
          <Works data={data} />
          <Pagination
            page={choice.current}
            pages={pages}
            hrefOf={(current) => authorAddress({ ...choice, current })}
          />
        </Col>
        <Col as="aside" w={4} aria-label="热门作者">
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

function Works({ data }: { data: AuthorData }) {
  const { author, records } = data;
  const { today } = useSurroundings();
  const { revalidate } = useRevalidator();
  if (!records) return <PartFailed noun="作品" onRetry={() => void revalidate()} />;
  if (records.length === 0) return <NoWorks name={author.name} data={data} />;
  return records.map((record) => (
    <StoryRow
      key={record.id}
      level={2}
      {...toStory(record, today)}
      author={undefined}
      acts={<CollectAct piece={record} />}
    />
  ));
}

function NoWorks({ name, data: { choice, totals } }: { name: string; data: AuthorData }) {
  const { id, kind, current } = choice;
  const way = (label: string, href: string) => (
    <ButtonLink size="s" href={href}>
      {label}
    </ButtonLink>
  );
  if (current > 1)
    return (
      <Void title="没有这一页" actions={way('回第一页', authorAddress({ id, kind, current: 1 }))}>
        <p>
          {name}的{labels[kind]}没有这么多页。
        </p>
      </Void>
    );
  const other = listedKinds.find((one) => one !== kind && totals[one] !== 0);
  return (
    <Void
      title={`还没有${labels[kind]}`}
      actions={other && way(`看${labels[other]}`, authorAddress({ id, kind: other, current: 1 }))}
    >
      <p>
        {name}发布{labels[kind]}后会出现在这里。
      </p>
    </Void>
  );
}
