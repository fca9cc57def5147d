// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { Toaster } from '#ui/floats/toaster.tsx';
import { toasts } from './toasts.ts';

let page: OnPage;

beforeEach(() => {
  vi.useFakeTimers();
  page = putOnPage(<Toaster />);
});

afterEach(() => {
  wait(60_000);
  page.remove();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const say = (...messages: string[]) =>
  act(() => {
    for (const message of messages) toasts.info(message);
  });
const onScreen = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false] [data-title]')]
    .map((title) => title.textContent)
    .reverse();

describe('seed §1, §9: toasts', () => {
  test('at most three are shown at once; the oldest goes', () => {
    say('一', '二', '三');
    wait(50);
    expect(onScreen()).toEqual(['一', '二', '三']);
    say('四');
    wait(50);
    expect(onScreen()).toEqual(['二', '三', '四']);
    say('五', '六', '七', '八');
    wait(50);
    expect(onScreen()).toEqual(['六', '七', '八']);
  });

  test('a toast stays 3 s unless told otherwise', () => {
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

  test('the same words are one toast, and come back after they are gone', () => {
    say('已复制', '已复制');
    wait(50);
    expect(onScreen()).toEqual(['已复制']);
    wait(3050);
    expect(onScreen()).toEqual([]);
    say('已复制');
    wait(50);
    expect(onScreen()).toEqual(['已复制']);
  });

  test('an offer that was taken may be made again at once', () => {
    const offer = () => act(() => toasts.offer('已取消收藏', '撤销', () => {}));
    offer();
    wait(50);
    act(() => document.querySelector<HTMLElement>('[data-sonner-toast] [data-button]')?.click());
    offer();
    wait(2000);
    expect(onScreen()).toEqual(['已取消收藏']);
  });
});
