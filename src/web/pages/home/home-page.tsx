import { lazy, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { readStored, writeStored } from '#client/storage.ts';
import { bylineTime, dayMs, dayOf } from '#shared/dates.ts';
import { Main } from '#ui/layout/main.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { useClient } from '../../client-context.ts';
import { definePage } from '../../page.ts';
import { AdCarousel } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert } from '../../parts/adverts.ts';
import { Arrivals } from '../../parts/live/arrivals.tsx';
import { LiveStrip } from '../../parts/live/live-list.tsx';
import { useKnowTurn } from '../../parts/popups/know-popup.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { postPath } from '../../parts/story.ts';
import { useLoad } from '../../parts/use-load.ts';
import { findArrivals, useNewest } from '../../parts/use-newest.ts';
import { useAsk, useSurroundings } from '../../site.ts';
import { AuthorsSection } from './authors-section.tsx';
import { ContestSection } from './contest-section.tsx';
import { Front } from './front.tsx';
import { HOME_RANKS, type HomeData, loadHome, STRIP_SIZE, type StripRecord, trimStrip } from './home-data.ts';
import { Lead, NewestSection, PairSection, ReferencesSection, VipSection } from './sections.tsx';

const toItem = ({ id, title, important, publishedAt, ...record }: StripRecord, today: string) => ({
  ...{ id, title, important },
  href: postPath({ id, ...record }),
  time: { text: stripTime(publishedAt, today), dateTime: publishedAt },
});

const AdvertDialog = lazy(async () => ({
  default: (await import('../../parts/popups/advert-dialog.tsx')).AdvertDialog,
}));

const endOfDay = (): number => Date.parse(`${dayOf(new Date())}T00:00:00+08:00`) + dayMs;

export const page = definePage<HomeData>({
  parameters: [],
  tags: () => ['posts', 'adverts', 'columns', 'pins', 'contest'],
  load: ({ ask }) => loadHome(ask),
  frame: 'front',
  describe: ({ front }, _place, site) => ({
    title: `${site.name}：财经资讯与研究`,
    description: describeEdition(site.name, front),
    canonical: '/index',
    image: front?.lead?.cover ?? null,
    ...(site.url && { jsonLd: searchableSite(site.name, site.url) }),
  }),
  Page: ({ data }) => <HomePage data={data} />,
});

function HomePage({ data }: { data: HomeData }) {
  useContentOnScreen();
  const { ads, strip, ranks } = data;
  return (
    <Main frame="front">
      <Front
        lead={<Lead front={data.front} />}
        live={<LiveNews strip={strip} />}
        liveHref={columnPath('1')}
        ads={ads.length > 0 && <AdCarousel ads={ads} />}
        ranks={
          <RankSection
            id="home-ranks"
            title="排行"
            call="GET /reception/article/researchCharts"
            query={{ size: HOME_RANKS }}
            ranks={ranks}
            dense
          />
        }
      />
      <NewestSection front={data.front} />
      <PairSection {...data} />
      <ContestSection contest={data.contest} />
      <VipSection vip={data.vip} />
      <ReferencesSection references={data.references} />
      <AuthorsSection authors={data.authors} />
      <AdvertPopup />
    </Main>
  );
}

function describeEdition(name: string, front: HomeData['front']): string {
  const titles = [front?.lead, ...(front?.seconds ?? [])].flatMap((record) => record?.title ?? []);
  return `${name}：全球资讯、脱水研报、VIP 专享与各栏目文章。${titles.length > 0 ? `今日要读：${titles.join('；')}。` : ''}`;
}

function searchableSite(name: string, url: string) {
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

/** The pop-up advert (position 5): each once a day in this browser, after what there is to acknowledge. */
function AdvertPopup() {
  const client = useClient();
  const isTurn = useKnowTurn(({ isOver }) => isOver);
  const { data: ad, change } = useLoad(isTurn || null, async (signal) => {
    const query = { adPosid: '5' } as const;
    const records = await client().call('POST /reception/getAdList', { query, silent: true });
    const shown = readStored('advertsShown') ?? [];
    const [drawn] = drawAdvert(records.filter(({ id }) => !shown.includes(id)));
    if (signal.aborted || !drawn) return null;
    writeStored('advertsShown', [...shown, drawn.id], endOfDay());
    return drawn;
  });
  if (!ad) return null;
  return (
    <Suspense>
      <AdvertDialog ad={ad} onClose={() => change(() => null)} />
    </Suspense>
  );
}

/** The live news strip. What arrives while the page stands open waits behind a line. */
function LiveNews({ strip }: { strip: StripRecord[] | null }) {
  const { revalidate } = useRevalidator();
  if (!strip) return <PartFailed noun="资讯" onRetry={() => void revalidate()} />;
  return <Strip strip={strip} />;
}

function Strip({ strip }: { strip: StripRecord[] }) {
  const { today } = useSurroundings();
  const ask = useAsk();
  const newest = useNewest(strip, {
    isWanted: ({ kind }) => kind === 'news',
    fetchNewest: async () => {
      const { records } = await ask(
        'GET /news/reception/getGlobalNewsList',
        { size: STRIP_SIZE },
        { isSilent: true },
      );
      return records.map(trimStrip);
    },
  });
  const [shown, setShown] = useState({ strip, records: strip });
  const records = shown.strip === strip ? shown.records : strip;
  return (
    <>
      <Arrivals
        count={findArrivals(newest, records).arrivals.length}
        onShow={() => setShown({ strip, records: newest })}
      />
      {records.length > 0 ? (
        <LiveStrip items={records.map((record) => toItem(record, today))} />
      ) : (
        <PartNote>今天还没有资讯</PartNote>
      )}
    </>
  );
}

// The strip has room for five figures: the year of an old piece is left to its own page.
function stripTime(iso: string, today: string): string {
  const day = iso.slice(0, 10);
  return day >= today ? iso.slice(11, 16) : bylineTime(iso, today).slice(-5);
}
