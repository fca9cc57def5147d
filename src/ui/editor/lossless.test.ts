// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { toEditorHtml, toStoredHtml } from './body-html.ts';
import { extensions } from './extensions.ts';

const folder = join(process.cwd(), 'db/seeds/demo/posts');
/** All markup that a body may contain but the demo posts do not. */
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
const bodies = readdirSync(folder).map((name) => ({
  name,
  body: readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
}));
bodies.push({ name: '公式、提示、图注、视频、音频和附件', body: everything });

// A single picture in a paragraph becomes a figure, so that it can have a caption; nothing else changes.
const wrapInBody = (html: string) =>
  html.replace(/<p>(<img [^>]*>)<\/p>/g, '<figure class="figure">$1</figure>');

test.each(bodies)('leaves $name unchanged after opening and saving', ({ body }) => {
  const { html, sourceHtml } = prepareBodySync({ body, format: 'markdown' });
  const editor = new Editor({ extensions, content: toEditorHtml(sourceHtml ?? html) });
  const again = prepareBodySync({ body: toStoredHtml(editor.getHTML()), format: 'html' });
  editor.destroy();
  expect(again.html).toBe(wrapInBody(html));
  expect(again.sourceHtml).toBe(sourceHtml && wrapInBody(sourceHtml));
});
