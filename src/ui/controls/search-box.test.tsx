// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchBox, type Suggestion } from './search-box.tsx';

const SUGGESTIONS: Suggestion[] = [
  { text: '容量租赁' },
  { text: '𠮷野家', note: '股票' },
  { text: '长堤👩‍🚀' },
];

let root: Root;
let container: HTMLElement;
let searched: string[];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  searched = [];
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  act(() => {
    root.render(
      <SearchBox
        action="/search"
        defaultValue="　容 "
        suggestions={SUGGESTIONS}
        onSearch={(word) => searched.push(word)}
      />,
    );
  });
  act(() => field().focus());
});

afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

test('arrows walk the suggestions and come back to what was typed', () => {
  press('ArrowDown');
  expect(field().value).toBe('容量租赁');
  press('ArrowUp');
  expect(field().value).toBe('　容 ');
  press('ArrowUp');
  expect(field().value).toBe('长堤👩‍🚀');
});

test('the walked suggestion is announced by aria-activedescendant', () => {
  press('ArrowDown');
  press('ArrowDown');
  const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('𠮷野家股票');
  expect(active?.getAttribute('aria-selected')).toBe('true');
});

test('sending the form searches the walked suggestion, else the trimmed word', () => {
  submit();
  press('ArrowDown');
  submit();
  expect(searched).toEqual(['容', '容量租赁']);
});

test('Escape closes the list and keeps the typed word', () => {
  press('ArrowDown');
  press('Escape');
  expect(field().value).toBe('　容 ');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(container.querySelector('[role=listbox]')).toBeNull();
});

test('keys that an input method composes with do not move the list', () => {
  press('ArrowDown', { isComposing: true });
  expect(field().value).toBe('　容 ');
});

test('a press on a suggestion searches it', () => {
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
