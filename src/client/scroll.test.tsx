// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { useScrollMemory } from './scroll.ts';
import { useDataCount } from './stores.ts';

let page: OnPage;
let top = 0;
let visit = 0;

// jsdom lays nothing out: the window's place is a number here.
beforeEach(() => {
  visit += 1;
  vi.stubGlobal('scrollTo', (_x: number, y: number) => scrollTo(y));
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => top });
  scrollTo(0);
});

afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

function scrollTo(y: number): void {
  top = y;
  window.dispatchEvent(new Event('scroll'));
}

function Shell(props: { address: string; isKept: boolean; hash?: string }) {
  useScrollMemory(`${props.address}?visit=${visit}`, props.isKept, props.hash);
  return <p id="评论">{props.address}</p>;
}

describe('seed §2: after navigation', () => {
  test('the page is at the top, or at its saved position if the route asks for it', () => {
    page = putOnPage(<Shell address="/globalInfo" isKept />);
    scrollTo(1800);
    page.render(<Shell address="/globalInfo/detail" isKept={false} />);
    expect(top).toBe(0);
    expect(useDataCount.getState().scrollTop).toBe(1800);
    scrollTo(700);
    page.render(<Shell address="/globalInfo" isKept />);
    expect(top).toBe(1800);
    page.render(<Shell address="/globalInfo/detail" isKept={false} />);
    expect(top).toBe(0);
  });

  test('whoever comes back from the log-in is where they were reading', () => {
    page = putOnPage(<Shell address="/101/detail" isKept={false} />);
    scrollTo(2400);
    page.render(<Shell address="/login" isKept={false} />);
    expect(top).toBe(0);
    page.render(<Shell address="/101/detail" isKept={false} />);
    expect(top).toBe(2400);
    page.render(<Shell address="/index" isKept={false} />);
    page.render(<Shell address="/101/detail" isKept={false} />);
    expect(top).toBe(0);
  });

  test('the first page is left to the browser', () => {
    top = 420;
    page = putOnPage(<Shell address="/index" isKept />);
    expect(top).toBe(420);
  });

  test('a hash leads to its element, a broken or unknown one to the top', () => {
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      seen.push(this.id);
    };
    page = putOnPage(<Shell address="/a" isKept={false} />);
    page.render(<Shell address="/b" isKept={false} hash={`#${encodeURIComponent('评论')}`} />);
    expect(seen).toEqual(['评论']);
    scrollTo(50);
    page.render(<Shell address="/c" isKept={false} hash="#%E5%" />);
    expect(top).toBe(0);
  });

  test('the browser keeps its hands off while the page lives, and gets them back', () => {
    page = putOnPage(<Shell address="/a" isKept={false} />);
    expect(history.scrollRestoration).toBe('manual');
    window.dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
  });
});
