import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '#testing/browser/render-part.ts';
import { Menu } from '../controls/menu.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

type Overlay = 'none' | 'first' | 'second';

/** Opens dialogs in every way the site does. */
function Openers() {
  const [open, setOpen] = useState<Overlay>('none');
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setOpen('none');
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen('first')}>
        打开
      </button>
      <button type="button" onClick={() => setIsAsking(true)}>
        询问
      </button>
      <Menu
        trigger="菜单"
        items={[
          { label: '打开一项', onSelect: () => setOpen('first') },
          { label: '另一项', onSelect: () => undefined },
        ]}
      />
      <AlertDialog open={isAsking} message="确定？" onConfirm={() => setIsAsking(false)} />
      {open === 'first' && (
        <Dialog open onClose={close} title="第一层">
          <button type="button" onClick={() => setOpen('second')}>
            下一步
          </button>
          <button
            type="button"
            onClick={() => {
              setIsAsking(true);
              setTimeout(close);
            }}
          >
            离开并询问
          </button>
        </Dialog>
      )}
      {open === 'second' && (
        <Dialog open onClose={close} title="第二层">
          <button type="button">付款</button>
        </Dialog>
      )}
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (keys: string) => userEvent.keyboard(keys);
const expectFocused = (text: string) => expect.poll(() => document.activeElement?.textContent).toBe(text);

beforeEach(async () => {
  await renderPart(<Openers />);
});

test('a dialog that is replaced while open does not close the one that replaces it', async () => {
  await button('打开').click();
  await button('下一步').click();
  await expect.element(page.getByRole('dialog', { name: '第二层' })).toBeVisible();
  // The close event of a dialog arrives in a later task.
  await new Promise((resolve) => setTimeout(resolve));
  await expect.element(page.getByRole('dialog', { name: '第二层' })).toBeVisible();
});

describe('Escape returns the focus to', () => {
  test('the button that opened a dialog which stays in the page', async () => {
    (button('询问').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await press('{Escape}');
    await expectFocused('询问');
  });

  test('the button that opened a dialog which is removed', async () => {
    (button('打开').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(page.getByRole('dialog', { name: '第一层' })).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectFocused('打开');
  });

  test('the button that opened the first of two dialogs that follow each other', async () => {
    (button('打开').element() as HTMLElement).focus();
    await press('{Enter}');
    (button('下一步').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(page.getByRole('dialog', { name: '第二层' })).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectFocused('打开');
  });

  test('the button that opened a dialog which opened the next one and went away behind it', async () => {
    (button('打开').element() as HTMLElement).focus();
    await press('{Enter}');
    (button('离开并询问').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: '第一层' })).not.toBeInTheDocument();
    await press('{Escape}');
    await expectFocused('打开');
  });

  test('the menu, for a dialog that one of its items opened', async () => {
    const summary = page.getByText('菜单', { exact: true }).element() as HTMLElement;
    summary.focus();
    await press('{Enter}');
    (button('打开一项').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(page.getByRole('dialog', { name: '第一层' })).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectFocused('菜单');
  });

  test('the menu it closed', async () => {
    const summary = page.getByText('菜单', { exact: true }).element() as HTMLElement;
    summary.focus();
    await press('{Enter}');
    (button('另一项').element() as HTMLElement).focus();
    await press('{Escape}');
    await expectFocused('菜单');
  });
});
