import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import { BodyText } from './body-text.tsx';
import { BodyToolbar } from './body-toolbar.tsx';
import { useBodyEditor } from './use-body-editor.ts';
import { useShortcuts } from './use-shortcuts.ts';

let saved = '';
let published = 0;

const stocks = [
  { code: '300750', name: '宁德时代', pinyin: 'ndsd' },
  { code: '601899', name: '紫金矿业', pinyin: 'zjky' },
];
const findStocks = async (typed: string) =>
  stocks.filter(({ code, name, pinyin }) => [code, name, pinyin].some((word) => word.startsWith(typed)));

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
  useShortcuts({
    onSave: () => {},
    onPublish: () => {
      published += 1;
    },
  });
  return (
    <>
      {editor && (
        <BodyToolbar
          editor={editor}
          kinds={['image']}
          onRequestFile={() => {}}
          onCopy={() => {}}
          findStocks={findStocks}
        />
      )}
      <BodyText editor={editor} />
    </>
  );
}

const body = () => page.getByRole('textbox', { name: '正文' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const linkTool = () => page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name: '链接' });
const selectionTools = () => page.getByRole('toolbar', { name: '选中文字的工具' });

type Text = { key: number; html: string };
let show: (text: Text) => void;
let texts = 0;

/** Writes one text after another; each has its own editor. */
function Writers() {
  const [text, setText] = useState<Text>();
  show = setText;
  return text && <Writer key={text.key} html={text.html} />;
}

/** Opens a text in place of the one that is open, with the cursor at its start. */
async function open(html = '') {
  saved = html;
  const before = document.querySelector('.ProseMirror');
  if (!before)
    await renderPart(
      <main>
        <h1>写稿</h1>
        <Writers />
      </main>,
    );
  texts += 1;
  show({ key: texts, html });
  await expect.poll(() => document.querySelector('.ProseMirror') ?? before).not.toBe(before);
  await body().click();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
}

const expectSaved = (html: string) => expect.poll(() => saved).toBe(html);

test('inserts blocks from the menu of a slash, by keyboard and by mouse', { tags: ['strict'] }, async () => {
  await open();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('listbox', { name: '插入' })).toBeVisible();
  await expect.element(body()).toHaveAttribute('aria-activedescendant');
  await expectWellMade();
  await userEvent.keyboard('xyz');
  await expect.poll(options).toEqual([]);
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}lb');
  await expect.poll(() => options().length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{Enter}甲');
  await expectSaved('<ol><li>甲</li></ol>');
  await open();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}和/或');
  await expectSaved('<p>和/或</p>');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  // The mark that Chinese input methods type for a slash.
  await open();
  await userEvent.keyboard('、ejbt');
  await page.getByRole('option', { name: '二级标题' }).click();
  await userEvent.keyboard('题');
  await expectSaved('<h2>题</h2>');
});

test('shows tools beside a selection, and sets, changes and removes links', async () => {
  await open('<p>铜价上涨</p>');
  await expect.element(selectionTools()).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selectionTools()).toBeVisible();
  await expectWellMade();
  await selectionTools().getByRole('button', { name: '加粗' }).click();
  await expectSaved('<p><strong>铜价上涨</strong></p>');
  let isPageAsked = false;
  const onKey = (event: KeyboardEvent) => {
    isPageAsked ||= event.key === 'k';
  };
  window.addEventListener('keydown', onKey);
  await open('<p>铜价</p>');
  await userEvent.keyboard('{Control>}ak{/Control}');
  await page.getByRole('textbox', { name: '地址' }).fill('/101');
  await userEvent.keyboard('{Enter}');
  await expectSaved('<p><a href="/101">铜价</a></p>');
  window.removeEventListener('keydown', onKey);
  expect(isPageAsked).toBe(false);
  await open('<p><a href="/101">铜价</a></p>');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(linkTool()).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('textbox', { name: '地址' })).toHaveValue('/101');
  await page.getByRole('textbox', { name: '地址' }).fill('/102');
  await userEvent.keyboard('{Enter}');
  await expectSaved('<p><a href="/102">铜价</a></p>');
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('button', { name: '去掉链接' }).click();
  await expectSaved('<p>铜价</p>');
  // A typed address stays text; one that is pasted over a selection makes it a link.
  await userEvent.keyboard('{End} https://a.example 见');
  await expectSaved('<p>铜价 https://a.example 见</p>');
  await userEvent.keyboard('{Control>}a{/Control}');
  paste('https://a.example/b');
  await expectSaved('<p><a href="https://a.example/b">铜价 https://a.example 见</a></p>');
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

test('makes headings of number signs, of tools and of shortcuts, and shows their levels', async () => {
  for (const [typed, tag] of [
    ['# ', 'h2'],
    ['＃ ', 'h2'],
    ['## ', 'h2'],
    ['### ', 'h3'],
    ['#### ', 'h4'],
  ] as const) {
    await open();
    await userEvent.keyboard(`${typed}题`);
    await expectSaved(`<${tag}>题</${tag}>`);
  }
  await open('<h2>题</h2>');
  await page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name: 'H3' }).click();
  await expectSaved('<h3>题</h3>');
  await userEvent.keyboard('{Control>}{Alt>}4{/Alt}{/Control}');
  await expectSaved('<h4>题</h4>');
  await open('<h2>一</h2><h3>二</h3><h4>三</h4><p>文</p>');
  const looks = [...document.querySelectorAll('.ProseMirror :is(h2, h3, h4, p)')].slice(0, 4).map((block) => {
    const { fontSize, fontWeight, borderTopWidth } = getComputedStyle(block);
    return `${fontSize} ${fontWeight} ${borderTopWidth}`;
  });
  expect(new Set(looks).size).toBe(4);
});

test('inserts a stock after a dollar sign or from the menu of a slash, but not for an amount', async () => {
  await open('<p>看好</p>');
  await userEvent.keyboard('{End}$nd');
  await expect.element(page.getByRole('listbox', { name: '股票' })).toBeVisible();
  await userEvent.keyboard('{Enter}和￥紫');
  await page.getByRole('option', { name: '紫金矿业' }).click();
  await userEvent.keyboard('。');
  await expectSaved('<p>看好宁德时代（300750）和紫金矿业（601899）。</p>');
  await open();
  await userEvent.keyboard('/gp{Enter}3007');
  await page.getByRole('option', { name: '宁德时代' }).click();
  await expectSaved('<p>宁德时代（300750）</p>');
  await open();
  await userEvent.keyboard('$300{Enter}$x$ 元');
  await expect.poll(() => saved).toContain('<p>$300</p><p><span class="math"');
});

test('inserts a footnote with Ctrl+Enter, whose note is edited at the end', async () => {
  await open('<p>铜价上涨</p>');
  await userEvent.keyboard('{End}');
  await page.getByRole('button', { name: '脚注' }).click();
  await expectWellMade();
  await expect.element(page.getByRole('button', { name: '插入', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: '注释' }).fill('按均价');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const note = '<ol><li id="fn1">按均价<a href="#fr1">↩</a></li></ol>';
  const reference = '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>';
  await expectSaved(`<p>铜价上涨${reference}</p>${note}`);
  // The writer's own shortcut for Ctrl+Enter leaves an open dialog alone.
  expect(published).toBe(0);
  await page.getByText('按均价').click();
  await userEvent.keyboard('{End}，含税');
  await expect.poll(() => saved).toContain('按均价，含税<a');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(published).toBe(1);
});

test.each(['beforeunload', 'pagehide', 'visibilitychange'])(
  'reports what is just written at %s',
  async (name) => {
    await open('<p>铜价</p>');
    const { editor } = document.querySelector('.ProseMirror') as Element & { editor: Editor };
    editor.commands.insertContent('新');
    expect(saved).not.toContain('新');
    (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name, { bubbles: true }));
    expect(saved).toBe('<p>新铜价</p>');
  },
);

function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document
    .querySelector('.ProseMirror')
    ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
