import { useState } from 'react';
import { expect, test } from 'vitest';
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
const pressOn = async (element: Element) => {
  (element as HTMLElement).focus();
  await press('{Enter}');
};
const open = (name: string) => pressOn(button(name).element());
const summary = () => page.getByText('菜单', { exact: true }).element() as HTMLElement;
const expectOpen = (name: string) => expect.element(page.getByRole('dialog', { name })).toBeVisible();
/** Closes the dialog that is open by Escape, and expects the focus on the element with this text. */
const expectReturn = async (text: string) => {
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe(text);
};

test('Escape returns the focus to what opened a dialog, also through a dialog that it replaced', {
  tags: ['strict'],
}, async () => {
  await renderPart(<Openers />);
  // A dialog that stays in the page.
  await open('询问');
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await press('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('询问');
  // A dialog that is removed.
  await open('打开');
  await expectOpen('第一层');
  await expectReturn('打开');
  // Two dialogs that follow each other. The close event of the first one arrives in a later task, and must not close the
  // second one.
  await open('打开');
  await open('下一步');
  await expectOpen('第二层');
  await new Promise((resolve) => setTimeout(resolve));
  await expectOpen('第二层');
  await expectReturn('打开');
  // A dialog that opened the next one and went away behind it.
  await open('打开');
  await open('离开并询问');
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: '第一层' })).not.toBeInTheDocument();
  await expectReturn('打开');
});

test('Escape returns the focus to a menu that it closed, or whose item opened a dialog', async () => {
  await renderPart(<Openers />);
  await pressOn(summary());
  await open('打开一项');
  await expectOpen('第一层');
  await expectReturn('菜单');
  await pressOn(summary());
  (button('另一项').element() as HTMLElement).focus();
  await press('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('菜单');
});
