// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptPage } from '#client/keep-alive.tsx';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { SiteContext, type SiteContextValue } from '../../site.ts';
import { readNewsFilter } from './news-filter.ts';
import type { NewsRecord, NewsSlice } from './news-list-data.ts';
import { useNewsStream } from './use-news-stream.ts';

const post = (id: number) =>
  ({
    id: String(id),
    columnId: '1',
    title: `第 ${id} 条`,
    summary: '',
    publishedAt: '2026-11-20T08:00:00+08:00',
    important: false,
    tags: [],
    kind: 'news',
    views: 0,
    access: 'member',
    price: null,
  }) as NewsRecord;
const slice = (from: number, to: number, cursor: string | null): NewsSlice => ({
  records: Array.from({ length: from - to + 1 }, (_, place) => post(from - place)),
  cursor,
});

let page: OnPage;
let visit = 0;
/** The server's next answer; an error stands for a failed call. */
let answer: NewsSlice | Error;
let requests: unknown[];

beforeEach(() => {
  visit += 1;
  requests = [];
});
afterEach(() => {
  page.remove();
});

const siteContext = {
  site: { apiBase: '/api', tenantId: '000000' },
  fetchCall: async (_key: string, query: unknown) => {
    requests.push(query);
    if (answer instanceof Error) throw answer;
    return answer;
  },
} as unknown as SiteContextValue;

function Probe({ first }: { first: NewsSlice }) {
  const stream = useNewsStream(first, first, '1', readNewsFilter(new URLSearchParams()));
  return (
    <>
      <p>
        {stream.records.map(({ id }) => id).join(' ')} {stream.state} +{stream.waiting.length}
      </p>
      <button type="button" id="more" onClick={stream.more} />
      <button type="button" id="show" onClick={stream.showWaiting} />
    </>
  );
}

const at = (address: string, first: NewsSlice) => (
  <SiteContext value={siteContext}>
    <KeptPage address={`${address}?visit=${visit}`} isKept>
      <Probe key={address} first={first} />
    </KeptPage>
  </SiteContext>
);
const shown = () => page.find('p').textContent;
const press = (id: string) => act(async () => page.find(`#${id}`).click());

test('adds older posts below until the end', async () => {
  page = renderOnPage(at('/globalInfo', slice(9, 8, 'c1')));
  answer = slice(7, 6, null);
  await press('more');
  expect(shown()).toBe('9 8 7 6 end +0');
  expect(requests).toMatchObject([{ columnId: '1', cursor: 'c1' }]);
});

test('keeps the list after a failure, and a retry continues from it', async () => {
  page = renderOnPage(at('/globalInfo', slice(9, 8, 'c1')));
  answer = new Error('网络连接错误！');
  await press('more');
  expect(shown()).toBe('9 8 failed +0');
  answer = slice(7, 7, 'c2');
  await press('more');
  expect(shown()).toBe('9 8 7 idle +0');
});

test('restores the whole list on return, with newer posts waiting above', async () => {
  page = renderOnPage(at('/globalInfo', slice(9, 8, 'c1')));
  answer = slice(7, 6, 'c2');
  await press('more');
  page.render(at('/globalInfo/detail', slice(9, 9, null)));
  page.render(at('/globalInfo', slice(11, 8, 'c3')));
  expect(shown()).toBe('9 8 7 6 idle +2');
  await press('show');
  expect(shown()).toBe('11 10 9 8 7 6 idle +0');
});

test('starts a new list when none of the known posts is among the newest', async () => {
  page = renderOnPage(at('/globalInfo', slice(9, 8, 'c1')));
  page.render(at('/globalInfo/detail', slice(9, 9, null)));
  page.render(at('/globalInfo', slice(40, 38, 'c9')));
  expect(shown()).toBe('9 8 idle +3');
  await press('show');
  expect(shown()).toBe('40 39 38 idle +0');
});
