import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { Main } from '#ui/layout/main.tsx';
import { definePage } from '../../page.ts';
import { AdCarousel } from '../../parts/ads/ad-carousel.tsx';
import { AdvertPopup } from '../../parts/popups/advert-popup.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { AuthorsSection } from './authors-section.tsx';
import { ContestSection } from './contest-section.tsx';
import { Front } from './front.tsx';
import { HOME_RANKS, type HomeData, loadHome } from './home-data.ts';
import { LiveNews } from './live-news.tsx';
import { Lead, NewestSection, PairSection, ReferencesSection, VipSection } from './sections.tsx';

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
