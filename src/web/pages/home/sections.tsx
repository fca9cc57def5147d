import { Fragment, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { columnLabel, columnPath } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '#ui/class-names.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Col, Cols, columnSpan } from '#ui/layout/cols.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { StoryText } from '../../parts/story/rank-list.tsx';
import {
  StoryCard,
  StoryLead,
  StoryRow,
  StorySecond,
  StoryVip,
  VipList,
} from '../../parts/story/stories.tsx';
import { postPath, type StoryRecord, toStory } from '../../parts/story.ts';
import { VipPanel } from '../../parts/vip-panel.tsx';
import { useSiteContext } from '../../site.ts';
import { FrontColumns, FrontSecond } from './front.tsx';
import type { FrontRecords, ListsData, VipRecord } from './home-data.ts';
import type { ListKind } from './home-rows.ts';
import s from './sections.module.css';

export function Lead({ front }: { front: FrontRecords | null }) {
  const { today } = useSiteContext();
  if (!front) return <SectionLoadError noun="头条" />;
  if (!front.lead) return <EmptyHome />;
  const also = front.also.map(({ title, ...record }) => ({ title, href: postPath(record) }));
  return (
    <>
      <StoryLead {...withoutViews(toStory(front.lead, today))} also={also} />
      {front.seconds.length > 0 && (
        <FrontSecond>
          {front.seconds.map((record) => (
            <StorySecond key={record.id} {...withoutViews(toStory(record, today))} />
          ))}
        </FrontSecond>
      )}
    </>
  );
}

export function NewestSection({ cards }: Pick<FrontRecords, 'cards'>) {
  if (cards.length === 0) return null;
  return <CardsSection id="home-newest" title="最新文章" href={undefined} records={cards} />;
}

const listSpans = { free: 5, news: 4, reports: 3 } as const;

/** Free articles, news and reports side by side, with the side advert below the reports. */
export function ListsSection({
  blocks,
  data: { free, information, reports, sideAds },
}: {
  blocks: readonly ListKind[];
  data: ListsData;
}) {
  const { today, columns } = useSiteContext();
  const story = (record: StoryRecord) => ({ ...toStory(record, today), column: undefined });
  // In a section that members can read entirely, the access mark would repeat on every line.
  const storyWithoutColumn = (record: StoryRecord) => ({
    ...withoutViews(story(record)),
    access: record.access === 'member' ? undefined : record.access,
  });
  const spanOf = (kind: ListKind) => (blocks.length === 3 ? listSpans[kind] : 12 / blocks.length);
  const sections: Record<ListKind, () => ReactNode> = {
    free: () => (
      <ListSection span={spanOf('free')} id="home-free" title="免费阅读" list={free} empty="暂时没有免费文章">
        {(record) => <StoryRow key={record.id} compact {...story(record)} />}
      </ListSection>
    ),
    news: () => (
      <ListSection
        span={spanOf('news')}
        id="home-news"
        title={columnLabel(columns, '1', '资讯')}
        columnId="1"
        list={information}
        empty="今天还没有资讯"
      >
        {(record) => <StoryText key={record.id} {...storyWithoutColumn(record)} />}
      </ListSection>
    ),
    reports: () => (
      <ListSection
        span={spanOf('reports')}
        id="home-reports"
        title={columnLabel(columns, '2', '脱水研报')}
        columnId="2"
        list={reports}
        empty="还没有研报"
        after={sideAds[0] && <AdCard ad={sideAds[0]} variant="side" />}
      >
        {(record) => <StoryText key={record.id} {...storyWithoutColumn(record)} />}
      </ListSection>
    ),
  };
  return (
    <FrontColumns>
      {blocks.map((kind) => (
        <Fragment key={kind}>{sections[kind]()}</Fragment>
      ))}
    </FrontColumns>
  );
}

/** The newest posts of a column; nothing if it has none, or no longer exists. */
export function ColumnSection({ columnId, posts }: { columnId: string; posts: StoryRecord[] | null }) {
  const { columns } = useSiteContext();
  const column = columns.find(({ id }) => id === columnId);
  if (!column || posts?.length === 0) return null;
  return (
    <CardsSection
      id={`home-column-${columnId}`}
      title={column.columnName}
      href={columnPath(columnId)}
      records={posts}
    />
  );
}

/** A text of the publisher, one paragraph per line. */
export function TextSection({ id, title, text }: { id: string; title: string; text: string }) {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '');
  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs keep their places.
  const body = paragraphs.map((line, index) => <p key={index}>{line}</p>);
  if (title === '') return <div className={classNames(s.text, s.untitled)}>{body}</div>;
  return (
    <Section id={id} title={title}>
      <div className={s.text}>{body}</div>
    </Section>
  );
}

const vipHeading = (columns: readonly Column[]) => ({
  id: 'home-vip',
  title: columnLabel(columns, '3', 'VIP 专享'),
  ...(columns.some(({ id }) => id === '3') && { more: { label: '全部专享', href: columnPath('3') } }),
});

/** VIP posts; nothing if there are none. */
export function VipSection({ vip }: { vip: VipRecord[] | null }) {
  const { today, columns } = useSiteContext();
  if (!vip) return <VipPanel {...vipHeading(columns)} lead={<SectionLoadError />} list={null} />;
  const [lead, ...others] = vip;
  if (!lead) return null;
  const { access: _, ...story } = withoutViews({ ...toStory(lead, today), column: undefined });
  return (
    <VipPanel
      {...vipHeading(columns)}
      lead={<StoryVip {...story} lengthNote={`约 ${formatCount(roundWordCount(lead.wordCount))} 字`} />}
      list={
        <VipList
          items={others.map(({ title, wordCount, ...record }) => ({
            title,
            href: postPath(record),
            note: `${formatCount(wordCount)} 字`,
          }))}
        />
      }
    />
  );
}

/** The newest references; nothing if there are none. */
export function ReferencesSection({ references }: { references: StoryRecord[] | null }) {
  const [newest] = references ?? [];
  if (references && !newest) return null;
  return (
    <CardsSection
      id="home-references"
      title="内参"
      href={newest && columnPath(newest.columnId)}
      records={references}
    />
  );
}

interface CardsSectionProps {
  id: string;
  title: string;
  /** Address that the link 更多 opens. */
  href: string | undefined;
  /** Null if they failed to load. */
  records: StoryRecord[] | null;
}

function CardsSection({ id, title, href, records }: CardsSectionProps) {
  const { today } = useSiteContext();
  return (
    <Section id={id} title={title} more={href ? { href } : undefined}>
      {records ? (
        <CardGrid>
          {records.map((record) => (
            <StoryCard key={record.id} style={columnSpan(3)} {...withoutViews(toStory(record, today))} />
          ))}
        </CardGrid>
      ) : (
        <SectionLoadError noun={title} />
      )}
    </Section>
  );
}

interface ListSectionProps {
  /** Width in twelfths. */
  span: number;
  id: string;
  title: string;
  /** Column that the link 更多 opens. */
  columnId?: string;
  list: StoryRecord[] | null;
  empty: string;
  after?: ReactNode;
  children: (record: StoryRecord) => ReactNode;
}

function ListSection({ span, id, title, columnId, list, empty, after, children }: ListSectionProps) {
  return (
    <Col span={span}>
      <Section id={id} title={title} more={columnId ? { href: columnPath(columnId) } : undefined}>
        {list ? list.map(children) : <SectionLoadError />}
        {list?.length === 0 && <SectionNote>{empty}</SectionNote>}
      </Section>
      {after}
    </Col>
  );
}

function SectionLoadError({ noun }: { noun?: string }) {
  const { revalidate } = useRevalidator();
  return <SectionError {...(noun ? { noun } : {})} onRetry={() => void revalidate()} />;
}

function EmptyHome() {
  return (
    <EmptyState
      title="第一期还没有出"
      actions={
        <ButtonLink size="s" href="/search">
          去搜索
        </ButtonLink>
      }
    >
      <p>编辑部发布的第一篇文章会出现在这里。</p>
    </EmptyState>
  );
}

const withoutViews = <S extends { views?: unknown }>(story: S) => ({ ...story, views: undefined });

const roundWordCount = (words: number): number => {
  const unit = words < 1000 ? 10 : 100;
  return Math.round(words / unit) * unit;
};

/** Four `StoryCard`s with `style={span(3)}`; two per row below 1200 px, rows on a phone. */
function CardGrid({ children }: { children: ReactNode }) {
  return <Cols className={s.cards}>{children}</Cols>;
}
