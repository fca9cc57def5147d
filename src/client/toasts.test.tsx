// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { toasts } from './toasts.ts';

let page: OnPage;

beforeEach(() => {
  vi.useFakeTimers();
  page = renderOnPage(<Toaster />);
});

afterEach(() => {
  wait(60_000);
  page.remove();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const showMessages = (...messages: string[]) =>
  act(() => {
    for (const message of messages) toasts.info(message);
  });
const onScreen = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false] [data-title]')]
    .map((title) => title.textContent)
    .reverse();

describe('docs/product.md §1, §9: toasts', () => {
  test('shows at most three at once and removes the oldest', () => {
    showMessages('一', '二', '三');
    wait(50);
    expect(onScreen()).toEqual(['一', '二', '三']);
    showMessages('四');
    wait(50);
    expect(onScreen()).toEqual(['二', '三', '四']);
    showMessages('五', '六', '七', '八');
    wait(50);
    expect(onScreen()).toEqual(['六', '七', '八']);
  });

  test('shows a toast for 3 s unless given another duration', () => {
    act(() => {
      toasts.warning('权限不足！');
      toasts.success('已复制', 1000);
    });
    wait(1100);
    expect(onScreen()).toEqual(['权限不足！']);
    wait(1800);
    expect(onScreen()).toEqual(['权限不足！']);
    wait(200);
    expect(onScreen()).toEqual([]);
  });

  test('shows the same message once, and again after it has disappeared', () => {
    showMessages('已复制', '已复制');
    wait(50);
    expect(onScreen()).toEqual(['已复制']);
    wait(3050);
    expect(onScreen()).toEqual([]);
    showMessages('已复制');
    wait(50);
    expect(onScreen()).toEqual(['已复制']);
  });

  test('can show an accepted offer again at once', () => {
    const offer = () => act(() => toasts.withAction('已取消收藏', '撤销', () => {}));
    offer();
    wait(50);
    act(() => document.querySelector<HTMLElement>('[data-sonner-toast] [data-button]')?.click());
    offer();
    wait(2000);
    expect(onScreen()).toEqual(['已取消收藏']);
  });
});
