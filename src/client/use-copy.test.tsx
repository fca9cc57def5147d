// @vitest-environment jsdom
import { act } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { shouldCopy, useCopy } from './use-copy.ts';

const TEXT = '宁德时代 300750 𠮷😀';
let page: OnPage;
let written: string[];
let isClosed: boolean;

function CopyButton() {
  return (
    <button type="button" {...useCopy(TEXT)}>
      复制
    </button>
  );
}

beforeEach(() => {
  written = [];
  isClosed = false;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        if (isClosed) throw new DOMException('denied', 'NotAllowedError');
        written.push(text);
      },
    },
  });
  page = renderOnPage(<CopyButton />);
});

afterEach(() => {
  window.getSelection()?.removeAllRanges();
  page.remove();
  toast.dismiss();
});

async function press(ms: number | undefined): Promise<void> {
  const button = page.find('button');
  await act(async () => {
    if (ms !== undefined) button.dispatchEvent(at(0, new MouseEvent('pointerdown', { bubbles: true })));
    button.dispatchEvent(at(ms ?? 5000, new MouseEvent('click', { bubbles: true })));
  });
}

function at(ms: number, event: Event): Event {
  Object.defineProperty(event, 'timeStamp', { value: 1000 + ms });
  return event;
}

const select = () => window.getSelection()?.selectAllChildren(page.find('button'));

describe('docs/product.md §5: copy fires only on a short click or when no text is selected', () => {
  test.each([
    [0, true, true],
    [199, true, true],
    [200, true, false],
    [5000, true, false],
    [199, false, true],
    [200, false, true],
    [5000, false, true],
  ])('pressed %i ms, selection %s: %s', (pressedMs, hasSelection, isDue) => {
    expect(shouldCopy(pressedMs, hasSelection)).toBe(isDue);
  });

  test('copies on a short click and shows a toast', async () => {
    select();
    await press(199);
    expect(written).toEqual([TEXT]);
    expect(toast.getToasts()).toMatchObject([{ type: 'success', title: '已复制' }]);
  });

  test('does nothing on a long press that selected text', async () => {
    select();
    await press(200);
    expect(written).toEqual([]);
    expect(toast.getToasts()).toEqual([]);
  });

  test('copies on a long press without a selection', async () => {
    await press(900);
    expect(written).toEqual([TEXT]);
  });

  test('copies by keyboard whatever is selected', async () => {
    select();
    await press(undefined);
    expect(written).toEqual([TEXT]);
  });

  test('shows an error if the clipboard is not available, instead of throwing', async () => {
    isClosed = true;
    await press(10);
    expect(toast.getToasts()).toMatchObject([{ type: 'error' }]);
  });
});
