import { describe, expect, test } from 'vitest';

import { linkStocksSync } from './link-stocks.ts';
import { type BodyFormat, prepareBodySync, replaceImagesSync } from './prepare-body.ts';
import { playersAsLinks } from './serialise.ts';

const prepare = (body: string, format: BodyFormat = 'html') => prepareBodySync({ body, format });
const again = (html: string) => prepare(html).html;
const names = new Map([['300750', '宁德时代']]);
const framesOf = (html: string) => [...html.matchAll(/<iframe src="([^"]*)"/g)].map(([, src]) => src);
/** Saving, linking stocks and replacing pictures leave a stored body the same. */
function expectStable(html: string): void {
  expect(again(html)).toBe(html);
  expect(linkStocksSync(`${html}<p>宁德时代(300750)</p>`, names)).toContain(html);
  expect(replaceImagesSync(html, new Map())).toBe(html);
}

const player =
  'https://player.bilibili.com/player.html?isOutside=true&amp;bvid=BV1GJ411x7h7&amp;p=1&amp;autoplay=0&amp;danmaku=0';
const embed = (video = 'BV1GJ411x7h7', caption = '') =>
  `<figure data-embed="bilibili" data-video="${video}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

describe('players', () => {
  test('derives the player from provider and id', () => {
    const { html, text, wordCount, embedCount, linkCount } = prepare(
      `<p>前</p>${embed('BV1GJ411x7h7', '铜价 API 走势')}<p>后</p>`,
    );
    expect(html).toContain('<figure class="figure embed" data-embed="bilibili" data-video="BV1GJ411x7h7">');
    expect(framesOf(html)).toEqual([player]);
    expect(html).toContain(
      'title="哔哩哔哩视频：铜价 API 走势" loading="lazy" sandbox="allow-scripts allow-same-origin',
    );
    expect(html).toContain('<a class="embed__link" href="https://www.bilibili.com/video/BV1GJ411x7h7"');
    expect(text).toBe('前\n铜价 API 走势\n后');
    expect(wordCount).toBe(7);
    expect([embedCount, linkCount]).toEqual([1, 0]);
    expectStable(html);
  });

  test('reads pasted embed codes of known players, and those in the figures of WordPress and Ghost', () => {
    const code =
      '<iframe src="//player.bilibili.com/player.html?bvid=BV1GJ411x7h7" onload="x()" srcdoc="<p>坏"></iframe>';
    expect(prepare(`<p>前${code}后</p>`).html).toBe(prepare(`<p>前</p>${embed()}<p>后</p>`).html);
    expect(prepare(code, 'markdown').html).toBe(prepare(embed()).html);
    const wrapped = `<figure class="kg-card kg-embed-card">${code}<figcaption>图注</figcaption></figure>`;
    expect(prepare(wrapped).html).toBe(prepare(embed('BV1GJ411x7h7', '图注')).html);
    expect(prepare(`<figure class="wp-block-embed"><div>\n${code}\n</div></figure>`).html).toBe(
      prepare(embed()).html,
    );
  });

  test.each([
    '<iframe src="https://evil.example/player.bilibili.com/player.html?bvid=BV1GJ411x7h7"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="//player.bilibili.com.evil.example/player.html?bvid=BV1GJ411x7h7">内</iframe>',
    '<iframe srcdoc="<script>x()</script>"></iframe>',
    '<figure data-embed="bilibili" data-video="&quot;onload=&quot;x()"></figure>',
    '<figure data-embed="evil" data-video="BV1GJ411x7h7"></figure>',
    '<figure data-embed="__proto__" data-video="toString"></figure>',
  ])('makes no frame of %s', (body) => {
    const { html } = prepare(`<p>前</p>${body}<p>后</p>`);
    expect(html).toBe('<p>前</p>\n<p>后</p>');
  });

  test('never takes the frame, the link or attributes that a writer put into an embed', () => {
    const forged =
      '<figure data-embed="bilibili" data-video="BV1GJ411x7h7" onclick="x()" style="position:fixed"><iframe src="https://evil.example"></iframe>' +
      '<a class="embed__link" href="https://evil.example">点我</a><p>藏</p><figcaption>注<img src="/a.png" onerror="x()"></figcaption></figure>';
    const { html } = prepare(forged);
    expect(framesOf(html)).toEqual([player]);
    expect(html).not.toMatch(/evil|点我|藏|onclick|onerror|style=/);
    expectStable(html);
  });

  test('writes title and caption of hostile text as text', () => {
    const { html } = prepare(embed('BV1GJ411x7h7', '&quot;&gt;&lt;script&gt;x()&lt;/script&gt;'));
    expect(html).toContain('title="哔哩哔哩视频：&quot;&gt;&lt;script&gt;x()&lt;/script&gt;"');
    expect(html).not.toContain('<script');
    expectStable(html);
  });

  test('frames at most 20 players of a body and links the others, in linear time', () => {
    const started = performance.now();
    const { html, embedCount } = prepare(embed().repeat(10_000));
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(framesOf(html)).toHaveLength(20);
    expect(html.match(/embed__link/g)).toHaveLength(10_000);
    expect(embedCount).toBe(10_000);
  });

  test('counts a player as a picture for the teaser, and a mark inside locks it', () => {
    const behind = prepare(`<p>开</p><!--paywall-->${embed('BV1GJ411x7h7', '锁')}`);
    expect(behind.openHtml).toBe('<p>开</p>');
    const inside = prepare(
      `<p>开</p><figure data-embed="bilibili" data-video="BV1GJ411x7h7"><figcaption>锁<!--paywall-->住</figcaption></figure>`,
    );
    expect(inside.openHtml).toBe('<p>开</p>');
    expect(inside.html).toContain('锁住');
    expect(again(inside.sourceHtml ?? '')).toBe(inside.html);
    expect(prepare(`${embed()}<p>${'字'.repeat(500)}</p>${embed('av170001')}`).openHtml).not.toContain(
      'av170001',
    );
  });

  test.each([
    ['players', embed()],
    ['formulas', '<div class="math" data-tex="x^2"></div>'],
    ['pictures', '<img src="/a.png">'],
    ['audio', '<audio src="/a.mp3"></audio>'],
    ['videos', '<video src="/a.mp4"></video>'],
  ])('opens three tenths of the %s of a locked body without a mark, rounded up', (_, one) => {
    for (const [count, open] of [
      [1, 1],
      [3, 1],
      [4, 2],
      [10, 3],
    ] as const) {
      const { openHtml } = prepare(`${one.repeat(count)}<p>${'字。'.repeat(10)}</p>`);
      const found = openHtml.match(/<iframe|<math|<img|<audio|<video/g);
      expect(found, `of ${count}`).toHaveLength(open);
    }
  });

  test('become links with the title for readers elsewhere', () => {
    const { html } = prepare(`<p>前</p>${embed('BV1GJ411x7h7', '铜价')}`);
    const feed = playersAsLinks(html);
    expect(feed).not.toMatch(/iframe|sandbox/);
    expect(feed).toContain(
      '<a href="https://www.bilibili.com/video/BV1GJ411x7h7" target="_blank" rel="noopener noreferrer nofollow">哔哩哔哩视频：铜价</a>',
    );
  });
});

test('plays audio of another site by https, which requests nothing before it starts', () => {
  expect(prepare('<audio src="https://cdn.example/a.mp3" autoplay onplay="x()"></audio>').html).toBe(
    '<p><audio src="https://cdn.example/a.mp3" controls preload="none"></audio></p>',
  );
  for (const src of ['http://cdn.example/a.mp3', 'https://cdn.example/a.html', 'javascript:a.mp3'])
    expect(prepare(`<p>甲</p><audio src="${src}"></audio>`).html).toBe('<p>甲</p>');
  expect(prepare('<p>甲</p><video src="https://cdn.example/a.mp4"></video>').html).toBe('<p>甲</p>');
});

test('shows a still of a video only from this site', () => {
  const posterOf = (poster: string) =>
    /poster="([^"]*)"/.exec(prepare(`<video src="/a.mp4" poster="${poster}"></video>`).html)?.[1];
  expect(posterOf('/files/still.webp')).toBe('/files/still.webp');
  for (const poster of [
    'https://tracker.example/pixel.png',
    '//tracker.example/a.png',
    '\\\\tracker.example/a',
    'data:image/png;base64,AA',
  ])
    expect(posterOf(poster), poster).toBeUndefined();
});

describe('bookmark cards', () => {
  const card =
    '<figure class="bookmark"><a href="https://a.example/x" onclick="x()"><strong>题 API</strong>目</a>' +
    '<p>说明<a href="javascript:x()">坏</a></p><small>某站</small><img src="/files/a.webp" alt="图" width="640" height="480"></figure>';

  test('keep a title that leads to the page, description, site and picture', () => {
    const { html, text, linkCount, images } = prepare(card);
    expect(html).toBe(
      '<figure class="figure bookmark"><a href="https://a.example/x" target="_blank" rel="noopener noreferrer nofollow">' +
        '题 API目</a><p>说明坏</p><small>某站</small>' +
        '<img src="/files/a.webp" alt="" width="640" height="480" loading="lazy" decoding="async"></figure>',
    );
    expect(text).toBe('题 API目\n说明坏\n某站');
    expect([linkCount, images]).toEqual([1, ['/files/a.webp']]);
    expectStable(html);
  });

  test('are ordinary text without a web address or title', () => {
    expect(prepare('<figure class="bookmark"><a href="javascript:x()">题</a><p>说明</p></figure>').html).toBe(
      '<figure class="figure">题<p>说明</p></figure>',
    );
    expect(prepare('<figure class="bookmark"><a href="#s1">题</a></figure>').html).not.toContain('bookmark');
  });

  test('keep stock codes as the page wrote them, and cut what is too long', () => {
    const { html } = prepare(
      `<figure class="bookmark"><a href="https://a.example">题</a><p>宁德时代(300750)${'长'.repeat(400)}</p></figure>`,
    );
    expect(linkStocksSync(html, names)).toBe(html);
    expect(html).toContain('长…</p>');
    expectStable(html);
  });

  test('lose a picture that is unavailable', () => {
    const html = replaceImagesSync(prepare(card).html, new Map([['/files/a.webp', null]]));
    expect(html).not.toMatch(/<img|图片/);
    expect(html).toContain('<small>某站</small>');
  });
});

describe('galleries', () => {
  const picture = (name: string, caption = '') =>
    `<figure><img src="/${name}.png" alt="${name}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
  const gallery = (count: number) =>
    `<figure class="gallery">${Array.from({ length: count }, (_, at) => picture(String(at))).join('')}<figcaption>总注</figcaption></figure>`;

  test('keep two to nine pictures with their captions', () => {
    const { html, text, images } = prepare(
      `<figure class="gallery">${picture('a', '甲')}<img src="/b.png"><figcaption>总注</figcaption></figure>`,
    );
    expect(html).toMatch(
      /^<figure class="figure gallery"><figure class="figure"><img src="\/a.png"[^>]*><figcaption class="figure__cap">甲<\/figcaption><\/figure><figure class="figure"><img src="\/b.png"[^>]*><\/figure><figcaption class="figure__cap">总注<\/figcaption><\/figure>$/,
    );
    expect(text).toBe('甲\n总注');
    expect(images).toEqual(['/a.png', '/b.png']);
    expectStable(html);
  });

  test.each([
    [1, [1]],
    [9, [9]],
    [10, [5, 5]],
    [20, [7, 7, 6]],
  ])('of %i pictures become galleries of %j', (count, sizes) => {
    const { html } = prepare(gallery(count));
    const figures = html.split('\n').map((figure) => figure.match(/<img/g)?.length);
    expect(figures).toEqual(sizes);
    expect(html.match(/总注/g)).toHaveLength(1);
    expectStable(html);
  });

  test.each([
    '<figure class="wp-block-gallery has-nested-images columns-3"><figure class="wp-block-image"><a href="/a"><img src="/a.png"></a><figcaption>甲</figcaption></figure><figure><img src="/b.png"></figure><figcaption class="blocks-gallery-caption">总注</figcaption></figure>',
    '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="/a.png"><figcaption>甲</figcaption></figure></li><li><figure><img src="/b.png"></figure></li></ul><figcaption>总注</figcaption></figure>',
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.png"></div><div class="kg-gallery-image"><img src="/b.png"></div></div></div><figcaption>总注</figcaption></figure>',
    '<ul class="wp-block-gallery columns-2"><li class="blocks-gallery-item"><figure><img src="/a.png"></figure></li><li><figure><img src="/b.png"></figure></li></ul>',
  ])('come from WordPress and Ghost: %s', (body) => {
    const { html } = prepare(body);
    expect(html).toMatch(/^<figure class="figure gallery"><figure class="figure"><img src="\/a.png"/);
    expect(html.match(/<figure/g)).toHaveLength(3);
    expect(html.includes('总注')).toBe(body.includes('总注'));
    expectStable(html);
  });

  test('without pictures are ordinary, lose no text, and hide nothing behind a mark', () => {
    expect(prepare('<figure class="gallery"><p>文</p></figure>').html).toBe(
      '<figure class="figure"><p>文</p></figure>',
    );
    expect(
      prepare(`<figure class="gallery">${picture('a')}${picture('b')}<p>文</p>散</figure>`).html,
    ).toMatch(/<\/figure>\n<p>文<\/p>\n<p>散<\/p>$/);
    const { openHtml, html } = prepare(
      `<p>开</p><figure class="gallery">${picture('a')}<!--paywall-->${picture('b')}</figure>`,
    );
    expect(openHtml).toBe('<p>开</p>');
    expect(html).toContain('gallery');
    const missing = replaceImagesSync(prepare(gallery(3)).html, new Map([['/1.png', null]]));
    expect(missing).toContain('图片：1</a>');
    expect(missing.match(/<img/g)).toHaveLength(2);
  });
});

test.each([
  ['<figure class="w50"><img src="/a.png"><figcaption>注</figcaption></figure>', 'figure w50'],
  ['<figure class="x w75 y"><img src="/a.png"></figure>', 'figure w75'],
  ['<figure class="w99 evil"><img src="/a.png"></figure>', 'figure'],
  ['<figure class="w50"><table><tr><td>1</td></tr></table></figure>', 'figure'],
])('keeps the width of the picture in %s', (body, expected) => {
  const { html } = prepare(body);
  expect(html).toMatch(new RegExp(`^<figure class="${expected}">`));
  expectStable(html);
});
