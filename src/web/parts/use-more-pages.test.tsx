// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { type MoreState, useMorePages } from './use-more-pages.ts';

let page: OnPage;
let list: MoreState;
let added: string[];
let requests: string[];
let answers: { resolve: (page: string) => void; reject: (error: Error) => void }[];

function Probe({ of, cursor }: { of: string; cursor: string | null }) {
  list = useMorePages(
    of,
    cursor,
    (from) => {
      requests.push(from);
      return new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
    },
    (next) => added.push(next),
  );
  return null;
}
const press = () => act(() => list.more());
const answer = (at: number, text: string) => act(async () => answers[at]?.resolve(text));

beforeEach(() => {
  added = [];
  requests = [];
  answers = [];
  page = renderOnPage(<Probe of="hottest" cursor="1" />);
});
afterEach(() => page.remove());

test('loads one page at a time, to the end', async () => {
  press();
  press();
  expect(list.state).toBe('loading');
  expect(requests).toEqual(['1']);
  await answer(0, 'second');
  expect(added).toEqual(['second']);
  page.render(<Probe of="hottest" cursor="2" />);
  expect(list.state).toBe('idle');
  page.render(<Probe of="hottest" cursor={null} />);
  expect(list.state).toBe('end');
  press();
  expect(requests).toEqual(['1']);
});

test('drops a page that arrives after a change of order, and continues from the new list', async () => {
  press();
  page.render(<Probe of="newest" cursor="1" />);
  expect(list.state).toBe('idle');
  press();
  await answer(0, 'of the old order');
  expect(added).toEqual([]);
  expect(list.state).toBe('loading');
  await answer(1, 'of the new order');
  expect(added).toEqual(['of the new order']);
});

test('can load again after a failure', async () => {
  press();
  await act(async () => answers[0]?.reject(new Error('offline')));
  expect(list.state).toBe('failed');
  press();
  await answer(1, 'second');
  expect(added).toEqual(['second']);
});

test('drops a page that arrives after unmount', async () => {
  press();
  page.remove();
  await answer(0, 'second');
  expect(added).toEqual([]);
  page = renderOnPage(null);
});
