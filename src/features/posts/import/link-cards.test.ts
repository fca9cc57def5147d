import { expect, test } from 'vitest';
import { prepareBodySync } from '../body/index.ts';
import { linkCards } from './link-cards.ts';

const bookmark =
  '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.org/a?b=1&amp;c=2">' +
  '<div class="kg-bookmark-content"><div class="kg-bookmark-title">一个 &lt;标题&gt;</div>' +
  '<div class="kg-bookmark-description">说明</div><div class="kg-bookmark-metadata">' +
  '<img class="kg-bookmark-icon" src="https://example.org/i.png"><span class="kg-bookmark-author">某人</span><span class="kg-bookmark-publisher">某站</span></div></div>' +
  '<div class="kg-bookmark-thumbnail"><img src="https://example.org/t.png" onerror="alert(1)"></div></a>' +
  '<figcaption>图注</figcaption></figure>';

test('turns a bookmark card of Ghost into one of the portal', () => {
  const html = linkCards(`<p>前</p>${bookmark}<p>后</p>`);
  expect(html).toBe(
    '<p>前</p><figure class="bookmark"><a href="https://example.org/a?b=1&amp;c=2">一个 &lt;标题></a><p>说明</p>' +
      '<small>某站</small><img src="https://example.org/t.png" alt=""></figure><p>图注</p><p>后</p>',
  );
  const prepared = prepareBodySync({ body: html, format: 'html' }).html;
  expect(prepared).toContain('<figure class="figure bookmark"><a href="https://example.org/a?b=1&amp;c=2"');
  expect(prepared).toContain(
    '一个 &lt;标题&gt;</a><p>说明</p><small>某站</small><img src="https://example.org/t.png"',
  );
});

test.each([
  ['https://www.youtube.com/embed/abc-_1?feature=oembed', 'https://www.youtube.com/watch?v=abc-_1'],
  ['https://player.vimeo.com/video/76979871?h=1', 'https://vimeo.com/76979871'],
  ['https://maps.example.org/embed?x=1', 'https://maps.example.org/embed?x=1'],
])('turns the player of %s into a link', (src, page) => {
  const frame = `<figure class="kg-card kg-embed-card"><iframe src="${src}" title="视频"></iframe><figcaption>注</figcaption></figure>`;
  expect(linkCards(frame)).toBe(
    `<figure class="kg-card kg-embed-card"><p><a href="${page}">视频</a></p><figcaption>注</figcaption></figure>`,
  );
  expect(prepareBodySync({ body: linkCards(frame), format: 'html' }).html).toContain(`href="${page}"`);
});

test.each([
  [
    '//player.bilibili.com/player.html?aid=1&amp;bvid=BV1GJ411x7h7',
    'https://www.bilibili.com/video/BV1GJ411x7h7',
  ],
  [
    'https://v.qq.com/iframe/player.html?vid=t0922htc5no&amp;auto=0',
    'https://v.qq.com/x/page/t0922htc5no.html',
  ],
  ['http://player.youku.com/embed/XNTg2NjA3NjQw', 'https://v.youku.com/v_show/id_XNTg2NjA3NjQw.html'],
])('keeps the player of %s', (src, page) => {
  const frame = `<figure class="kg-card kg-embed-card"><iframe src="${src}"></iframe><figcaption>注</figcaption></figure>`;
  const { html } = prepareBodySync({ body: linkCards(frame), format: 'html' });
  expect(html).toMatch(/^<figure class="figure embed" [^>]*><iframe src=/);
  expect(html).toContain(`href="${page}"`);
  expect(html).toContain('<figcaption class="figure__cap">注</figcaption></figure>');
});

test.each([
  ['<iframe src="javascript:alert(1)"></iframe>后', '后'],
  [
    '前<iframe src="https://a.example/x">未闭合<p>后</p>',
    '前<p><a href="https://a.example/x">https://a.example/x</a></p>',
  ],
  ['<figure class="kg-bookmark-card"><a href="https://a.example">未闭合', null],
  ['没有卡片', null],
])('of %j leaves nothing that runs and loses no other text', (html, expected) => {
  const linked = linkCards(html);
  if (expected === null) expect(linked).toBe(html);
  else expect(linked).toContain(expected);
});

test('takes linear time', () => {
  const many = '<figure class="kg-bookmark-card"><iframe src="//a.example">'.repeat(40_000);
  const start = performance.now();
  linkCards(many);
  expect(performance.now() - start).toBeLessThan(3000);
});
