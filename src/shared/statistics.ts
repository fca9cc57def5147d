/** Ids of the site at services that count visits; empty: the service is not used. */
export type Statistics = {
  /** Of 百度统计: 32 hexadecimal digits. */
  baidu: string;
  /** Address of Umami's script, and the site's id there; Umami is used if both are set. */
  umamiScript: string;
  umamiSite: string;
  /** Of Google Analytics 4: `G-…`. */
  google: string;
};

export type StatisticsService = 'baidu' | 'umami' | 'google';

/** Returns the services that are used. */
export const usedServices = ({ baidu, umamiScript, umamiSite, google }: Statistics): StatisticsService[] => [
  ...(baidu ? (['baidu'] as const) : []),
  ...(umamiScript && umamiSite ? (['umami'] as const) : []),
  ...(google ? (['google'] as const) : []),
];
