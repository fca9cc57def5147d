// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { type More, useMore } from './use-more.ts';

let page: OnPage;
let list: More;
let added: string[];
let asked: string[];
let answers: { resolve: (page: string) => void; reject: (error: Error) => void }[];

function Probe({ of, cursor }: { of: string; cursor: string | null }) {
  list = useMore(
    of,
    cursor,
    (from) => {
      asked.push(from);
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
  asked = [];
  answers = [];
  page = putOnPage(<Probe of="hottest" cursor="1" />);
});
afterEach(() => page.remove());

test('loads the next page once at a time, to the end', async () => {
  press();
  press();
  expect(list.state).toBe('loading');
  expect(asked).toEqual(['1']);
  await answer(0, 'second');
  expect(added).toEqual(['second']);
  page.render(<Probe of="hottest" cursor="2" />);
  expect(list.state).toBe('idle');
  page.render(<Probe of="hottest" cursor={null} />);
  expect(list.state).toBe('end');
  press();
  expect(asked).toEqual(['1']);
});

test('drops a page that arrives after the list has another order, and loads on from the new one', async () => {
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

test('can be asked again after a failure', async () => {
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
  page = putOnPage(null);
});
