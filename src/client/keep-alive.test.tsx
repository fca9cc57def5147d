// @vitest-environment jsdom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { clearKeptState, KeptPage, useKeptState } from './keep-alive.tsx';
import { useMenu } from './stores.ts';

let page: OnPage;

beforeEach(() => {
  clearKeptState();
  page = renderOnPage(null);
});

afterEach(() => {
  page.remove();
  useMenu.setState({ keepExclude: [] });
});

function List() {
  const [count, setCount] = useKeptState('count', () => 1);
  return (
    <button type="button" onClick={() => setCount((now) => now + 1)}>
      {count}
    </button>
  );
}

function open(address: string, isKept = true): void {
  page.render(
    <KeptPage key="page" address={address} isKept={isKept}>
      <List />
    </KeptPage>,
  );
}

const leave = () => page.render(null);
const press = () => act(() => page.find('button').click());
const count = () => page.find('button').textContent;

describe('docs/product.md §2: keepAlive', () => {
  test('restores the state of a kept page when its address is opened again', () => {
    open('/1001?tag=银行');
    press();
    press();
    leave();
    open('/1001?tag=银行');
    expect(count()).toBe('3');
  });

  test('treats another query as another page, even if the view stays mounted', () => {
    open('/1001?tag=a');
    press();
    open('/1001?tag=b');
    expect(count()).toBe('1');
    press();
    press();
    open('/1001?tag=a');
    expect(count()).toBe('2');
    open('/1001?tag=b');
    expect(count()).toBe('3');
  });

  test('starts a page that is not kept with its initial state', () => {
    open('/1001/detail?id=1', false);
    press();
    leave();
    open('/1001/detail?id=1', false);
    expect(count()).toBe('1');
  });

  test('does not keep the paths in keepExclude', () => {
    useMenu.setState({ keepExclude: ['/vip'] });
    open('/vip?x=1');
    press();
    leave();
    open('/vip?x=1');
    expect(count()).toBe('1');
  });

  test('clears kept state on request, and drops the oldest of many pages', () => {
    open('/a');
    press();
    leave();
    clearKeptState('/a');
    open('/a');
    expect(count()).toBe('1');
    press();
    for (let n = 0; n < 20; n += 1) open(`/other/${n}`);
    open('/a');
    expect(count()).toBe('1');
  });

  test('renders the initial state on the server and saves nothing there', () => {
    const html = renderToString(
      <KeptPage address="/server" isKept>
        <List />
      </KeptPage>,
    );
    expect(html).toContain('>1<');
  });
});
