import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Col, Cols, span } from '#ui/layout/cols.tsx';
import { Section } from '#ui/layout/section.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
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
import { useSurroundings } from '../../site.ts';
import { FrontPair, FrontSecond } from './front.tsx';
import type { FrontRecords, HomeData, VipRecord } from './home-data.ts';
import s from './sections.module.css';
import { VipPanel } from './vip-panel.tsx';

/** The lead and its seconds. */
export function Lead({ front }: { front: FrontRecords | null }) {
  const { today } = useSurroundings();
  if (!front) return <FailedPart noun="头条" />;
  if (!front.lead) return <EmptyEdition />;
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

/** The newest articles after the lead and its seconds. */
export function NewestSection({ front }: { front: FrontRecords | null }) {
  const { today } = useSurroundings();
  if (!front?.cards.length) return null;
  return (
    <Section id="home-newest" title="最新文章">
      <CardGrid>
        {front.cards.map((record) => (
          <StoryCard key={record.id} style={span(3)} {...withoutViews(toStory(record, today))} />
        ))}
      </CardGrid>
    </Section>
  );
}

/** Free articles, news and reports side by side, and the side advert under the narrowest. */
export function PairSection({ free, information, reports, sideAds }: HomeData) {
  const { today } = useSurroundings();
  const story = (record: StoryRecord) => ({ ...toStory(record, today), column: undefined });
  // In sections that members read whole their mark would stand on every line.
  const brief = (record: StoryRecord) => ({
    ...withoutViews(story(record)),
    access: record.access === 'member' ? undefined : record.access,
  });
  return (
    <FrontPair>
      <Part w={5} id="home-free" title="免费阅读" list={free} empty="暂时没有免费文章">
        {(record) => <StoryRow key={record.id} compact {...story(record)} />}
      </Part>
      <Part w={4} id="home-news" title="资讯" columnId="1" list={information} empty="今天还没有资讯">
        {(record) => <StoryText key={record.id} {...brief(record)} />}
      </Part>
      <Part
        w={3}
        id="home-reports"
        title="脱水研报"
        columnId="2"
        list={reports}
        empty="还没有研报"
        after={sideAds[0] && <AdCard ad={sideAds[0]} place="side" />}
      >
        {(record) => <StoryText key={record.id} {...brief(record)} />}
      </Part>
    </FrontPair>
  );
}

const vipHead = {
  id: 'home-vip',
  title: 'VIP 专享',
  more: { label: '全部专享', href: columnPath('3') },
};

/** VIP content; nothing where there is none. */
export function VipSection({ vip }: { vip: VipRecord[] | null }) {
  const { today } = useSurroundings();
  if (!vip) return <VipPanel {...vipHead} lead={<FailedPart />} list={null} />;
  const [lead, ...others] = vip;
  if (!lead) return null;
  const { access: _, ...story } = withoutViews({ ...toStory(lead, today), column: undefined });
  return (
    <VipPanel
      {...vipHead}
      lead={<StoryVip {...story} words={`约 ${formatCount(roughly(lead.wordCount))} 字`} />}
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

/** The newest references; nothing where there are none. */
export function ReferencesSection({ references }: { references: StoryRecord[] | null }) {
  const { today } = useSurroundings();
  const [newest] = references ?? [];
  if (references && !newest) return null;
  return (
    <Section id="home-references" title="内参" more={newest && { href: columnPath(newest.columnId) }}>
      {references ? (
        <CardGrid>
          {references.map((record) => (
            <StoryCard key={record.id} style={span(3)} {...withoutViews(toStory(record, today))} />
          ))}
        </CardGrid>
      ) : (
        <FailedPart noun="内参" />
      )}
    </Section>
  );
}

interface PartProps {
  /** Width in twelfths. */
  w: number;
  id: string;
  title: string;
  /** Where 更多 leads. */
  columnId?: string;
  list: StoryRecord[] | null;
  empty: string;
  after?: ReactNode;
  children: (record: StoryRecord) => ReactNode;
}

function Part({ w, id, title, columnId, list, empty, after, children }: PartProps) {
  return (
    <Col w={w}>
      <Section id={id} title={title} more={columnId ? { href: columnPath(columnId) } : undefined}>
        {list ? list.map(children) : <FailedPart />}
        {list?.length === 0 && <PartNote>{empty}</PartNote>}
      </Section>
      {after}
    </Col>
  );
}

function FailedPart({ noun }: { noun?: string }) {
  const { revalidate } = useRevalidator();
  return <PartFailed {...(noun ? { noun } : {})} onRetry={() => void revalidate()} />;
}

function EmptyEdition() {
  return (
    <Void
      title="第一期还没有出"
      actions={
        <ButtonLink size="s" href="/search">
          去搜索
        </ButtonLink>
      }
    >
      <p>编辑部发布的第一篇文章会出现在这里。</p>
    </Void>
  );
}

const withoutViews = <S extends { views?: unknown }>(story: S) => ({ ...story, views: undefined });

const roughly = (words: number): number => {
  const unit = words < 1000 ? 10 : 100;
  return Math.round(words / unit) * unit;
};

/** Four `StoryCard`s with `style={span(3)}`; two a line below 1200 px, rows on a phone. */
function CardGrid({ children }: { children: ReactNode }) {
  return <Cols className={s.cards}>{children}</Cols>;
}
