import type { z } from 'zod';
import type * as adverts from './adverts/schema.ts';

export type Advert = z.infer<typeof adverts.adList>[number];
export type DeskAdvert = z.infer<typeof adverts.deskAdvert>;
export type AdvertDay = z.infer<typeof adverts.dayFigures>;
export type AdvertInput = z.input<typeof adverts.createInput>;

/** What crosses the wire about the front page between the portal and its readers. */
export type FrontpageCalls = {
  'POST /reception/getAdList': { query: { adPosid: string }; data: Advert[] };
  'POST /reception/countAd': { query: { seen?: string[]; clicked?: string[] }; data: boolean };
};

/** And between the portal and its staff. */
export type FrontpageDeskCalls = {
  'GET /admin/advert/list': {
    query: z.input<typeof adverts.listQuery>;
    data: z.infer<typeof adverts.deskPage>;
  };
  'GET /admin/advert/days': { query: { id: string }; data: AdvertDay[] };
  'POST /admin/advert/create': { body: AdvertInput; data: { id: string } };
  'POST /admin/advert/save': { body: z.input<typeof adverts.saveInput>; data: boolean };
  'POST /admin/advert/pause': { body: { id: string; isPaused: boolean }; data: boolean };
  'POST /admin/advert/delete': { body: { id: string }; data: boolean };
};
