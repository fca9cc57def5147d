import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import { widths } from '#testing/browser/widths.ts';
import { BodyText } from './body-text.tsx';
import { BodyToolbar } from './body-toolbar.tsx';
import { useBodyEditor } from './use-body-editor.ts';

let saved = '';

function Writer({ html }: { html: string }) {
  const { editor } = useBodyEditor(html, true, {
    send: () => Promise.reject(new Error('not used')),
    explain: (error) => ({ error: String(error), isRefused: false }),
    onLost: () => {},
    importPicture: () => Promise.reject(new Error('not used')),
    fetchCard: () => Promise.reject(new Error('not used')),
    notify: () => {},
    onPicturesImported: () => {},
    onChange: (changed) => {
      saved = changed;
    },
  });
  return (
    <main>
      <h1>写稿</h1>
      {editor && <BodyToolbar editor={editor} kinds={['image']} onRequestFile={() => {}} onCopy={() => {}} />}
      <BodyText editor={editor} />
    </main>
  );
}

const body = () => page.getByRole('textbox', { name: '正文' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const selectionTools = () => page.getByRole('toolbar', { name: '选中文字的工具' });

async function open(html = '') {
  saved = html;
  await renderPart(<Writer html={html} />);
  await body().click();
}

test.for(widths)('inserts blocks from the menu of a slash by keyboard, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await open();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('listbox', { name: '插入' })).toBeVisible();
  await expect.element(body()).toHaveAttribute('aria-activedescendant');
  expectNoSidewaysScroll();
  await expectAccessible();
  await userEvent.keyboard('xyz');
  await expect.poll(options).toEqual([]);
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}lb');
  await expect.poll(() => options().length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{Enter}甲');
  await expect.poll(() => saved).toBe('<ol><li>甲</li></ol>');
});

test('closes the menu of a slash with Escape, and leaves a slash in a text alone', async () => {
  await open();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}和/或');
  await expect.poll(() => saved).toBe('<p>和/或</p>');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('chooses from the menu of a slash by mouse, also after the mark that Chinese input methods type', async () => {
  await open();
  await userEvent.keyboard('、ejbt');
  await page.getByRole('option', { name: '二级标题' }).click();
  await userEvent.keyboard('题');
  await expect.poll(() => saved).toBe('<h2>题</h2>');
});

test.for(widths)('shows tools beside a selection, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await open('<p>铜价上涨</p>');
  await expect.element(selectionTools()).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selectionTools()).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await selectionTools().getByRole('button', { name: '加粗' }).click();
  await expect.poll(() => saved).toBe('<p><strong>铜价上涨</strong></p>');
});

test('sets a link with Ctrl+K', async () => {
  await open('<p>铜价</p>');
  let isPageAsked = false;
  const onKey = (event: KeyboardEvent) => {
    isPageAsked ||= event.key === 'k';
  };
  window.addEventListener('keydown', onKey);
  await userEvent.keyboard('{Control>}ak{/Control}');
  await page.getByRole('textbox', { name: '地址' }).fill('/101');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toBe('<p><a href="/101">铜价</a></p>');
  window.removeEventListener('keydown', onKey);
  expect(isPageAsked).toBe(false);
});

test('names a tool and its shortcut under the pointer and for the keyboard, until Escape', async () => {
  await open();
  const tip = () => document.querySelector<HTMLElement>('[popover]:popover-open')?.textContent;
  await page.getByRole('button', { name: '加粗' }).hover();
  await expect.poll(tip).toMatch(/^加粗 (?:Ctrl\+|⌘)B$/);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(tip).toMatch(/^H2 二级标题/);
  await userEvent.keyboard('{Escape}');
  await expect.poll(tip).toBe(undefined);
});

test.each([
  ['# ', 'h2'],
  ['＃ ', 'h2'],
  ['## ', 'h2'],
  ['### ', 'h3'],
  ['#### ', 'h4'],
])('makes a typed “%s” a heading', async (typed, tag) => {
  await open();
  await userEvent.keyboard(`${typed}题`);
  await expect.poll(() => saved).toBe(`<${tag}>题</${tag}>`);
});
