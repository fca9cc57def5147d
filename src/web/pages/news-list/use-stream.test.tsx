// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptPage } from '#client/keep-alive.tsx';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { type Surroundings, SurroundingsContext } from '../../site.ts';
import { readNewsChoice } from './news-choice.ts';
import type { NewsRecord, NewsStretch } from './news-list-data.ts';
import { useStream } from './use-stream.ts';

const piece = (id: number) =>
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
  }) as NewsRecord;
const stretch = (from: number, to: number, cursor: string | null): NewsStretch => ({
  records: Array.from({ length: from - to + 1 }, (_, place) => piece(from - place)),
  cursor,
});

let page: OnPage;
let visit = 0;
/** What the server answers next; an error is a failure. */
let answer: NewsStretch | Error;
let asked: unknown[];

beforeEach(() => {
  visit += 1;
  asked = [];
  vi.stubGlobal('EventSource', class {});
});
afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

const surroundings = {
  site: { apiBase: '/api', tenantId: '000000' },
  ask: async (_key: string, query: unknown) => {
    asked.push(query);
    if (answer instanceof Error) throw answer;
    return answer;
  },
} as unknown as Surroundings;

function Probe({ first }: { first: NewsStretch }) {
  const stream = useStream(first, '1', readNewsChoice(new URLSearchParams()), true);
  return (
    <>
      <p>
        {stream.records.map(({ id }) => id).join(' ')} {stream.state} +{stream.arrivals}
      </p>
      <button type="button" id="more" onClick={stream.more} />
      <button type="button" id="show" onClick={stream.showArrivals} />
    </>
  );
}

const at = (address: string, first: NewsStretch) => (
  <SurroundingsContext value={surroundings}>
    <KeptPage address={`${address}?visit=${visit}`} isKept>
      <Probe key={address} first={first} />
    </KeptPage>
  </SurroundingsContext>
);
const shown = () => page.find('p').textContent;
const press = (id: string) => act(async () => page.find(`#${id}`).click());

test('older pieces are added below until there are no more', async () => {
  page = putOnPage(at('/globalInfo', stretch(9, 8, 'c1')));
  answer = stretch(7, 6, null);
  await press('more');
  expect(shown()).toBe('9 8 7 6 end +0');
  expect(asked).toMatchObject([{ columnId: '1', cursor: 'c1' }]);
});

test('a failure keeps what is there, and asking again goes on from it', async () => {
  page = putOnPage(at('/globalInfo', stretch(9, 8, 'c1')));
  answer = new Error('网络连接错误！');
  await press('more');
  expect(shown()).toBe('9 8 failed +0');
  answer = stretch(7, 7, 'c2');
  await press('more');
  expect(shown()).toBe('9 8 7 idle +0');
});

test('on return everything read is there, and what came out meanwhile waits above', async () => {
  page = putOnPage(at('/globalInfo', stretch(9, 8, 'c1')));
  answer = stretch(7, 6, 'c2');
  await press('more');
  page.render(at('/globalInfo/detail', stretch(9, 9, null)));
  page.render(at('/globalInfo', stretch(11, 8, 'c3')));
  expect(shown()).toBe('9 8 7 6 idle +2');
  await press('show');
  expect(shown()).toBe('11 10 9 8 7 6 idle +0');
});

test('after so long that nothing is known any more the list begins anew', async () => {
  page = putOnPage(at('/globalInfo', stretch(9, 8, 'c1')));
  page.render(at('/globalInfo/detail', stretch(9, 9, null)));
  page.render(at('/globalInfo', stretch(40, 38, 'c9')));
  expect(shown()).toBe('9 8 idle +3');
  await press('show');
  expect(shown()).toBe('40 39 38 idle +0');
});
