// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptPage } from '#client/keep-alive.tsx';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { useEndless } from './use-endless.ts';

type Stretch = { records: string[]; cursor: string | null };

let page: OnPage;
let visit = 0;
/** What the server answers next; an error is a failure. */
let answer: Stretch | Error;

beforeEach(() => {
  visit += 1;
  // The foot is reached by pressing only.
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

function Probe({ first }: { first: Stretch }) {
  const list = useEndless(
    first,
    (record) => record,
    async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  );
  return (
    <div ref={list.foot}>
      <p>
        {list.records.join(' ')} {list.state}
      </p>
      <button type="button" id="more" onClick={list.more} />
      <button type="button" id="drop" onClick={() => list.change((records) => records.slice(1))} />
    </div>
  );
}

const at = (first: Stretch, key = 'a') => (
  <KeptPage address={`/list?visit=${visit}`} isKept>
    <Probe key={key} first={first} />
  </KeptPage>
);
const shows = () => page.find('p').textContent;
const press = (id: string) => act(async () => page.find(`#${id}`).click());

test('goes on by cursor, without what is there already, to the end', async () => {
  page = putOnPage(at({ records: ['a', 'b'], cursor: '1' }));
  expect(shows()).toBe('a b idle');
  answer = { records: ['b', 'c'], cursor: null };
  await press('more');
  expect(shows()).toBe('a b c end');
});

test('a stretch that did not come can be asked for again', async () => {
  page = putOnPage(at({ records: ['a'], cursor: '1' }));
  answer = new Error('offline');
  await press('more');
  expect(shows()).toBe('a failed');
  answer = { records: ['b'], cursor: null };
  await press('more');
  expect(shows()).toBe('a b end');
});

test('is there again on return as it was left, unless it begins differently now', async () => {
  const first = { records: ['a', 'b'], cursor: '1' };
  page = putOnPage(at(first));
  answer = { records: ['c'], cursor: null };
  await press('more');
  await press('drop');
  page.render(at(first, 'b'));
  expect(shows()).toBe('b c end');
  page.render(at({ records: ['new', 'a', 'b'], cursor: '1' }, 'c'));
  expect(shows()).toBe('new a b idle');
});
