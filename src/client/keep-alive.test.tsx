// @vitest-environment jsdom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { forgetKept, KeptPage, useKeptState } from './keep-alive.tsx';
import { useMenu } from './stores.ts';

let page: OnPage;

beforeEach(() => {
  forgetKept();
  page = putOnPage(null);
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

describe('seed §2: keepAlive', () => {
  test('a kept page has its state again when its address is opened again', () => {
    open('/1001?tag=银行');
    press();
    press();
    leave();
    open('/1001?tag=银行');
    expect(count()).toBe('3');
  });

  test('another query is another page, also when the view stays', () => {
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

  test('a page that is not kept begins anew', () => {
    open('/1001/detail?id=1', false);
    press();
    leave();
    open('/1001/detail?id=1', false);
    expect(count()).toBe('1');
  });

  test('keepExclude takes a path out', () => {
    useMenu.setState({ keepExclude: ['/vip'] });
    open('/vip?x=1');
    press();
    leave();
    open('/vip?x=1');
    expect(count()).toBe('1');
  });

  test('what was kept can be forgotten, and the oldest of many pages is', () => {
    open('/a');
    press();
    leave();
    forgetKept('/a');
    open('/a');
    expect(count()).toBe('1');
    press();
    for (let n = 0; n < 20; n += 1) open(`/other/${n}`);
    open('/a');
    expect(count()).toBe('1');
  });

  test('a server render starts from the initial state and leaves nothing behind', () => {
    const html = renderToString(
      <KeptPage address="/server" isKept>
        <List />
      </KeptPage>,
    );
    expect(html).toContain('>1<');
  });
});
