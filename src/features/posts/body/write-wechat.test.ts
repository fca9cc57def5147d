import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { prepareBodySync } from './prepare-body.ts';
import { type WechatInput, writeWechatSync } from './write-wechat.ts';

const site = 'https://news.example.cn';
const around: Omit<WechatInput, 'html'> = {
  lockReason: null,
  site,
  siteName: '观澜',
  link: `${site}/rined/detail?id=7`,
  code: `${site}/share/7/code.png`,
  pictures: null,
};
const writeWhole = (body: string, changes: Partial<WechatInput> = {}) =>
  writeWechatSync({ ...around, html: prepareBodySync({ body, format: 'html' }).html, ...changes });
const writeBody = (body: string, changes?: Partial<WechatInput>) => {
  const { html } = writeWhole(body, changes);
  return html.slice(html.indexOf('>') + 1, html.indexOf('<section style="margin:32px'));
};

test('writes links to other sites as numbered notes, one for each address, and keeps links to WeChat', () => {
  const html = writeBody(
    '<p><a class="stock" href="/stock?code=601899">紫金矿业<span>601899</span></a><a href="https://a.example/x">甲</a>和<a href="/topics">乙</a>，再看<a href="https://a.example/x">丙</a>、' +
      '<a href="https://mp.weixin.qq.com/s/abc">丁</a>、<a href="https://b.example/">https://b.example/</a></p>',
  );
  expect(html).toContain('紫金矿业（601899）甲<sup>[1]</sup>和乙<sup>[2]</sup>，再看丙<sup>[1]</sup>');
  expect(html).toContain('<a href="https://mp.weixin.qq.com/s/abc">丁</a>');
  expect(html).toContain('>[1] 甲：https://a.example/x</p>');
  expect(html).toContain(`>[2] 乙：${site}/topics</p>`);
  expect(html).not.toContain('[3]');
});

test('writes headings, quotes, lists, tables and code with inline styles', () => {
  const html = writeBody(
    '<h2 id="a">小标题</h2><blockquote><p>引文</p><footer>出处</footer></blockquote><ol class="han"><li>一</li></ol>' +
      '<table><caption>表题</caption><tr><th scope="col">列</th><td colspan="2" class="num">1</td></tr></table>' +
      '<pre><code class="language-ts">if (a) {\n    b();\n}</code></pre>',
  );
  expect(html).toMatch(/<h2 style="[^"]+">小标题<\/h2>/);
  expect(html).toMatch(/<blockquote style="[^"]+"><p style="[^"]+">引文<\/p>\n?<p style="[^"]+">出处<\/p>/);
  expect(html).toContain('list-style-type:cjk-ideographic');
  expect(html).toMatch(/表题<\/section><table style="[^"]+">/);
  expect(html).toMatch(/<td style="[^"]+" colspan="2">1<\/td>/);
  expect(html).toContain('if (a) {<br>\u00a0\u00a0\u00a0\u00a0b();<br>}');
});

test('writes players, cards, footnotes, formulas and attachments as words', () => {
  const html = writeBody(
    '<figure data-embed="bilibili" data-video="BV1GJ411x7h7"><figcaption>走势</figcaption></figure>' +
      '<figure class="bookmark"><a href="https://a.example/">标题</a><p>简介</p><small>某站</small><img src="https://a.example/p.png"></figure>' +
      '<p>正文<sup class="fn"><a id="fr1" href="#fn1">1</a></sup><span class="math" data-tex="E=mc^2"></span>' +
      '<a href="/files/x/a.pdf" data-size="100">表格.pdf</a></p><ol><li id="fn1">注释<a href="#fr1">↩</a></li></ol>',
  );
  expect(html).toContain('▶ 哔哩哔哩视频：走势<sup>[1]</sup>');
  expect(html).toContain('https://www.bilibili.com/video/BV1GJ411x7h7');
  expect(html).toContain('标题<sup>[2]</sup>');
  expect(html).not.toContain('a.example/p.png');
  expect(html).toContain('正文<sup>[注1]</sup>');
  expect(html).toContain('>E=mc^2</code>');
  expect(html).toContain('表格.pdf（附件，请点击阅读原文下载）');
  expect(html).not.toContain('↩');
});

test('lists pictures, makes their addresses absolute or replaces them, and names one that is missing', () => {
  const body =
    '<figure class="gallery"><figure><img src="/files/a/1.png" alt="一"><figcaption>图一</figcaption></figure>' +
    '<figure><img src="/files/a/2.png" alt="二"></figure></figure><p><img src="/files/a/1.png" alt="一"></p>';
  expect(writeWhole(body).pictures).toEqual([
    { src: '/files/a/1.png', alt: '一' },
    { src: '/files/a/2.png', alt: '二' },
  ]);
  expect(writeBody(body)).toContain(`<img src="${site}/files/a/1.png" alt="一"`);
  const pictures = new Map([
    ['/files/a/1.png', 'https://mmbiz.qpic.cn/1'],
    ['/files/a/2.png', null],
  ]);
  const sent = writeBody(body, { pictures });
  expect(sent).toContain('src="https://mmbiz.qpic.cn/1"');
  expect(sent).toContain('［此处缺一张图片：二］');
  expect(sent).not.toContain('/files/');
});

test('ends with the way to the post, and says where the paid part begins', () => {
  const { html, text } = writeWhole('<p>甲</p><ul><li>乙</li></ul>', { lockReason: 'paid' });
  expect(html).toContain('>付费部分请点击阅读原文</p>');
  expect(html).toContain(`<img src="${around.code}"`);
  expect(html).toContain('在观澜阅读');
  expect(html).toContain(around.link);
  expect(text).toMatch(/^甲\n乙\n\n付费部分请点击阅读原文\n\n/);
  expect(text).toContain(`阅读原文：${around.link}`);
  expect(writeWhole('<p>甲</p>').html).not.toContain('付费部分');
});

const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'section p h2 h3 h4 blockquote ul li table thead tbody tr pre code span strong b em s u sub sup br hr'
      .split(' ')
      .map((tag) => [tag, ['style']]),
  ),
  ol: ['style', 'start'],
  th: ['style', 'colspan', 'rowspan'],
  td: ['style', 'colspan', 'rowspan'],
  img: ['src', 'alt', 'style'],
  a: ['href'],
};

function findForbidden(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const names = allowed[tag];
      if (!names) found.push(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (names && !names.includes(name)) found.push(`${tag} ${name}`);
        if (name === 'href' && !value.startsWith('https://mp.weixin.qq.com/')) found.push(value);
        if (name === 'src' && !/^https?:\/\//.test(value)) found.push(value);
        if (name === 'style' && /[<>"]|url|expression/i.test(value)) found.push(value);
      }
    },
  });
  parser.write(html);
  parser.end();
  return found;
}

const fragment = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '<p class="x" id="y" style="position:fixed" onclick="a()">段落</p>',
    '<script>alert(1)</script><style>p{}</style><form><input></form>',
    '<svg><path d="M0 0"/></svg><iframe src="https://x.example"></iframe>',
    '<a href="javascript:alert(1)">a</a><a href="https://x.example/&quot;&gt;&lt;b&gt;" title="t">b</a>',
    '<a href="https://mp.weixin.qq.com.evil.example/">c</a><a href="mailto:a@b.cn">d</a>',
    '<img src="x.png" onerror="a()"><img src="/files/a/1.png" alt="&lt;i&gt;">',
    '<figure class="gallery"><img src="/files/1.png"><img src="//evil.example/2.png"></figure>',
    '<figure data-embed="tencent" data-video="abcdefghijk"><figcaption>视频</figcaption></figure>',
    '<div class="callout" data-callout="note"><p>提示</p></div><video src="/files/v.mp4"></video>',
    '<table><caption>表</caption><tr><th>1</th><td rowspan="2">2</td></tr></table>',
    '<ol type="i" start="3" reversed><li>一</li></ol><ul><li><p>二</p></li></ul><pre><code>a  b\n</code></pre>',
    '<p>E<sup class="fn"><a href="#fn1" id="fr1">1</a></sup><span class="math" data-tex="\\frac{a}{b}"></span></p>',
    '<p>贵州茅台(600519)</p><hr><h1>大标题</h1><blockquote>引<cite>源</cite></blockquote>',
  ),
);

test('writes allowed elements and attributes only, and never a sentence behind the wall', () => {
  fc.assert(
    fc.property(
      fc.array(fragment, { maxLength: 8 }),
      fc.array(fragment, { maxLength: 8 }),
      fc.boolean(),
      (open, rest, isSent) => {
        const secret = '这一句只有买家能读';
        const body = `${open.join('')}<!--paywall--><p>${secret}一。</p>${rest.join('')}<p><img src="/files/${secret}" alt="${secret}"></p>`;
        const { openHtml } = prepareBodySync({ body, format: 'html' });
        const pictures = isSent ? new Map<string, string | null>() : null;
        const { html, text } = writeWechatSync({ ...around, html: openHtml, lockReason: 'vip', pictures });
        expect(findForbidden(html)).toEqual([]);
        expect(html + text).not.toContain(secret);
        expect(html).toContain('付费部分请点击阅读原文');
      },
    ),
    { numRuns: 300 },
  );
});
