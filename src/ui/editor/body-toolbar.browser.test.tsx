import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import { widths } from '#testing/browser/widths.ts';
import { BodyText } from './body-text.tsx';
import { BodyToolbar } from './body-toolbar.tsx';
import { useBodyEditor } from './use-body-editor.ts';

let saved = '';

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
  return (
    <main>
      <h1>写稿</h1>
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

test.for(widths)(
  'inserts a stock by initials, name or code after a dollar sign, %i px wide',
  async (width) => {
    await page.viewport(width, 900);
    await open('<p>看好</p>');
    await userEvent.keyboard('{End}$nd');
    await expect.element(page.getByRole('listbox', { name: '股票' })).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
    await userEvent.keyboard('{Enter}和￥紫');
    await page.getByRole('option', { name: '紫金矿业' }).click();
    await userEvent.keyboard('。');
    await expect.poll(() => saved).toBe('<p>看好宁德时代（300750）和紫金矿业（601899）。</p>');
  },
);

test('leaves an amount in dollars and a formula alone', async () => {
  await open();
  await userEvent.keyboard('$300{Enter}$x$ 元');
  await expect.poll(() => saved).toContain('<p>$300</p><p><span class="math"');
});

test('begins a stock from the menu of a slash', async () => {
  await open();
  await userEvent.keyboard('/gp{Enter}3007');
  await page.getByRole('option', { name: '宁德时代' }).click();
  await expect.poll(() => saved).toBe('<p>宁德时代（300750）</p>');
});

test.for(widths)('inserts a footnote, whose note is edited at the end, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await open('<p>铜价上涨</p>');
  await userEvent.keyboard('{End}');
  await page.getByRole('button', { name: '脚注' }).click();
  await expectAccessible();
  await page.getByRole('textbox', { name: '注释' }).fill('按均价');
  await page.getByRole('button', { name: '插入', exact: true }).click();
  const note = '<ol><li id="fn1">按均价<a href="#fr1">↩</a></li></ol>';
  const reference = '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>';
  await expect.poll(() => saved).toBe(`<p>铜价上涨${reference}</p>${note}`);
  expectNoSidewaysScroll();
  await page.getByText('按均价').click();
  await userEvent.keyboard('{End}，含税');
  await expect.poll(() => saved).toContain('按均价，含税<a');
});

test('changes the level of a heading by tool and by shortcut', async () => {
  await open('<h2>题</h2>');
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name: 'H3' }).click();
  await expect.poll(() => saved).toBe('<h3>题</h3>');
  await userEvent.keyboard('{Control>}{Alt>}4{/Alt}{/Control}');
  await expect.poll(() => saved).toBe('<h4>题</h4>');
});

test('shows three levels of headings, each unlike the others and the text', async () => {
  await open('<h2>一</h2><h3>二</h3><h4>三</h4><p>文</p>');
  const looks = [...document.querySelectorAll('.ProseMirror :is(h2, h3, h4, p)')].slice(0, 4).map((block) => {
    const { fontSize, fontWeight, borderTopWidth } = getComputedStyle(block);
    return `${fontSize} ${fontWeight} ${borderTopWidth}`;
  });
  expect(new Set(looks).size).toBe(4);
});

const paste = (text: string) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document
    .querySelector('.ProseMirror')
    ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};

test('makes selected text a link when an address is pasted over it', async () => {
  await open('<p>铜价</p>');
  await userEvent.keyboard('{Control>}a{/Control}');
  paste('https://a.example/b');
  await expect.poll(() => saved).toBe('<p><a href="https://a.example/b">铜价</a></p>');
});

test('changes and removes the link at the cursor with Ctrl+K, and leaves a typed address alone', async () => {
  await open('<p><a href="/101">铜价</a></p>');
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{Control>}k{/Control}');
  await expect.element(page.getByRole('textbox', { name: '地址' })).toHaveValue('/101');
  await page.getByRole('textbox', { name: '地址' }).fill('/102');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toBe('<p><a href="/102">铜价</a></p>');
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('button', { name: '去掉链接' }).click();
  await expect.poll(() => saved).toBe('<p>铜价</p>');
  await userEvent.keyboard('{End} https://a.example 见');
  await expect.poll(() => saved).toBe('<p>铜价 https://a.example 见</p>');
});
