import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { useCopy } from './use-copy.ts';

const text = 'https://guanlan.example/101/detail?id=1';
let root: Root;
let container: HTMLElement;
let written: string[];

function CopyButton() {
  return (
    <button type="button" {...useCopy(text)}>
      分享
    </button>
  );
}

beforeEach(async () => {
  written = [];
  // A headless browser cannot grant the clipboard permission; the test only needs the copied text.
  navigator.clipboard.writeText = async (copied) => {
    written.push(copied);
  };
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  root.render(
    <>
      <p>一段可以选中的文字</p>
      <CopyButton />
      <Toaster />
    </>,
  );
  await expect.element(page.getByRole('button', { name: '分享' })).toBeVisible();
});

afterEach(() => {
  getSelection()?.removeAllRanges();
  root.unmount();
  container.remove();
});

const share = () => page.getByRole('button', { name: '分享' });
const select = () => {
  const paragraph = container.querySelector('p');
  if (paragraph) getSelection()?.selectAllChildren(paragraph);
};

test('copies twice on two short clicks, and shows one toast', async () => {
  await share().click();
  await share().click();
  await expect.element(page.getByText('已复制')).toBeVisible();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  expect(written).toEqual([text, text]);
});

test('copies nothing on a press of 400 ms over selected text, but does on a short click', async () => {
  select();
  await share().click({ delay: 400 });
  expect(getSelection()?.toString()).not.toBe('');
  expect(written).toEqual([]);
  await share().click();
  expect(written).toEqual([text]);
});
