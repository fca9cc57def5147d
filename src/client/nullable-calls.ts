import type { ApiCalls } from '#features/calls.ts';

type NullableCall = { [K in keyof ApiCalls]: null extends ApiCalls[K]['data'] ? K : never }[keyof ApiCalls];

/**
 * The calls whose answer may be null. Null as the answer of any other call means that something between the browser and
 * the portal answered. TypeScript compares the list with the routes: a missing key is a type error.
 */
export const nullableCalls: Readonly<Record<NullableCall, true> & Record<string, true>> = {
  'GET /member/feedAddress': true,
  'GET /news/reception/nextNews': true,
  'GET /news/reception/previousNews': true,
  'GET /reception/article/nextArticle': true,
  'GET /reception/article/previousArticle': true,
  'GET /reception/contest/season': true,
  'GET /reception/getKnow': true,
  'GET /reception/reference/nextReference': true,
  'GET /reception/reference/previousReference': true,
};
