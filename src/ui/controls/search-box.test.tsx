// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchBox, type Suggestion } from './search-box.tsx';

const SUGGESTIONS: Suggestion[] = [
  { text: '容量租赁' },
  { text: '𠮷野家', note: '股票' },
  { text: '长堤👩‍🚀', href: '/stock?code=300750' },
];

let root: Root;
let container: HTMLElement;
let searched: string[];
let opened: string[];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  searched = [];
  opened = [];
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  act(() => {
    root.render(
      <SearchBox
        action="/search"
        defaultValue="　容 "
        suggestions={SUGGESTIONS}
        onSearch={(word) => searched.push(word)}
        onOpen={(href) => opened.push(href)}
      />,
    );
  });
  act(() => field().focus());
});

afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

test('moves through the suggestions with arrow keys and back to the typed text', () => {
  press('ArrowDown');
  expect(field().value).toBe('容量租赁');
  press('ArrowUp');
  expect(field().value).toBe('　容 ');
  press('ArrowUp');
  expect(field().value).toBe('长堤👩‍🚀');
});

test('announces the active suggestion with aria-activedescendant', () => {
  press('ArrowDown');
  press('ArrowDown');
  const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('𠮷野家股票');
  expect(active?.getAttribute('aria-selected')).toBe('true');
});

test('searches the active suggestion on submit, otherwise the trimmed text', () => {
  submit();
  press('ArrowDown');
  submit();
  expect(searched).toEqual(['容', '容量租赁']);
});

test('opens the page of a suggestion that has one, by key and by click', () => {
  press('ArrowUp');
  submit();
  act(() => container.querySelectorAll<HTMLElement>('[role=option]')[2]?.click());
  expect(opened).toEqual(['/stock?code=300750']);
  expect(searched).toEqual([]);
});

test('closes the list on Escape and keeps the typed text', () => {
  press('ArrowDown');
  press('Escape');
  expect(field().value).toBe('　容 ');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(container.querySelector('[role=listbox]')).toBeNull();
});

test("ignores the keys of an input method's composition", () => {
  press('ArrowDown', { isComposing: true });
  // Safari ends the composition first.
  press('ArrowDown', { keyCode: 229 });
  expect(field().value).toBe('　容 ');
});

test('searches a suggestion on click', () => {
  const option = container.querySelectorAll<HTMLElement>('[role=option]')[1];
  act(() => option?.click());
  expect(searched).toEqual(['𠮷野家']);
});

function field(): HTMLInputElement {
  const input = container.querySelector('input');
  if (!input) throw new Error('no field');
  return input;
}

function press(key: string, more: KeyboardEventInit = {}) {
  act(() => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  });
}

function submit() {
  act(() => container.querySelector('form')?.requestSubmit());
}
