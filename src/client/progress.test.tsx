// @vitest-environment jsdom
import { BProgress } from '@bprogress/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderOnPage } from '#testing/render-on-page.ts';
import { useProgress } from './progress.ts';

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  BProgress.remove();
  BProgress.reset();
  vi.useRealTimers();
});

function Shell({ isNavigating }: { isNavigating: boolean }) {
  useProgress(isNavigating);
  return null;
}

const bar = () => document.querySelector('.bprogress .bar');

describe('docs/product.md §2, §9: progress bar during navigation', () => {
  test('starts at 0.3, trickles every 200 ms, has no spinner, and disappears when the navigation ends', () => {
    const page = renderOnPage(<Shell isNavigating={false} />);
    expect(bar()).toBeNull();
    page.render(<Shell isNavigating />);
    expect(bar()).not.toBeNull();
    expect(document.querySelector('.bprogress .spinner')).toBeNull();
    expect(BProgress.status).toBe(0.3);
    vi.advanceTimersByTime(199);
    expect(BProgress.status).toBe(0.3);
    vi.advanceTimersByTime(1);
    expect(BProgress.status).toBeGreaterThan(0.3);
    page.render(<Shell isNavigating={false} />);
    expect(BProgress.status).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(bar()).toBeNull();
    page.remove();
  });

  test('animates at speed 500', () => {
    const page = renderOnPage(<Shell isNavigating />);
    expect((bar() as HTMLElement).style.transition).toContain('500ms');
    page.remove();
  });

  test('removes the bar when the shell unmounts', () => {
    renderOnPage(<Shell isNavigating />).remove();
    vi.advanceTimersByTime(5000);
    expect(bar()).toBeNull();
  });
});
