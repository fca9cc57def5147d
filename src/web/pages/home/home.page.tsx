import { type ComponentType, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { readStored, writeStored } from '#client/storage.ts';
import type { Column } from '#features/columns/schema.ts';
import { bylineTime, dayMs, dayOf } from '#shared/dates.ts';
import { Main } from '#ui/layout/main.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { useClient } from '../../client-context.ts';
import { definePage } from '../../page.ts';
import { AdCarousel } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert } from '../../parts/adverts.ts';
import { CachedPart } from '../../parts/cached-part.tsx';
import { lazyOptional } from '../../parts/lazy-optional.ts';
import { LiveStrip } from '../../parts/live/live-list.tsx';
import { NewItemsBar } from '../../parts/live/new-items-bar.tsx';
import { useKnowState } from '../../parts/popups/know-popup.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { postPath } from '../../parts/story.ts';
import { useLoad } from '../../parts/use-load.ts';
import { findNewItems, useNewest } from '../../parts/use-newest.ts';
import { useFetchCall, useSiteContext } from '../../site.ts';
import { AuthorsSection } from './authors-section.tsx';
import { Front } from './front.tsx';
import {
  HOME_RANK_SIZE,
  type HomeData,
  homeSlots,
  LIVE_STRIP_SIZE,
  type ListsData,
  loadHome,
  type StripRecord,
  toStripRecord,
} from './home-data.ts';
import { type FrontKind, type HomeRow, toRows } from './home-rows.ts';
import {
  ColumnSection,
  Lead,
  ListsSection,
  NewestSection,
  ReferencesSection,
  TextSection,
  VipSection,
} from './sections.tsx';

const toLiveItem = ({ id, title, important, publishedAt, ...record }: StripRecord, today: string) => ({
  ...{ id, title, important },
  href: postPath({ id, ...record }),
  time: { text: stripTime(publishedAt, today), dateTime: publishedAt },
});

const AdvertDialog = lazyOptional(
  async () => (await import('../../parts/popups/advert-dialog.tsx')).AdvertDialog,
);

const endOfDay = (): number => Date.parse(`${dayOf(new Date())}T00:00:00+08:00`) + dayMs;

export const page = definePage<HomeData>({
  parameters: [],
  tags: () => ['posts', 'adverts', 'columns', 'pins', 'contest', 'economic-events', 'home'],
  load: ({ fetchCall }) => loadHome(fetchCall),
  frame: 'front',
  describe: ({ front }, _pageLocation, site, columns) => ({
    title: site.description ? `${site.name}：${site.description}` : site.name,
    description: describeHome(site.name, columns, front),
    canonical: '/index',
    image: front?.lead?.cover ?? null,
    ...(site.url && { jsonLd: websiteJsonLd(site.name, site.url) }),
  }),
  Page: ({ data }) => <HomePage data={data} />,
});

function HomePage({ data }: { data: HomeData }) {
  const rows = toRows(data.blocks);
  return (
    <Main frame="front">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places until the page is loaded again.
        <Row key={index} row={row} index={index} data={data} />
      ))}
      <AdvertPopup />
    </Main>
  );
}

function Row({ row, index, data }: { row: HomeRow; index: number; data: HomeData }) {
  switch (row.kind) {
    case 'front':
      return <FrontRow blocks={row.blocks} isFirst={index < 2} data={data} />;
    case 'newest':
      return part({ cards: data.front?.cards ?? [] }, NewestSection);
    case 'lists':
      return part({ blocks: row.blocks, data: pickLists(data) }, ListsSection);
    case 'vip':
      return part({ vip: data.vip }, VipSection);
    case 'references':
      return part({ references: data.references }, ReferencesSection);
    case 'authors':
      return part({ authors: data.authors }, AuthorsSection);
    case 'column':
      return part({ columnId: row.columnId, posts: data.columnPosts[row.columnId] ?? null }, ColumnSection);
    case 'text':
      return part({ id: `home-text-${index}`, title: row.title, text: row.text }, TextSection);
    default: {
      const slot = homeSlots.find(({ block }) => block === row.kind);
      return slot && part({ data: data[slot.key] ?? null }, slot.Section);
    }
  }

  /** Renders a row whose HTML the server keeps by its properties. */
  function part<P extends object>(properties: P, Section: ComponentType<P>) {
    return (
      <CachedPart name={`home-${row.kind}`} data={properties}>
        {(kept) => <Section {...kept} />}
      </CachedPart>
    );
  }
}

const pickLists = ({ free, information, reports, sideAds }: HomeData): ListsData => ({
  ...{ free, information, reports, sideAds },
});

type FrontRowProps = { blocks: readonly FrontKind[]; isFirst: boolean; data: HomeData };

function FrontRow({ blocks, isFirst, data: { ads, front, strip, ranks, blocks: all } }: FrontRowProps) {
  const hasRanks = blocks.includes('ranks');
  // Without a ranking on the page, adverts stand beside the lead.
  const hasAds = hasRanks || (blocks.includes('lead') && all.every(({ kind }) => kind !== 'ranks'));
  const carousel = hasAds && ads.length > 0 && (
    <CachedPart name="home-carousel" data={ads}>
      {(shown) => <AdCarousel ads={shown} />}
    </CachedPart>
  );
  return (
    <Front
      isFirst={isFirst}
      lead={
        blocks.includes('lead') && (
          <CachedPart name="home-lead" data={front && { ...front, cards: [] }}>
            {(shown) => <Lead front={shown} />}
          </CachedPart>
        )
      }
      live={
        blocks.includes('live') && (
          <CachedPart name="home-live" data={strip}>
            {(shown) => <LiveNews strip={shown} />}
          </CachedPart>
        )
      }
      liveHref={columnPath('1')}
      side={
        hasRanks || carousel
          ? {
              ads: carousel,
              ranks: hasRanks && (
                <RankSection
                  id="home-ranks"
                  title="排行"
                  call="GET /reception/article/researchCharts"
                  query={{ size: HOME_RANK_SIZE }}
                  ranks={ranks}
                  dense
                />
              ),
            }
          : undefined
      }
    />
  );
}

function describeHome(name: string, columns: readonly Column[], front: HomeData['front']): string {
  const builtIn = ['1', '2', '3'].flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const names = builtIn.filter(({ noMenu }) => noMenu === 0).map(({ columnName }) => columnName);
  const titles = [front?.lead, ...(front?.seconds ?? [])].flatMap((record) => record?.title ?? []);
  return `${name}：${names.join('、')}${names.length > 0 ? '与' : ''}各栏目文章。${titles.length > 0 ? `今日要读：${titles.join('；')}。` : ''}`;
}

function websiteJsonLd(name: string, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${url}/index`,
    inLanguage: 'zh-CN',
    potentialAction: {
      '@type': 'SearchAction',
      target: `${url}/search?keyword={keyword}`,
      'query-input': 'required name=keyword',
    },
  };
}

/** The pop-up advert (position 5): each advert once a day in this browser, after the notice (须知). */
function AdvertPopup() {
  const client = useClient();
  const canShow = useKnowState(({ isDone }) => isDone);
  const { data: ad, change } = useLoad(canShow || null, async (signal) => {
    const query = { adPosid: '5' } as const;
    const records = await client().call('POST /reception/getAdList', { query, silent: true });
    const shown = readStored('advertsShown') ?? [];
    const [chosen] = chooseAdvert(records.filter(({ id }) => !shown.includes(id)));
    if (signal.aborted || !chosen) return null;
    writeStored('advertsShown', [...shown, chosen.id], endOfDay());
    return chosen;
  });
  if (!ad) return null;
  return (
    <Suspense>
      <AdvertDialog ad={ad} onClose={() => change(() => null)} />
    </Suspense>
  );
}

/** The live news strip. */
function LiveNews({ strip }: { strip: StripRecord[] | null }) {
  const { revalidate } = useRevalidator();
  if (!strip) return <SectionError noun="资讯" onRetry={() => void revalidate()} />;
  return <Strip strip={strip} />;
}

function Strip({ strip }: { strip: StripRecord[] }) {
  const { today } = useSiteContext();
  const fetchCall = useFetchCall();
  const newest = useNewest(strip, {
    isWanted: ({ kind }) => kind === 'news',
    fetchNewest: async () => {
      const { records } = await fetchCall(
        'GET /news/reception/getGlobalNewsList',
        { size: LIVE_STRIP_SIZE },
        { isSilent: true },
      );
      return records.map(toStripRecord);
    },
  });
  const [shown, setShown] = useState({ strip, records: strip });
  const records = shown.strip === strip ? shown.records : strip;
  return (
    <>
      <NewItemsBar
        count={findNewItems(newest, records).newItems.length}
        onShow={() => setShown({ strip, records: newest })}
      />
      {records.length > 0 ? (
        <LiveStrip items={records.map((record) => toLiveItem(record, today))} />
      ) : (
        <SectionNote>今天还没有资讯</SectionNote>
      )}
    </>
  );
}

// The strip has space for five digits, so it leaves out the year of an old post.
function stripTime(iso: string, today: string): string {
  const day = iso.slice(0, 10);
  return day >= today ? iso.slice(11, 16) : bylineTime(iso, today).slice(-5);
}
