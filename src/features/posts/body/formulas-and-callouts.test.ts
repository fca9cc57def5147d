import { expect, test } from 'vitest';
import { toPlainText } from './index.ts';
import { linkStocksSync } from './link-stocks.ts';
import { type BodyFormat, prepareBodySync } from './prepare-body.ts';

const prepare = (body: string, format: BodyFormat = 'html') => prepareBodySync({ body, format });
const again = (html: string) => prepare(html).html;

test('keeps the source of a formula, renders it as MathML and reads its own output back', () => {
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

test('shows the source of a formula that cannot be rendered and counts none of its text', async () => {
  const { html, wordCount, openText } = prepare(
    '<p>甲<span class="math" data-tex="\\frac{a&lt;"></span>乙</p>',
  );
  expect(html).toBe('<p>甲<span class="math" data-tex="\\frac{a&lt;"><code>\\frac{a&lt;</code></span>乙</p>');
  expect(again(html)).toBe(html);
  expect(wordCount).toBe(2);
  expect(await toPlainText(html)).toBe('甲乙');
  expect(openText).not.toContain('frac');
});

test('drops foreign MathML, attributes and empty formulas', () => {
  const { html } = prepare(
    '<p>甲<math><mi href="javascript:x()">坏</mi></math><span class="math" data-tex=" " onclick="x()">空</span>' +
      '<span class="math" data-tex="x" style="position:fixed"><math><mtext><script>x()</script></mtext></math></span></p>',
  );
  expect(html).toMatch(
    /^<p>甲.*<span class="math" data-tex="x"><math xmlns="[^"]*"><semantics>.*<\/math><\/span><\/p>$/,
  );
  expect(html).not.toMatch(/坏|script|onclick|style/);
});

test('limits the cost of thousands of formulas', () => {
  const begun = process.cpuUsage();
  const { html } = prepare('<span class="math" data-tex="\\frac{a}{b}"></span>'.repeat(15_000));
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(4_000);
  expect(html.match(/<math /g)?.length).toBeLessThan(4_000);
});

test('hides formulas behind the mark from open content and opens only some of them without a mark', () => {
  const marked = prepare('<p>甲</p><!--paywall--><div class="math" data-tex="secret"></div>');
  expect(marked.openHtml).toBe('<p>甲</p>');
  expect(prepare(marked.sourceHtml ?? '').openHtml).toBe('<p>甲</p>');
  const formulas = Array.from({ length: 10 }, (_, at) => `<div class="math" data-tex="f_${at}"></div>`);
  expect(prepare(`${formulas.join('')}<p>${'字。'.repeat(50)}</p>`).openHtml.match(/data-tex/g)).toHaveLength(
    3,
  );
});

test('labels a callout, lets it hold blocks and reads its own output back', () => {
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

test('closes a callout that the cut runs through', () => {
  const { openHtml } = prepare(
    '<div class="callout" data-callout="note"><p>开</p><!--more--><p>锁</p></div>',
  );
  expect(openHtml).toBe(
    '<div class="callout" data-callout="note" role="note" aria-label="提示"><p>开</p></div>',
  );
});

test('reads formulas in dollar signs and callouts as [!NOTE] in Markdown', () => {
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
  '$5-$10',
  'between $1.2 and $1.5 per share',
  'US$5/US$7, $5–$10.',
  '价格 \\$5 和 \\$x\\$',
  '从$a涨到b$',
  '$ 单独一个',
  '> [!UNKNOWN]\n> 字',
])('reads %j in Markdown as text', (text) => {
  expect(prepare(text, 'markdown').html).not.toMatch(/class="(?:math|callout)"/);
});

test('reads Markdown full of dollar signs and callouts in linear time', () => {
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
