// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { Marked, marked } from 'marked';
import { expect, test } from 'vitest';
import { markdownExtensions } from '#shared/text/markdown-extensions.ts';
import { toEditorHtml } from './body-html.ts';
import { cleanPaste } from './clean-paste.ts';
import { extensions } from './extensions.ts';
import { toMarkdown } from './to-markdown.ts';

const markdownOf = (html: string) => {
  const editor = new Editor({ extensions, content: toEditorHtml(html) });
  const markdown = toMarkdown(editor.getJSON());
  editor.destroy();
  return markdown;
};

test('converts a body to Markdown', () => {
  const html =
    '<h2>标题</h2><p>一<strong>粗</strong><a href="/101">链</a></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul><!--paywall--><blockquote><p>引</p></blockquote><table><tbody><tr><th><p>列</p></th><th><p>值</p></th></tr><tr><td><p>a|b</p></td><td><p>1</p></td></tr></tbody></table>';
  expect(markdownOf(html)).toBe(
    '## 标题\n\n一**粗**[链](/101)\n\n- 甲\n- 乙\n\n<!--paywall-->\n\n> 引\n\n| 列 | 值 |\n| --- | --- |\n| a\\|b | 1 |\n',
  );
});

test.each([
  '5*3*2 [不是链接] _x_ <b>',
  '1. 一',
  '2) 二',
  '## 题',
  '- 三',
  '>引',
  '--- ',
  '~~没有删~~ &lt; A&B',
])('escapes text that looks like Markdown: %s', async (text) => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const html = await marked.parse(markdownOf(`<p>${escaped}</p>`));
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  expect(body.innerHTML.trim()).toMatch(/^<p>.*<\/p>$/);
  expect(body.textContent?.trim()).toBe(text.trim());
});

test.each([
  '<p>甲<strong>“乙”</strong>丙</p>',
  '<p>甲<em>（乙）</em>丙<s>100%</s>丁</p>',
  '<p>甲<strong>乙</strong>丙<em><strong>丁</strong></em>戊<strong><a href="/1">己</a></strong>庚</p>',
  '<pre><code>a\n```\nb\n````\n</code></pre>',
])('restores the body from its Markdown: %s', (html) => {
  const markdown = markdownOf(html);
  const read = new Marked({ gfm: true }, markdownExtensions).parse(markdown) as string;
  const { body } = new DOMParser().parseFromString(read, 'text/html');
  expect(body.innerHTML.replaceAll('del>', 's>').trim()).toBe(html.replace('\n</code>', '\n\n</code>'));
});

test('converts formulas and callouts to Markdown and restores them', async () => {
  const html =
    '<p>令<span class="math" data-tex="x_1"></span>为<span class="math" data-tex="\\text{市盈率}=1"></span>，<span class="math" data-tex="价"></span>$5</p><div class="math" data-tex="\\frac{a}{b}\n+1"></div><div class="callout" data-callout="warning" role="note" aria-label="注意"><p>一</p><ul><li>二</li></ul></div>';
  const markdown = markdownOf(html);
  expect(markdown).toBe(
    '令$x_1$为<span class="math" data-tex="\\text{市盈率}=1"></span>，<span class="math" data-tex="价"></span>\\$5\n\n$$\n\\frac{a}{b}\n+1\n$$\n\n> [!WARNING]\n> 一\n>\n> - 二\n',
  );
  const read = new Marked({ gfm: true }, markdownExtensions).parse(markdown) as string;
  expect(markdownOf(cleanPaste(read))).toBe(markdown);
});

test('writes players and cards as links with their title, and galleries as their pictures', () => {
  const html =
    '<figure data-embed="bilibili" data-video="BV1GJ411x7h7"><figcaption>铜*价</figcaption></figure>' +
    '<figure data-embed="tencent" data-video="t0922htc5no"></figure>' +
    '<figure class="bookmark"><a href="https://a.example/x">题[目]</a><p>说明</p></figure>' +
    '<figure class="gallery"><figure><img src="/1.png" alt="一"></figure><figure><img src="/2.png" alt=""></figure><figcaption>注</figcaption></figure>';
  expect(markdownOf(html)).toBe(
    '[铜\\*价](https://www.bilibili.com/video/BV1GJ411x7h7)\n\n[腾讯视频](https://v.qq.com/x/page/t0922htc5no.html)\n\n' +
      '[题\\[目\\]](https://a.example/x)\n\n![一](/1.png)\n\n![](/2.png)\n\n注\n',
  );
});

test('writes a table with merged cells as HTML and restores it', async () => {
  const table =
    '<table><tbody><tr><th colspan="2">甲 &lt;b&gt;</th><th rowspan="2">乙</th></tr><tr><td><strong>1</strong></td><td>2</td></tr></tbody></table>';
  const markdown = markdownOf(`${table}<p>后</p>`);
  expect(markdown).toBe(
    '<table>\n<tr><th colspan="2">甲 &lt;b&gt;</th><th rowspan="2">乙</th></tr>\n<tr><td><strong>1</strong></td><td>2</td></tr>\n</table>\n\n后\n',
  );
  expect(markdownOf(cleanPaste(await marked.parse(markdown)))).toBe(markdown);
});
