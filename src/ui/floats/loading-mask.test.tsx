// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoadingMask } from './loading-mask.tsx';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('seed §9: the loading mask closes 400 ms after the work', () => {
  test('it stays for 399 ms and is gone at 400', () => {
    const mask = mount();
    mask.set(true);
    expect(mask.text()).toBe('加载中');
    mask.set(false);
    act(() => vi.advanceTimersByTime(399));
    expect(mask.text()).toBe('加载中');
    act(() => vi.advanceTimersByTime(1));
    expect(mask.text()).toBe('');
  });

  test('work that starts again meanwhile keeps it', () => {
    const mask = mount();
    mask.set(true);
    mask.set(false);
    act(() => vi.advanceTimersByTime(300));
    mask.set(true);
    act(() => vi.advanceTimersByTime(1_000));
    expect(mask.text()).toBe('加载中');
  });

  test('work that never started shows nothing', () => {
    const mask = mount();
    mask.set(false);
    expect(mask.text()).toBe('');
  });
});

function mount() {
  const container = document.createElement('div');
  const root = createRoot(container);
  return {
    set: (active: boolean) => act(() => root.render(<LoadingMask active={active} />)),
    text: () => container.textContent,
  };
}
