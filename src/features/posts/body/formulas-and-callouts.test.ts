import { expect, test } from 'vitest';
import { toPlainText } from './index.ts';
import { linkStocksSync } from './link-stocks.ts';
import { type BodyFormat, prepareBodySync } from './prepare-body.ts';

const prepare = (body: string, format: BodyFormat = 'html') => prepareBodySync({ body, format });
const again = (html: string) => prepare(html).html;

test('a formula keeps its source, is drawn as MathML, and is read again as it was', () => {
  const { html } = prepare('<p>能量 <span class="math" data-tex="E=mc^2"></span> 守恒</p>');
  expect(html).toMatch(
    /^<p>能量 <span class="math" data-tex="E=mc\^2"><math .*<mi>E<\/mi>.*<\/math><\/span> 守恒<\/p>$/,
  );
  expect(again(html)).toBe(html);
  expect(linkStocksSync(html, new Map([['300750', '宁德时代']]))).toBe(html);
  const block = prepare('<div class="math" data-tex="\\frac{1}{2} % 注释\nx"></div>').html;
  expect(block).toContain('display="block"');
  expect(block).toContain('data-tex="\\frac{1}{2} % 注释\nx"');
  expect(again(block)).toBe(block);
});

test('a formula that cannot be drawn shows its source, and has no text of its own to be found or counted', async () => {
  const { html, wordCount, openText } = prepare(
    '<p>甲<span class="math" data-tex="\\frac{a&lt;"></span>乙</p>',
  );
  expect(html).toBe('<p>甲<span class="math" data-tex="\\frac{a&lt;"><code>\\frac{a&lt;</code></span>乙</p>');
  expect(again(html)).toBe(html);
  expect(wordCount).toBe(2);
  expect(await toPlainText(html)).toBe('甲乙');
  expect(openText).not.toContain('frac');
});

test('only what we draw is drawn: foreign MathML, attributes and empty formulas are gone', () => {
  const { html } = prepare(
    '<p>甲<math><mi href="javascript:x()">坏</mi></math><span class="math" data-tex=" " onclick="x()">空</span>' +
      '<span class="math" data-tex="x" style="position:fixed"><math><mtext><script>x()</script></mtext></math></span></p>',
  );
  expect(html).toMatch(
    /^<p>甲.*<span class="math" data-tex="x"><math xmlns="[^"]*"><semantics>.*<\/math><\/span><\/p>$/,
  );
  expect(html).not.toMatch(/坏|script|onclick|style/);
});

test('thousands of formulas cost no more than some', () => {
  const begun = process.cpuUsage();
  const { html } = prepare('<span class="math" data-tex="\\frac{a}{b}"></span>'.repeat(15_000));
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(4_000);
  expect(html.match(/<math /g)?.length).toBeLessThan(4_000);
});

test('a formula behind the mark is nowhere in what is open; without a mark only some of them are', () => {
  const marked = prepare('<p>甲</p><!--paywall--><div class="math" data-tex="secret"></div>');
  expect(marked.openHtml).toBe('<p>甲</p>');
  expect(prepare(marked.sourceHtml ?? '').openHtml).toBe('<p>甲</p>');
  const formulas = Array.from({ length: 10 }, (_, at) => `<div class="math" data-tex="f_${at}"></div>`);
  expect(prepare(`${formulas.join('')}<p>${'字'.repeat(100)}</p>`).openHtml.match(/data-tex/g)).toHaveLength(
    3,
  );
});

test('a callout says what it is, holds blocks, and is read again as it was', () => {
  const { html } = prepare(
    '<div class="callout" data-callout="risk" onclick="x()"><p>一</p><ul><li>二</li></ul></div>',
  );
  expect(html).toBe(
    '<div class="callout" data-callout="risk" role="note" aria-label="风险"><p>一</p><ul><li>二</li></ul></div>',
  );
  expect(again(html)).toBe(html);
  expect(prepare('<div class="callout" data-callout="x"><p>一</p></div>').html).toBe('<p>一</p>');
  expect(prepare('<div class="callout" data-callout="note"> </div>').html).toBe('');
  expect(prepare('<div class="callout" data-callout="note">字</div>').html).toContain('<p>字</p>');
});

test('the cut runs through a callout and closes it', () => {
  const { openHtml } = prepare(
    '<div class="callout" data-callout="note"><p>开</p><!--more--><p>锁</p></div>',
  );
  expect(openHtml).toBe(
    '<div class="callout" data-callout="note" role="note" aria-label="提示"><p>开</p></div>',
  );
});

test('Markdown writes them with dollars and [!NOTE]', () => {
  const { html } = prepare(
    '行内 $a_b$ 式。\n\n$$\n\\sum_{i}\nx_i\n$$\n\n> [!CAUTION]\n> 一**粗**\n>\n> - 二\n\n> 引\n',
    'markdown',
  );
  expect(html).toContain('data-tex="a_b"');
  expect(html).toContain('<div class="math" data-tex="\\sum_{i}\nx_i">');
  expect(html).toMatch(
    /data-callout="risk".*<p>一<strong>粗<\/strong><\/p>\n?<ul><li>二<\/li><\/ul><\/div>/s,
  );
  expect(html).toContain('<blockquote class="quote"><p>引</p></blockquote>');
});

test.each([
  '每股$5到$6，又从$7涨到8$。',
  '营收$1.2亿，利润$3千万',
  'A $ B $ C',
  '价格 \\$5 和 \\$x\\$',
  '从$a涨到b$',
  '$ 单独一个',
  '> [!UNKNOWN]\n> 字',
])('Markdown takes %j for text', (text) => {
  expect(prepare(text, 'markdown').html).not.toMatch(/class="(?:math|callout)"/);
});

test('Markdown full of dollars and callouts is read in time that grows with its length', () => {
  const begun = process.cpuUsage();
  for (const text of [
    '$a'.repeat(40_000),
    '$$a\n'.repeat(20_000),
    '> [!NOTE]\n'.repeat(5_000),
    '> '.repeat(3_000),
  ])
    prepare(text, 'markdown');
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(8_000);
});
