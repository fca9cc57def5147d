import { closeHistory } from '@tiptap/pm/history';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import {
  type Action,
  attachment,
  type Block,
  ReportModel,
  randomFrom,
  reference,
} from '#testing/browser/report-model.ts';
import { runs } from '#testing/runs.ts';
import { toStoredHtml } from '../body-html.ts';
import { BodyText } from '../body-text.tsx';
import { BodyToolbar } from '../body-toolbar.tsx';
import { useBodyEditor } from '../use-body-editor.ts';
import type { LinkCard } from './link-card.ts';

let saved = '';
let notices: string[] = [];
let cards: Record<string, LinkCard> = {};
let sent: File[] = [];
const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

function Writer({ html }: { html: string }) {
  const { editor } = useBodyEditor(html, true, {
    send: async (file) => {
      sent.push(file);
      const address = `/files/${sent.length}.webp`;
      const size = { width: 30, height: 20, bytes: file.size };
      return { item: { kind: 'image', address, name: file.name, alt: '', ...size }, isNew: true };
    },
    explain: (error) => ({ error: (error as Error).message, isRefused: false }),
    onLost: () => {},
    importPicture: () => Promise.reject(new Error('not used')),
    fetchCard: async (url) => {
      const card = cards[url];
      if (!card) throw new Error('对方网站回答了 404');
      return card;
    },
    notify: (message) => {
      notices.push(message);
    },
    onPicturesImported: () => {},
    onChange: (changed) => {
      saved = changed;
    },
  });
  return (
    <>
      {editor && (
        <BodyToolbar
          findStocks={async () => []}
          editor={editor}
          kinds={['image']}
          onRequestFile={() => {}}
          onCopy={() => {}}
        />
      )}
      <BodyText editor={editor} />
    </>
  );
}

const body = () => page.getByRole('textbox', { name: '正文' });
const tool = (name: string) => page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name });

type Opened = { key: number; html: string };
let show: (text: Opened) => void;
let texts = 0;

/** Writes one text after another; each has its own editor. */
function Writers() {
  const [text, setText] = useState<Opened>();
  show = setText;
  return text && <Writer key={text.key} html={text.html} />;
}

/** Opens a text in place of the one that is open. */
async function open(html = '') {
  saved = html;
  notices = [];
  cards = {};
  sent = [];
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
}

function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('.ProseMirror')?.dispatchEvent(event);
}

const expectSaved = (html: string) => expect.poll(() => saved).toBe(html);
const player = '<figure data-embed="bilibili" data-video="BV1GJ411x7h7"></figure>';

test('makes players of pasted, typed and requested addresses of known sites only', {
  tags: ['strict'],
}, async () => {
  for (const [text, expected] of [
    ['https://m.bilibili.com/video/BV1GJ411x7h7?share=1', player],
    ['【标题-哔哩哔哩】 https://b23.tv/BV1GJ411x7h7', player],
    ['<iframe src="//player.bilibili.com/player.html?bvid=BV1GJ411x7h7"></iframe>', player],
    ['https://cdn.example/a.mp3', '<audio src="https://cdn.example/a.mp3" controls=""></audio>'],
  ] as const) {
    await open();
    paste(text);
    await expectSaved(expected);
  }
  await open();
  await userEvent.keyboard('https://www.bilibili.com/video/av170001{Enter}后');
  await expectSaved('<figure data-embed="bilibili" data-video="av170001"></figure><p>后</p>');
  await open();
  paste('<iframe src="https://evil.example/player.bilibili.com"></iframe>');
  await expect.poll(() => notices[0]).toMatch(/^请粘贴视频页面的地址/);
  expect(saved).toBe('');
  await userEvent.keyboard('/qrsp{Enter}');
  const address = page.getByRole('textbox', { name: '视频或音频的地址' });
  await address.fill('https://www.bilibili.com.evil.example/video/BV1GJ411x7h7');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/请粘贴视频页面的地址/)).toBeVisible();
  await expectWellMade();
  await address.fill('https://v.qq.com/x/page/t0922htc5no.html');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toContain('data-embed="tencent" data-video="t0922htc5no"');
  // A body with a player is not empty.
  await expect.poll(() => document.querySelector('p.is-editor-empty')).toBeNull();
});

test('makes a card of an address pasted alone, and leaves the link with the reason if that fails', async () => {
  await open();
  const url = 'https://a.example/x';
  cards = { [url]: { url, title: '题', description: '说明', site: '某站', picture: null } };
  paste(url);
  await expectSaved(
    '<figure class="bookmark"><a href="https://a.example/x">题</a><p>说明</p><small>某站</small></figure>',
  );
  await userEvent.keyboard('{Control>}{End}{/Control}');
  paste('https://a.example/y');
  await expect.poll(() => notices).toEqual(['没有做成书签，留下了链接：对方网站回答了 404']);
  await expect.poll(() => saved).toContain('<p><a href="https://a.example/y">https://a.example/y</a></p>');
  // Inside a text an address stays as it is.
  await open('<p>见</p>');
  await userEvent.keyboard('{End}');
  paste('https://www.bilibili.com/video/BV1GJ411x7h7');
  await expect.poll(() => saved).toContain('bilibili.com/video');
  expect(saved).not.toContain('figure');
});

const picture = (name: string) =>
  `<figure><img src="${red}#${name}" alt="${name}"><figcaption>${name}</figcaption></figure>`;

test('joins pictures to a gallery and splits it, sets their width, and uploads a gallery of nine at most', async () => {
  await open(`${picture('甲')}${picture('乙')}<p>文</p>`);
  await page.getByText('乙', { exact: true }).click();
  await tool('图集：与相邻的图片并排').click();
  await expect
    .poll(() => saved)
    .toMatch(/^<figure class="gallery"><figure><img [^>]*><figcaption>甲<\/figcaption><\/figure><figure>/);
  await page.getByText('甲', { exact: true }).click();
  await tool('拆开图集').click();
  await expect.poll(() => saved).not.toContain('gallery');
  await open(picture('甲'));
  await page.getByText('甲', { exact: true }).click();
  await tool('50% 宽').click();
  await expect.poll(() => saved).toMatch(/^<figure class="w50"><img /);
  await tool('100% 宽').click();
  await expect.poll(() => saved).toMatch(/^<figure><img /);
  await userEvent.keyboard('{End}{Enter}下');
  await expect.poll(() => saved).toMatch(/甲<\/figcaption><\/figure><p>下<\/p>$/);
  await open();
  const choose = (count: number) => {
    const input = document.querySelector<HTMLInputElement>('input[aria-label="选择图集的图片"]');
    const files = new DataTransfer();
    for (let at = 0; at < count; at++) files.items.add(new File(['图'], `${at}.png`, { type: 'image/png' }));
    if (input) input.files = files.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose(10);
  await expect.poll(() => notices).toEqual(['图集由 2 到 9 张图片组成，选了 10 张']);
  choose(3);
  await expect
    .poll(() => saved)
    .toMatch(/^<figure class="gallery">(?:<figure><img [^>]*><\/figure>){3}<\/figure>$/);
  await open(
    `<p>前</p><figure class="gallery">${picture('甲')}${picture('乙')}<figcaption>总</figcaption></figure><p>后</p>`,
  );
  await page.getByText('总', { exact: true }).click();
  await tools('图集').getByRole('button', { name: '替换图集' }).click();
  choose(2);
  const uploaded = (name: number) =>
    `<figure><img src="/files/${name}.webp" alt="" width="30" height="20"></figure>`;
  await expectSaved(
    `<p>前</p><figure class="gallery">${uploaded(1)}${uploaded(2)}<figcaption>总</figcaption></figure><p>后</p>`,
  );
});

test('crops a picture into a new file and keeps the original', async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [60, 40];
  canvas.getContext('2d')?.fillRect(0, 0, 60, 40);
  await open(`<figure><img src="${canvas.toDataURL()}" alt="图"><figcaption>甲</figcaption></figure>`);
  await page.getByText('甲', { exact: true }).click();
  await tool('裁剪图片').click();
  await page.getByRole('button', { name: '1:1' }).click();
  await expect.element(page.getByRole('group', { name: '保留的部分，可用方向键移动' })).toBeVisible();
  const crop = page.getByRole('dialog').getByRole('button', { name: '裁剪', exact: true });
  await expect.element(crop).toBeEnabled();
  await expectWellMade();
  await crop.click();
  await expectSaved(
    '<figure><img src="/files/1.webp" alt="图" width="30" height="20"><figcaption>甲</figcaption></figure>',
  );
  const [file] = sent;
  expect(file?.type).toBe('image/webp');
  const bitmap = file && (await createImageBitmap(file));
  expect(bitmap?.width).toBe(bitmap?.height);
});

test('leaves the body where it is when a click shows the tools of a table or picture', async () => {
  await open(`<p>文</p>${table('一', '二', '三')}${picture('甲')}`);
  const topOf = () => page.getByText('文', { exact: true }).element().getBoundingClientRect().top;
  const top = topOf();
  await page.getByText('二', { exact: true }).click();
  await expect.element(tool('合并选中的单元格')).toBeVisible();
  expect(topOf()).toBe(top);
  await page.getByText('甲', { exact: true }).click();
  await expect.element(tool('50% 宽')).toBeVisible();
  expect(topOf()).toBe(top);
});

test('merges and splits cells, adds rows and columns on both sides and toggles the head', async () => {
  await open(
    '<table><thead><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  );
  await page.getByText('1', { exact: true }).click();
  await userEvent.keyboard('{End}{Shift>}{ArrowRight}{/Shift}');
  await tool('合并选中的单元格').click();
  await expect.poll(() => saved).toContain('<tr><td colspan="2"><p>1</p><p>2</p></td></tr>');
  await tool('拆分单元格').click();
  await expect.poll(() => saved).not.toContain('colspan');
  await tool('在上方加行').click();
  await tool('在左侧加列').click();
  await expect.poll(() => saved.match(/<tr>/g)?.length).toBe(3);
  await expect.poll(() => saved).toContain('<tr><th></th><th>甲</th><th>乙</th></tr>');
  await tool('标题行').click();
  await expect.poll(() => saved).not.toContain('<th>');
});

const tools = (name: string) => page.getByRole('toolbar', { name: `${name}的工具` });
const formula = '<div class="math" data-tex="x"></div>';
const attached = '<p>见<a data-size="1" href="/files/a.pdf?name=a.pdf">a.pdf</a>。</p>';

test('selects a clicked picture, and shows how each block is replaced and deleted', async () => {
  const card = '<figure class="bookmark"><a href="https://a.example/x">题</a></figure>';
  await open(
    `<p>价 12 元</p>${picture('甲')}<p>间</p>${player}<p>间</p>${card}${formula}<!--paywall-->${attached}`,
  );
  await page.getByAltText('甲').click();
  await expect.element(tools('图片').getByRole('button', { name: '替换图片' })).toBeVisible();
  await expectWellMade();
  await userEvent.keyboard('{Backspace}');
  await expectSaved(`<p>价 12 元</p><p>间</p>${player}<p>间</p>${card}${formula}<!--paywall-->${attached}`);
  await page.getByText('哔哩哔哩视频', { exact: false }).click();
  await tools('嵌入视频').getByRole('button', { name: '替换嵌入视频' }).click();
  await page
    .getByRole('textbox', { name: '视频或音频的地址' })
    .fill('https://v.qq.com/x/page/t0922htc5no.html');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toContain('<p>间</p><figure data-embed="tencent" data-video="t0922htc5no">');
  expect(saved).not.toContain('bilibili');
  await page.getByText('题', { exact: true }).click();
  await tools('书签').getByRole('button', { name: '删除书签' }).click();
  await expect.poll(() => saved).not.toContain('bookmark');
  document.querySelector<HTMLElement>('.ProseMirror .math')?.click();
  await userEvent.click(document.querySelector('.ProseMirror .math') as Element);
  await tools('公式').getByRole('button', { name: '删除公式' }).click();
  await expect.poll(() => saved).not.toContain('math');
  await page.getByText('a.pdf').click();
  await tools('附件').getByRole('button', { name: '删除附件' }).click();
  await expect.poll(() => saved).toMatch(/<!--paywall--><p>见。<\/p>$/);
  await userEvent.click(document.querySelector('.ProseMirror [data-paywall]') as Element);
  await tools('付费线').getByRole('button', { name: '删除付费线' }).click();
  await expect.poll(() => saved).not.toContain('paywall');
});

/**
 * Writes 新 with an input method, through the browser's protocol. A keyboard sends a key without a code first; handwriting,
 * dictation and the panel of emoji send none, and some no composition either.
 */
async function compose(way: 'keyboard' | 'handwriting' | 'dictation') {
  if (way === 'keyboard')
    await cdp().send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      windowsVirtualKeyCode: 229,
    });
  if (way !== 'dictation') await composeSteps();
  await cdp().send('Input.insertText', { text: '新' });
}

async function composeSteps() {
  for (const text of ['x', 'xi', 'xin'])
    await cdp().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
}

const blocks = [
  ['hr', '<hr>'],
  ['[data-paywall]', '<!--paywall-->'],
  ['.math', formula],
  ['.bookmark', '<figure class="bookmark"><a href="https://a.example/x">题</a></figure>'],
  ['.kept', '<pre>a<b>b</b></pre>'],
  ['figure img', picture('图')],
  ['.embed__box', player],
  ['video', '<p><video src="/files/a.mp4" controls=""></video></p>'],
] as const;

test('removes a block that was clicked twice', async () => {
  for (const [selector, html] of blocks) {
    await open(`<p>甲</p>${html}<p>乙</p>`);
    for (let clicks = 0; clicks < 2; clicks++)
      await userEvent.click(document.querySelector(`.ProseMirror ${selector}`) as Element);
    await userEvent.keyboard('{Delete}');
    await expectSaved('<p>甲</p><p>乙</p>');
  }
});

const ways = ['keyboard', 'handwriting', 'dictation'] as const;

test.each(ways)('replaces what is selected by what is written by %s', async (way) => {
  for (const [selector, html] of blocks) {
    await open(`<p>甲</p>${html}<p>乙</p>`);
    await open(`<p>甲</p>${html}<p>乙</p>`);
    await userEvent.click(document.querySelector(`.ProseMirror ${selector}`) as Element);
    await compose(way);
    await expectSaved('<p>甲</p><p>新</p><p>乙</p>');
  }
  await open('<p>甲<span class="math" data-tex="x"></span>乙</p>');
  await userEvent.click(document.querySelector('.ProseMirror .math') as Element);
  await compose(way);
  await expectSaved('<p>甲新乙</p>');
  await open(table('一', '二', '三'));
  await selectCells('一', '三');
  await compose(way);
  await expectSaved(table('', '', '新'));
});

function table(...cells: string[]): string {
  return `<table><tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table>`;
}

/** Selects cells with the mouse. */
async function selectCells(first: string, last: string) {
  const moveTo = (text: string, type: string, buttons: number) => {
    const { left, top, height } = page.getByRole('cell', { name: text }).element().getBoundingClientRect();
    const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return cdp().send('Input.dispatchMouseEvent', {
      ...{ type, buttons, button: 'left', clickCount: 1 },
      ...{ x: frame.left + left + 8, y: frame.top + top + height / 2 },
    } as never);
  };
  await moveTo(first, 'mousePressed', 1);
  await moveTo(last, 'mouseMoved', 1);
  await moveTo(last, 'mouseMoved', 1);
  await moveTo(last, 'mouseReleased', 0);
  await expect.poll(() => document.querySelectorAll('.selectedCell').length).toBe(3);
}

test('leaves pictures and texts whole when keys follow each other fast', async () => {
  const html = `<p>前</p>${picture('甲')}<p>后面的字</p>`;
  await open(html);
  for (const keys of ['{End}{Home}{Backspace}', '{Home}{End}{Home}{Backspace}']) {
    await page.getByText('后面的字').click();
    await userEvent.keyboard(keys);
    await userEvent.keyboard('{ArrowRight}');
    expect(saved).toBe(html);
  }
  // A busy page handles a key before it hears of the caret that the key before has moved.
  const text = page.getByText('后面的字').element().firstChild as Text;
  const press = (key: string, keyCode: number) =>
    text.parentElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }),
    );
  await page.getByText('后面的字').click();
  await userEvent.keyboard('{Home}{Shift>}{End}{/Shift}');
  getSelection()?.collapse(text, 0);
  press('Backspace', 8);
  await expect.element(tools('图片')).toBeVisible();
  expect(saved).toBe(html);
  await page.getByText('后面的字').click();
  await userEvent.keyboard('{Home}{Backspace}{Backspace}');
  await expectSaved('<p>前</p><p>后面的字</p>');
});

const report: readonly Block[] = [
  { kind: 'paragraph', text: '一季度营收 12.5 亿' },
  { kind: 'picture', src: red, caption: { text: '营收走势' } },
  { kind: 'paragraph', text: `按均价计算${reference}，下同` },
  { kind: 'table', cells: [{ text: '营收' }, { text: '12.5' }] },
  { kind: 'paragraph', text: '毛利率回升' },
  { kind: 'object', html: player, selector: '.embed__box' },
  { kind: 'object', html: formula, selector: '.math' },
  { kind: 'paragraph', text: `见${attachment}。` },
  { kind: 'object', html: '<!--paywall-->', selector: '[data-paywall]' },
  { kind: 'paragraph', text: '目标价 36 元' },
  { kind: 'picture', src: `${red}#2`, caption: { text: '' } },
  { kind: 'paragraph', text: '风险：需求不及预期' },
  {
    kind: 'object',
    html: '<figure class="bookmark"><a href="https://a.example/x">题</a></figure>',
    selector: '.bookmark',
  },
  { kind: 'object', html: '<hr>', selector: 'hr' },
  { kind: 'paragraph', text: '完' },
  { kind: 'notes', note: { text: '均价为日均价' } },
];

test('stores of a report what a model says after recorded actions of pointer, keys and input method', {
  timeout: 300_000,
}, async () => {
  const model = new ReportModel(report);
  await open(model.html());
  const { editor } = document.querySelector('.ProseMirror') as Element & { editor: Editor };
  const elementOf = (at: number) => editor.view.dom.children[at] as Element;
  const texts = 'p, figcaption';
  const random = randomFrom(37);
  const done: string[] = [];
  for (let step = 0; step < runs(300); step++) {
    const kinds = Map.groupBy(model.actions(), (action) => (action.do === 'press' ? action.key : action.do));
    const kind = [...kinds.values()][Math.floor(random() * kinds.size)] ?? [];
    const action = kind[Math.floor(random() * kind.length)] as Action;
    done.push(JSON.stringify(action));
    // Each action is undone alone.
    editor.view.dispatch(closeHistory(editor.state.tr));
    if (action.do === 'place') {
      const element = elementOf(action.block);
      const parts = element.matches('p') ? [element] : [...element.querySelectorAll(texts)];
      await userEvent.click(parts[action.cell] as Element);
      await userEvent.keyboard(`{${action.key}}`);
    } else if (action.do === 'select') {
      const block = model.blocks[action.block];
      const selector = block?.kind === 'object' ? block.selector : 'img';
      const element = elementOf(action.block);
      await userEvent.click(
        element.matches(selector) ? element : (element.querySelector(selector) as Element),
      );
    } else if (action.do === 'press')
      await userEvent.keyboard(action.key.length > 1 ? `{${action.key}}` : action.key);
    else if (action.do === 'undo') await userEvent.keyboard('{Control>}z{/Control}');
    else await compose(random() < 0.5 ? 'keyboard' : 'handwriting');
    model.apply(action);
    await expect
      .poll(() => toStoredHtml(editor.getHTML()), {
        message: `after ${step + 1} actions: ${done.slice(-8).join(' ')}`,
        timeout: 3000,
      })
      .toBe(model.html());
  }
  await expectSaved(model.html());
});
