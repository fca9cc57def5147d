import { type Statistics, type StatisticsService, usedServices } from '#shared/statistics.ts';

/** Sources that the CSP of pages allows beyond those of the site itself. */
export type PolicySources = { script: string[]; connect: string[]; img: string[] };

const baidu = ['https://hm.baidu.com'];
// https://developers.google.com/tag-platform/security/guides/csp
const googleTag = 'https://*.googletagmanager.com';
const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', googleTag];

/** Returns the hosts of the used services, and no others. */
export function statisticsSources(statistics: Statistics): PolicySources {
  const umami = [URL.parse(statistics.umamiScript)?.origin ?? ''];
  const sources: Record<StatisticsService, PolicySources> = {
    baidu: { script: baidu, connect: baidu, img: baidu },
    umami: { script: umami, connect: umami, img: [] },
    google: { script: [googleTag], connect: google, img: google },
  };
  const used = usedServices(statistics).map((service) => sources[service]);
  const all = (kind: keyof PolicySources) => used.flatMap((one) => one[kind]);
  return { script: all('script'), connect: all('connect'), img: all('img') };
}
