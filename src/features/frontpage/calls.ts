import type { z } from 'zod';
import type { PostRecord } from '#features/posts/calls.ts';
import type * as adverts from './adverts/schema.ts';
import type * as know from './know/schema.ts';
import type * as pins from './pins/schema.ts';

export type Advert = z.infer<typeof adverts.adList>[number];
export type DeskAdvert = z.infer<typeof adverts.deskAdvert>;
export type AdvertDay = z.infer<typeof adverts.dayFigures>;
export type AdvertInput = z.input<typeof adverts.createInput>;

export type DeskPin = z.infer<typeof pins.deskPin>;
export type KnowPlace = z.infer<typeof know.place>;
export type Know = NonNullable<z.infer<typeof know.know>>;
export type KnowVersion = z.infer<typeof know.knowVersion>;

/** What crosses the wire about the front page between the portal and its readers. */
export type FrontpageCalls = {
  'POST /reception/getAdList': { query: { adPosid: string }; data: Advert[] };
  'POST /reception/countAd': { query: { seen?: string[]; clicked?: string[] }; data: boolean };
  'GET /reception/getPinned': { query: { columnId?: string | undefined }; data: PostRecord[] };
  'GET /reception/getKnow': { query: { place: KnowPlace }; data: Know | null };
  'POST /member/acknowledgeKnow': { query: { id: string }; data: boolean };
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
  'GET /admin/pin/list': { query: { columnId?: string | undefined }; data: DeskPin[] };
  'POST /admin/pin/add': { body: z.input<typeof pins.addInput>; data: { id: string } };
  'POST /admin/pin/save': { body: z.input<typeof pins.saveInput>; data: boolean };
  'POST /admin/pin/arrange': { body: z.input<typeof pins.arrangeInput>; data: boolean };
  'POST /admin/pin/remove': { body: { id: string }; data: boolean };
  'GET /admin/know/list': { query: { place: KnowPlace }; data: KnowVersion[] };
  'POST /admin/know/preview': { body: { body: string }; data: { body: string } };
  'POST /admin/know/create': {
    body: z.input<typeof know.createInput>;
    data: { id: string; version: number };
  };
  'POST /admin/know/publish': { body: { id: string }; data: boolean };
  'POST /admin/know/withdraw': { body: { id: string }; data: boolean };
};
