import { lazy, Suspense } from 'react';
import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { readStored, writeStored } from '#client/storage.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { Main } from '#ui/layout/main.tsx';
import { useClient } from '../../client-context.ts';
import { definePage } from '../../page.ts';
import { AdCarousel } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert } from '../../parts/adverts.ts';
import { useKnowTurn } from '../../parts/popups/know-popup.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { AuthorsSection } from './authors-section.tsx';
import { ContestSection } from './contest-section.tsx';
import { Front } from './front.tsx';
import { HOME_RANKS, type HomeData, loadHome } from './home-data.ts';
import { LiveNews } from './live-news.tsx';
import { Lead, NewestSection, PairSection, ReferencesSection, VipSection } from './sections.tsx';

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
