// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#client/call-error.ts';
import { type Load, useLoad } from './use-load.ts';

type Answer = { resolve: (text: string) => void; reject: () => void };

type Options = Parameters<typeof useLoad>[2];

let root: Root;
let load: Load<string>;
let answers: Answer[];
let signals: AbortSignal[];

function Loader({ of, options }: { of: string | null; options: Options }) {
  load = useLoad(
    of,
    (signal) => {
      signals.push(signal);
      return new Promise<string>((resolve, reject) =>
        answers.push({ resolve, reject: () => reject(new CallError('offline', '网络连接错误！')) }),
      );
    },
    options,
  );
  return null;
}
const show = (of: string | null, options?: Options) =>
  act(() => root.render(<Loader of={of} options={options} />));
const answer = (at: number, text: string) => act(async () => answers[at]?.resolve(text));
const fail = (at: number) => act(async () => answers[at]?.reject());

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  answers = [];
  signals = [];
  root = createRoot(document.createElement('div'));
  await show('a');
});
afterEach(() => act(() => root.unmount()));

test('shows the answer and keeps it when the next attempt fails', async () => {
  expect(load).toMatchObject({ data: undefined, error: undefined });
  await answer(0, 'first');
  expect(load.data).toBe('first');
  await act(async () => void load.reload());
  await fail(1);
  expect(load).toMatchObject({ data: 'first', error: { message: '网络连接错误！' } });
});

test('drops the answer for an earlier key', async () => {
  await show('b');
  await answer(0, 'of a');
  expect(load.data).toBeUndefined();
  await answer(1, 'of b');
  expect(load.data).toBe('of b');
});

test('keeps a newer answer when an older one arrives later', async () => {
  await act(async () => void load.reload());
  await answer(1, 'newer');
  await answer(0, 'older');
  expect(load.data).toBe('newer');
});

test('loads nothing without a key', async () => {
  await show(null);
  expect(answers).toHaveLength(1);
  await act(() => load.reload());
  expect(answers).toHaveLength(1);
});

test('aborts the call of an earlier key and drops an answer that arrives after unmount', async () => {
  await show('b');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  act(() => root.unmount());
  await answer(1, 'of b');
  expect(signals[1]?.aborted).toBe(true);
  expect(load.data).toBeUndefined();
  root = createRoot(document.createElement('div'));
});

test('keeps the data of the last key, if asked to, until the next answer arrives or the key is null', async () => {
  const options = { keepsPrevious: true };
  await answer(0, 'of a');
  await show('b', options);
  expect(load).toMatchObject({ data: 'of a', isStale: true });
  await fail(1);
  expect(load).toMatchObject({ data: 'of a', isStale: true, error: { message: '网络连接错误！' } });
  await act(async () => load.retry());
  expect(load.error).toBeUndefined();
  await answer(2, 'of b');
  expect(load).toMatchObject({ data: 'of b', isStale: false });
  await show(null, options);
  await show('c', options);
  expect(load.data).toBeUndefined();
});

test('debounces the load', async () => {
  vi.useFakeTimers();
  for (const typed of ['上', '上证', '上证指数']) {
    await show(typed, { delayMs: 150 });
    await act(() => vi.advanceTimersByTime(100));
  }
  expect(answers).toHaveLength(1);
  await act(() => vi.advanceTimersByTime(50));
  expect(answers).toHaveLength(2);
  vi.useRealTimers();
});

test('changes the data in place, and does nothing before the first answer', async () => {
  const exclaim = () => act(() => load.change((text) => `${text}!`));
  exclaim();
  expect(load.data).toBeUndefined();
  await answer(0, 'first');
  exclaim();
  expect(load.data).toBe('first!');
});
