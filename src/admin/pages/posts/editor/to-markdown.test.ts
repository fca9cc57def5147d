// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { toEditor } from './body/body-html.ts';
import { extensions } from './body/extensions.ts';
import { toMarkdown } from './to-markdown.ts';

const markdownOf = (html: string) => {
  const editor = new Editor({ extensions, content: toEditor(html) });
  const markdown = toMarkdown(editor.getJSON());
  editor.destroy();
  return markdown;
};

test('a body leaves as Markdown', () => {
  const html =
    '<h2>标题</h2><p>一<strong>粗</strong><a href="/101">链</a></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul><!--paywall--><blockquote><p>引</p></blockquote><table><tbody><tr><th><p>列</p></th><th><p>值</p></th></tr><tr><td><p>a|b</p></td><td><p>1</p></td></tr></tbody></table>';
  expect(markdownOf(html)).toBe(
    '## 标题\n\n一**粗**[链](/101)\n\n- 甲\n- 乙\n\n<!--paywall-->\n\n> 引\n\n| 列 | 值 |\n| --- | --- |\n| a\\|b | 1 |\n',
  );
});

test('what looks like a sign stays text', async () => {
  const text = '5*3*2 [不是链接] _x_ <b>';
  const html = await marked.parse(markdownOf(`<p>${text.replace('<', '&lt;')}</p>`));
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  expect(body.textContent?.trim()).toBe(text);
});
