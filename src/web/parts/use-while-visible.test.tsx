// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWhileVisible } from './use-while-visible.ts';

let root: Root;
let times: number;
let fails: boolean;

function Watcher({ isOn = true }: { isOn?: boolean }) {
  useWhileVisible(
    async () => {
      times += 1;
      if (fails) throw new Error('down');
    },
    1000,
    isOn,
  );
  return null;
}

const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
  [times, fails] = [0, false];
  root = createRoot(document.createElement('div'));
  await act(() => root.render(<Watcher />));
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('runs again after each run, also after one that failed', async () => {
  await pass(1000);
  expect(times).toBe(1);
  fails = true;
  await pass(1000);
  fails = false;
  await pass(1000);
  expect(times).toBe(3);
});

test('pauses while the tab is hidden, and runs at once when it is visible again', async () => {
  await act(() => show('hidden'));
  await pass(10_000);
  expect(times).toBe(0);
  await act(() => show('visible'));
  expect(times).toBe(1);
  await pass(1000);
  expect(times).toBe(2);
});

test('stops when it is off', async () => {
  await act(() => root.render(<Watcher isOn={false} />));
  await pass(10_000);
  expect(times).toBe(0);
});
