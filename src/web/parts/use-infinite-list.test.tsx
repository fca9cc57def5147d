// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptPage } from '#client/keep-alive.tsx';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { useInfiniteList } from './use-infinite-list.ts';

type CursorPage = { records: string[]; cursor: string | null };

let page: OnPage;
let openPage = 0;
/** The server's next answer; an error stands for a failed call. */
let answer: CursorPage | Error;

beforeEach(() => {
  openPage += 1;
  // The observer never fires, so only the button loads more.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

function Probe({ first }: { first: CursorPage }) {
  const list = useInfiniteList(
    first,
    (record) => record,
    async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  );
  return (
    <div ref={list.sentinel}>
      <p>
        {list.records.join(' ')} {list.state}
      </p>
      <button type="button" id="more" onClick={list.more} />
      <button type="button" id="drop" onClick={() => list.change((records) => records.slice(1))} />
    </div>
  );
}

const at = (first: CursorPage, key = 'a') => (
  <KeptPage address={`/list?visit=${openPage}`} isKept>
    <Probe key={key} first={first} />
  </KeptPage>
);
const shows = () => page.find('p').textContent;
const press = (id: string) => act(async () => page.find(`#${id}`).click());

test('loads pages by cursor to the end, without records already listed', async () => {
  page = renderOnPage(at({ records: ['a', 'b'], cursor: '1' }));
  expect(shows()).toBe('a b idle');
  answer = { records: ['b', 'c'], cursor: null };
  await press('more');
  expect(shows()).toBe('a b c end');
});

test('loads a page again after a failure', async () => {
  page = renderOnPage(at({ records: ['a'], cursor: '1' }));
  answer = new Error('offline');
  await press('more');
  expect(shows()).toBe('a failed');
  answer = { records: ['b'], cursor: null };
  await press('more');
  expect(shows()).toBe('a b end');
});

test('restores the loaded pages on return unless the first page has changed', async () => {
  const first = { records: ['a', 'b'], cursor: '1' };
  page = renderOnPage(at(first));
  answer = { records: ['c'], cursor: null };
  await press('more');
  await press('drop');
  page.render(at(first, 'b'));
  expect(shows()).toBe('b c end');
  page.render(at({ records: ['new', 'a', 'b'], cursor: '1' }, 'c'));
  expect(shows()).toBe('new a b idle');
});
