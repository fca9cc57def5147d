// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { useDataCount } from './stores.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

let page: OnPage;
let top = 0;
let visit = 0;

// jsdom has no layout, so a variable simulates the scroll position.
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
  useScrollRestoration(`${props.address}?visit=${visit}`, props.isKept, props.hash);
  return <p id="评论">{props.address}</p>;
}

describe('docs/product.md §2: after navigation', () => {
  test('scrolls to the top, or to the saved position if the route asks for it', () => {
    page = renderOnPage(<Shell address="/globalInfo" isKept />);
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

  test('restores the reading position after returning from the log-in', () => {
    page = renderOnPage(<Shell address="/101/detail" isKept={false} />);
    scrollTo(2400);
    page.render(<Shell address="/login" isKept={false} />);
    expect(top).toBe(0);
    page.render(<Shell address="/101/detail" isKept={false} />);
    expect(top).toBe(2400);
    page.render(<Shell address="/index" isKept={false} />);
    page.render(<Shell address="/101/detail" isKept={false} />);
    expect(top).toBe(0);
  });

  test('leaves the first page to the browser', () => {
    top = 420;
    page = renderOnPage(<Shell address="/index" isKept />);
    expect(top).toBe(420);
  });

  test('scrolls to the element of a hash, or to the top if it is malformed or unknown', () => {
    const positions: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      positions.push(this.id);
    };
    page = renderOnPage(<Shell address="/a" isKept={false} />);
    page.render(<Shell address="/b" isKept={false} hash={`#${encodeURIComponent('评论')}`} />);
    expect(positions).toEqual(['评论']);
    scrollTo(50);
    page.render(<Shell address="/c" isKept={false} hash="#%E5%" />);
    expect(top).toBe(0);
  });

  test("disables the browser's own restoration while the page lives, and enables it afterwards", () => {
    page = renderOnPage(<Shell address="/a" isKept={false} />);
    expect(history.scrollRestoration).toBe('manual');
    window.dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
  });
});
