// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { toEditor, toStored } from './body-html.ts';
import { extensions } from './extensions.ts';

const folder = join(process.cwd(), 'db/seeds/demo/posts');
/** Everything a body may hold that the demo's pieces do not. */
const everything = `行内 $\\frac{P}{E}$ 与 $a_b$，坏的 <span class="math" data-tex="\\frac{"></span>。

$$
\\sum_{i=1}^{n} x_i % 注释
+ 1
$$

> [!NOTE]
> 一**粗** $x$
>
> - 二
> - 三

> [!CAUTION]
> 风险

<!--paywall-->

<figure><img src="/files/000000/ab/cd.webp" alt="图" width="640" height="480"><figcaption>图注 $x$</figcaption></figure>

<video src="/files/000000/ab/cd.mp4" width="640"></video>

<audio src="/files/000000/ab/cd.mp3"></audio>

[年报.pdf](/files/000000/ab/cd.pdf?name=%E5%B9%B4.pdf)

<p><a href="/files/000000/ab/cd.zip?name=a.zip" data-size="123">a.zip</a></p>
`;
const pieces = readdirSync(folder).map((name) => ({
  name,
  body: readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
}));
pieces.push({ name: '公式、提示、图注、视频、音频和附件', body: everything });

// A picture alone in a paragraph becomes a figure, so that it can have a caption; nothing else changes.
const framed = (html: string) => html.replace(/<p>(<img [^>]*>)<\/p>/g, '<figure class="figure">$1</figure>');

test.each(pieces)('$name opens and closes as what it was', ({ body }) => {
  const { html, sourceHtml } = prepareBodySync({ body, format: 'markdown' });
  const editor = new Editor({ extensions, content: toEditor(sourceHtml ?? html) });
  const again = prepareBodySync({ body: toStored(editor.getHTML()), format: 'html' });
  editor.destroy();
  expect(again.html).toBe(framed(html));
  expect(again.sourceHtml).toBe(sourceHtml && framed(sourceHtml));
});
