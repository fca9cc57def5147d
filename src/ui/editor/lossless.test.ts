// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { toStoredHtml } from './body-html.ts';
import { extensions } from './extensions.ts';
import { openBody } from './stored/open-body.ts';

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

<figure class="w50"><img src="/files/000000/ab/cd.webp" alt="半宽"></figure>

<figure class="gallery"><figure><img src="/files/000000/ab/1.webp" alt="一"><figcaption>图一 $x$</figcaption></figure><figure><img src="/files/000000/ab/2.webp" alt=""></figure><figcaption>两张**图**</figcaption></figure>

<figure class="gallery"><figure><img src="/files/000000/ab/1.webp" alt="一"></figure><figure><img src="/files/000000/ab/2.webp" alt=""></figure></figure>

<iframe src="//player.bilibili.com/player.html?bvid=BV1GJ411x7h7&p=2"></iframe>

<figure data-embed="tencent" data-video="t0922htc5no"><figcaption>视频 <em>标题</em> API</figcaption></figure>

<figure class="bookmark"><a href="https://example.org/a?b=1&c=2">标题 API</a><p>说明 300750.SZ</p><small>某站</small><img src="/files/000000/ab/cd.webp" width="640" height="480"></figure>

<figure class="bookmark"><a href="/101">站内</a></figure>

<audio src="https://cdn.example/a.mp3"></audio>

<table><tbody><tr><th colspan="2">甲</th><th rowspan="2">乙</th></tr><tr><td>1</td><td>2</td></tr><tr><td rowspan="2" class="num">3</td><td colspan="2">4</td></tr><tr><td>5</td><td>6</td></tr></tbody></table>

<table><thead><tr><th colspan="2">甲</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>

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

test.each(bodies)('leaves $name unchanged after opening and saving', ({ body }) => {
  const { html, sourceHtml } = prepareBodySync({ body, format: 'markdown' });
  const editor = new Editor({ extensions, content: openBody(sourceHtml ?? html) });
  const again = prepareBodySync({ body: toStoredHtml(editor.getHTML()), format: 'html' });
  editor.destroy();
  expect(again.html).toBe(html);
  expect(again.sourceHtml).toBe(sourceHtml);
});
