// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Asked, useAsked } from './use-asked.ts';

type Answer = { resolve: (text: string) => void; reject: () => void };

let root: Root;
let asked: Asked<string>;
let answers: Answer[];

function Asker({ of }: { of: string | null }) {
  asked = useAsked(
    of,
    () =>
      new Promise<string>((resolve, reject) =>
        answers.push({ resolve, reject: () => reject(new Error('down')) }),
      ),
  );
  return null;
}
const show = (of: string | null) => act(() => root.render(<Asker of={of} />));
const answer = (at: number, text: string) => act(async () => answers[at]?.resolve(text));
const fail = (at: number) => act(async () => answers[at]?.reject());

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  answers = [];
  root = createRoot(document.createElement('div'));
  await show('a');
});
afterEach(() => act(() => root.unmount()));

test('shows what was answered, and keeps it when the next try fails', async () => {
  expect(asked).toMatchObject({ data: undefined, isFailed: false });
  await answer(0, 'first');
  expect(asked.data).toBe('first');
  await act(async () => void asked.reload());
  await fail(1);
  expect(asked).toMatchObject({ data: 'first', isFailed: true });
});

test('an answer for what is no longer asked for is passed over', async () => {
  await show('b');
  await answer(0, 'of a');
  expect(asked.data).toBeUndefined();
  await answer(1, 'of b');
  expect(asked.data).toBe('of b');
});

test('an older answer never takes the place of a newer one', async () => {
  await act(async () => void asked.reload());
  await answer(1, 'newer');
  await answer(0, 'older');
  expect(asked.data).toBe('newer');
});

test('asks nothing without a key', async () => {
  await show(null);
  expect(answers).toHaveLength(1);
  await act(() => asked.reload());
  expect(answers).toHaveLength(1);
});
