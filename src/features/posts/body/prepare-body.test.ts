import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { toReadingText } from './index.ts';
import { type BodyFormat, prepareBodySync, replaceImagesSync } from './prepare-body.ts';

const prepare = (body: string, format: BodyFormat = 'html') => prepareBodySync({ body, format });

describe('what a body keeps', () => {
  test('removes the watermark of a paid copy and keeps joiners of emoji and scripts', () => {
    const mark = '\u200c\u200d'.repeat(64);
    const body = `<p>上<span aria-hidden="true">${mark}\u200c</span>涨 👨‍👩‍👧‍👦 می‌خواهم</p>`;
    expect(prepare(body).html).toMatch(/^<p>上(?:<span><\/span>)?涨/);
    expect(prepare(body).html).toContain('👨‍👩‍👧‍👦 می‌خواهم');
    expect(prepare(`上${mark}涨`, 'text').html).toBe('<p>上涨</p>');
  });

  test('numbers heading ids in order, moves the first level to the second and keeps links to headings', () => {
    const { html, headings } = prepare('<h1 id="甲">甲</h1><h5>乙</h5><p><a href="#甲">回到甲</a></p>');
    expect(html).toBe('<h2 id="s1">甲</h2>\n<h3 id="s2">乙</h3>\n<p><a href="#s1">回到甲</a></p>');
    expect(headings).toMatchObject([
      { id: 's1', level: 2, text: '甲' },
      { id: 's2', level: 3, text: '乙' },
    ]);
  });

  test('wraps a table for sideways scrolling and gives it a unique name', () => {
    const { html } = prepare(
      '<table><tr><th scope="col" class="num x">元</th><td colspan="9999">1</td></tr></table>',
    );
    expect(html).toBe(
      '<div class="table-wrap" tabindex="0" role="region" aria-label="表 1，可横向滚动"><table class="table">' +
        '<tr><th scope="col" class="num">元</th><td>1</td></tr></table></div>',
    );
  });

  test('keeps source, text and size of pictures and loads them lazily', () => {
    const { html, images } = prepare(
      '<img src="a/图.png" alt="图&quot;" width="640" height="400px" onerror="x()">',
    );
    expect(html).toBe(
      '<p><img src="a/图.png" alt="图&quot;" width="640" loading="lazy" decoding="async"></p>',
    );
    expect(images).toEqual(['a/图.png']);
  });

  test('opens external links in a new tab without passing credit, and internal links in place', () => {
    const body =
      '<a href="https://a.example/x">外</a><a href="/vip">内</a><a href="https://me.example/1">家</a>';
    expect(prepareBodySync({ body, format: 'html', origin: 'https://me.example' }).html).toBe(
      '<p><a href="https://a.example/x" target="_blank" rel="noopener noreferrer nofollow">外</a>' +
        '<a href="/vip">内</a><a href="/1">家</a></p>',
    );
  });

  test('stores nothing between Han and Latin, and drops what older versions stored there', () => {
    const written = '<p>中文<b>API</b>和３D、𠮷x <code>a中</code>中<sup>1</sup>😀A</p>';
    expect(prepare(written).html).toBe(written);
    const hair = '<span class="hs"></span>';
    expect(prepare(`<p>中文${hair}<b>API</b>${hair}和３D、𠮷${hair}x</p>`).html).toBe(
      '<p>中文<b>API</b>和３D、𠮷x</p>',
    );
    expect(prepare('<pre>\n\na中</pre>').html).toBe('<pre tabindex="0">a中</pre>');
  });

  test('starts headings at h2, descends one level at a time and keeps siblings on one level', () => {
    const levels = (body: string) => prepare(body).html.match(/<h\d/g)?.join('') ?? '';
    expect(levels('<h4>一</h4><p>文</p><h4>二</h4>')).toBe('<h2<h2');
    expect(levels('<h3>一</h3><h3>二</h3><h4>三</h4><h2>四</h2><h4>五</h4>')).toBe('<h2<h2<h3<h2<h3');
    expect(levels('<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><h2>五</h2><h1>六</h1>')).toBe(
      '<h2<h3<h4<h4<h3<h2',
    );
    expect(levels('<h3>一</h3><h5>二</h5><h6>三</h6>')).toBe('<h2<h3<h4');
    expect(levels('<h2>一</h2><blockquote><h4>二</h4></blockquote><h3>三</h3>')).toBe('<h2<h3<h3');
  });

  test('turns an empty table head into a cell', () => {
    expect(prepare('<table><tr><th scope="col"> </th><th>年</th></tr></table>').html).toContain(
      '<tr><td></td><th>年</th></tr>',
    );
  });

  test('keeps emphasis and turns presentational tags into semantic ones', () => {
    expect(prepare('<p><i>着重</i><strike>删</strike><ins>增</ins><kbd>K</kbd></p>').html).toBe(
      '<p><em>着重</em><s>删</s><u>增</u><code>K</code></p>',
    );
  });

  test('keeps the source of a quotation as a footer', () => {
    expect(prepare('<blockquote>话<cite>站长</cite></blockquote>').html).toBe(
      '<blockquote class="quote"><p>话</p><footer>站长</footer></blockquote>',
    );
  });

  test('turns text and grouping elements into paragraphs and drops empty ones', () => {
    expect(prepare('　一<div>二<div>三</div></div><p>&nbsp;</p><section></section>').html).toBe(
      '<p>一</p>\n<p>二</p>\n<p>三</p>',
    );
  });

  test('drops a line end between Han characters', () => {
    expect(prepare('<p>上行\n下行 and\nmore</p>').html).toBe('<p>上行下行 and more</p>');
  });

  test('keeps only players from our own addresses', () => {
    expect(prepare('<p>a<video autoplay><source src="/v.mp4"></video></p>').html).toBe(
      '<p>a<video src="/v.mp4" controls preload="metadata"></video></p>',
    );
    expect(prepare('<p>a<video src="https://x.example/v.mp4">请升级</video></p>').html).toBe('<p>a</p>');
  });

  test('keeps the id of a link or list item only for a footnote', () => {
    const { html } = prepare(
      '<p>甲<sup class="fn"><a id="fr1" href="#fn1">1</a></sup>乙<a id="main" href="/a">丙</a></p>' +
        '<ol><li id="fn1">注<a href="#fr1">↩</a></li><li id="main">丁</li></ol>',
    );
    expect(html).toBe(
      '<p>甲<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>乙<a href="/a">丙</a></p>\n' +
        '<ol><li id="fn1">注<a href="#fr1">↩</a></li><li>丁</li></ol>',
    );
  });

  test('keeps the numbering of lists', () => {
    const kept =
      '<ol type="a"><li>甲</li></ol>\n<ol class="han"><li>乙</li></ol>\n<ol start="3" class="han-paren"><li>丙</li></ol>';
    expect(prepare(kept).html).toBe(kept);
    expect(prepare('<ol type="x" class="evil"><li>甲</li></ol>').html).toBe('<ol><li>甲</li></ol>');
  });

  test('collects links to files as attachments with name, address and size', () => {
    const body =
      '<a href="/f/%E8%A1%A8.xlsx?v=1" data-size="4120">底稿</a><a href="/f/%E8%A1%A8.pdf"></a><a href="/a">x</a>';
    expect(prepare(body).attachments).toEqual([{ name: '底稿', url: '/f/%E8%A1%A8.xlsx?v=1', size: 4120 }]);
  });

  test('reads Markdown and plain text', () => {
    expect(prepare('# 一\n\n正文*强调*\n续行', 'markdown').html).toBe(
      '<h2 id="s1">一</h2>\n<p>正文<em>强调</em>续行</p>',
    );
    expect(prepare('一行<b>\n二行', 'text').html).toBe('<p>一行&lt;b&gt;</p>\n<p>二行</p>');
    expect(prepare('甲\n乙\n\n丙', 'text').html).toBe('<p>甲<br>乙</p>\n<p>丙</p>');
  });

  test('removes control characters and lone surrogates', () => {
    const { html } = prepare('<p>a\u0000\u0008b\ud800c\r\nd</p>');
    expect(html.isWellFormed()).toBe(true);
    expect(html).toBe('<p>abc d</p>');
  });

  test('replaces picture addresses', () => {
    const { html } = prepare('<p>a<img src="x.png" alt="x"></p><p><img src="y.png"></p>');
    expect(replaceImagesSync(html, new Map([['x.png', { src: '/files/1.webp', width: 8, height: 5 }]]))).toBe(
      '<p>a<img src="/files/1.webp" alt="x" width="8" height="5" loading="lazy" decoding="async"></p>\n' +
        '<p><img src="y.png" alt="" loading="lazy" decoding="async"></p>',
    );
  });
});

test('a stock link leads to the page of the security, also one of the time when it led to a search', () => {
  for (const href of ['/stock?code=300750', '/search?keyword=300750'])
    expect(prepare(`<p><a class="stock" href="${href}">宁德时代<span>300750</span></a></p>`).html).toContain(
      '<a class="stock" href="/stock?code=300750">',
    );
  expect(prepare('<p><a class="stock" href="/search?keyword=宁德">宁德</a></p>').html).not.toContain('stock');
});

describe('what a body refuses', () => {
  test.each([
    '<script>alert(1)</script>',
    '<style>*{}</style>',
    '<iframe src="//x"><img src=x onerror=alert(1)></iframe>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="javascript:alert(1)">',
    '<p onclick="alert(1)" style="position:fixed">x</p>',
    '<form action="/pay"><input name="a"><button>x</button></form>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<textarea></textarea/><img src=x onerror=alert(1)>',
    '<object data="x"><embed src="y"></object>',
    '<base href="//evil"><meta http-equiv="refresh" content="0;url=//evil"><link rel=stylesheet href=x>',
    '<p id="main" class="masthead">x</p>',
  ])('removes everything executable from %s', (body) => {
    const { html } = prepare(body);
    expect(dangersIn(html)).toEqual([]);
    expect(html).not.toMatch(
      /<(?:script|style|iframe|svg|math|form|input|object|embed|base|meta|link|template)\b/,
    );
    expect(html).not.toMatch(/javascript:|data:|onerror|masthead/);
  });

  test('writes an address that hides another host as an absolute one', () => {
    expect(prepare('<a href="/\\evil.example/x">x</a>').html).toContain(
      'href="https://evil.example/x" target="_blank"',
    );
  });

  test('reads nesting bombs in linear time and keeps words and mark', () => {
    for (const tag of ['b', 'div', 'blockquote', 'p><div', 'table><tr><td', 'ul><li']) {
      const bomb = `${`<${tag}>`.repeat(100_000)}开头<!--more-->秘密`;
      const before = process.cpuUsage();
      const { html, openText } = prepare(bomb);
      expect(cpuSeconds(before)).toBeLessThan(5);
      expect(html).toContain('秘密');
      expect(openText).toBe('开头');
    }
  });

  test('turns Markdown quotations nested too deep into a paragraph and keeps the rest of the body', () => {
    expect(prepare(`**甲**\n\n${'> '.repeat(201)}乙`, 'markdown').html).toBe(
      '<p><strong>甲</strong></p>\n<p>乙</p>',
    );
  });

  test('takes Markdown that makes parsers explode literally', () => {
    for (const fragment of ['[', '**a ', '> ', '- ', '_a*b', '![', 'a](']) {
      const before = process.cpuUsage();
      prepare(fragment.repeat(100_000), 'markdown');
      expect(cpuSeconds(before)).toBeLessThan(5);
    }
    const before = process.cpuUsage();
    prepare(`- a\n${'b\n'.repeat(20_000)}`, 'markdown');
    expect(cpuSeconds(before)).toBeLessThan(5);
  });
});

describe('the cut', () => {
  const planted = '机密句子Secret42';

  test.each([
    ['<!--paywall-->'],
    ['<!-- paywall -->'],
    ['<!--members-only-->'],
    ['<!--more-->'],
    ['<!--more 继续阅读-->'],
    ['<!--PAYWALL-->'],
  ])('keeps everything behind %s locked', (markup) => {
    const { html, openHtml, openText, lockedText } = prepare(
      `<p>公开。</p>${markup}<p>${planted}</p><img src="/x.png" alt="${planted}" title="${planted}">` +
        `<figure><img src="/y.png"><figcaption>${planted}</figcaption></figure>` +
        `<table><caption>${planted}</caption><tr><td>${planted}</td></tr></table>`,
    );
    expect(openHtml).toBe('<p>公开。</p>');
    expect(openText).toBe('公开。');
    expect(lockedText).toContain(planted);
    expect(html).toContain(planted);
    expect(html).not.toContain('<!--');
  });

  test('closes whatever a mark in the middle of an element runs through', () => {
    expect(prepare('<ul><li>一<b>二<!--more-->三</b></li><li>四</li></ul>').openHtml).toBe(
      '<ul><li>一<b>二</b></li></ul>',
    );
    expect(
      prepare('<table><tr><td>一</td><!--more--><td>二</td></tr><caption>机密</caption></table>').openHtml,
    ).toBe(
      '<div class="table-wrap" tabindex="0" role="region" aria-label="表 1，可横向滚动"><table class="table">' +
        '<tr><td>一</td></tr></table></div>',
    );
  });

  test('recognises marks in Markdown and text, but not in code', () => {
    expect(prepare('开\n\n<!--paywall-->\n\n锁', 'markdown').openText).toBe('开');
    expect(prepare('开\n<!-- paywall -->\n锁', 'text').openText).toBe('开');
    expect(prepare('开<!--more-->锁', 'markdown').openText).toBe('开');
    expect(prepare('开<!--more-->锁', 'text').openText).toBe('开');
    const long = `甲。${'甲'.repeat(100)}\n\n\`<!--more-->\`\n\n乙`;
    expect(prepare(long, 'markdown').openText).toBe('甲。');
  });

  test('locks everything if the sanitiser swallows the mark', () => {
    expect(prepare(`<p>${planted}</p><noscript><!--more--></noscript>`).openHtml).toBe('');
    expect(prepare(`<svg><!--more--></svg><p>${planted}</p>`).openHtml).toBe('');
    expect(prepare(`<p>a<b<!--more-->${planted}`).openHtml).toBe('');
    expect(prepare(`<p><img src="/a.png" alt="<!--more-->">${planted}<!--more-->`).openHtml).toBe('');
  });

  test('uses only the first mark; a mark at the start opens nothing', () => {
    expect(prepare('<p>一</p><!--more--><p>二</p><!--paywall--><p>三</p>').openText).toBe('一');
    expect(prepare('<!--paywall--><p>一</p>').openHtml).toBe('');
  });

  test('marks headings whose section is locked', () => {
    const { headings } = prepare('<h2>一</h2><p>a</p><!--more--><h3>二</h3>');
    expect(headings.map(({ text, locked }) => [text, locked])).toEqual([
      ['一', false],
      ['二', true],
    ]);
  });

  test('summarises without the numbers of footnotes, which would join the figures before them', () => {
    const ref = '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>';
    const note = '<ol><li id="fn1">按均价计算，含税。<a href="#fr1">↩</a></li></ol>';
    const body = `<p>一季度毛利率回升到 12.5%${ref}，代码 300750${ref}。</p>${note}`;
    const sentence = '一季度毛利率回升到 12.5%，代码 300750。';
    expect(prepare(`${body}<!--paywall--><p>锁</p>`).openSummary).toBe(`${sentence} 按均价计算，含税。`);
    expect(prepare(body).fullSummary).toBe(`${sentence} 按均价计算，含税。`);
    expect(toReadingText(prepare(body).html).replace(/\n+/, '\n')).toBe(`${sentence}\n按均价计算，含税。`);
  });

  test('opens the whole sentences within 30 % without a mark', () => {
    const sentence = '潮汐电价落地之后谁在替电网蓄水。'; // This sentence has 16 characters.
    const { openText, wordCount, lockedWordCount } = prepare(`<p>${sentence.repeat(10)}</p>`);
    expect(openText).toBe(sentence.repeat(3));
    expect([wordCount, lockedWordCount]).toEqual([150, 105]);
  });

  test.each(['水', '👨‍👩‍👧', '𠮷'])(
    'opens the whole sentences within 300 graphemes without a mark: %s',
    (character) => {
      const sentence = `${character.repeat(99)}。`;
      expect(prepare(sentence.repeat(50), 'text').openText).toBe(sentence.repeat(3));
      expect(prepare(`${sentence.repeat(2)}${character.repeat(5_000)}`, 'text').openText).toBe(
        sentence.repeat(2),
      );
    },
  );

  test.each([
    ['a text in one sentence', `<p>${'水'.repeat(500)}。</p>`],
    ['a clause', `<p>荣盛发展：${'水'.repeat(50)}，${'水'.repeat(50)}。</p>`],
    ['words', 'word '.repeat(20)],
    ['a picture before it', `<p><img src="/a.png"></p><p>${'水'.repeat(50)}。</p>`],
  ])('opens nothing without a mark if no sentence fits: %s', (_, body) => {
    const { openHtml, openText, openSummary, lockedWordCount, wordCount } = prepare(body);
    expect([openHtml, openText, openSummary]).toEqual(['', '', '']);
    expect(lockedWordCount).toBe(wordCount);
  });

  test('opens whole blocks: a line without a full stop', () => {
    expect(prepare(`<p>导读</p><ul><li>一</li></ul><p>${'水'.repeat(50)}。</p>`).openText).toBe('导读\n一');
  });

  test('never ends a teaser with the heading of a locked section', () => {
    const prepared = prepare(`<p>${'水'.repeat(28)}。</p><h2>小标题</h2><p>${'水'.repeat(100)}</p>`);
    expect(prepared.openText).toBe(`${'水'.repeat(28)}。`);
    expect(prepared.headings[0]?.locked).toBe(true);
  });

  test('opens only the first 30 % of the pictures', () => {
    const { openHtml } = prepare(
      `<p>开头。</p>${'<p><img src="/a.png"></p>'.repeat(10)}<p>开头。${'水'.repeat(50)}</p>`,
    );
    expect(openHtml.match(/<img/g)).toHaveLength(3);
  });

  test.each([
    [
      'https://a.example/x/1.html',
      'https://a.example/x/p.png',
      '<p><a href="https://a.example/y" target="_blank" rel="noopener noreferrer nofollow">链</a></p>',
    ],
    ['', null, '<p>链</p>'],
  ])('resolves the addresses of a foreign document, or leaves them out: %j', (base, src, link) => {
    const shown = (body: string) => prepareBodySync({ body, format: 'html', base }).html;
    expect(shown('<a href=/y>链</a>')).toBe(link);
    expect(prepareBodySync({ body: '<img src=p.png>', format: 'html', base }).images).toEqual(
      src === null ? [] : [src],
    );
    expect(shown('<a href="#fn1">注</a>')).toContain('href="#fn1"');
    expect(shown('<a href="//b.example/z">链</a>')).toContain('href="https://b.example/z"');
  });

  test('opens nothing of a body without text', () => {
    expect(prepare('<img src="/a.png">').openHtml).toBe('');
    expect(prepare('').openHtml).toBe('');
  });
});

describe('properties of any body', () => {
  const words = fc.constantFrom(
    '中文',
    'API',
    '𠮷',
    '😀',
    '。',
    ' ',
    '\n',
    '　',
    '12.5%',
    '&lt;b&gt;',
    '<',
    '&',
    '"',
    '２０',
  );
  const open = fc.constantFrom(
    ...(
      'p h1 h2 h5 b i em a span code pre div ul ol li table tr td th caption figure figcaption blockquote cite ' +
      'footer section dl dt sup small video noscript svg form'
    )
      .split(' ')
      .map((tag) => `<${tag}>`),
    '<a href="/x">',
    '<a href="https://y.example">',
    '<a class="stock" href="/search?keyword=300750">',
    '<a class="stock" href="/stock?code=300750">',
    '<img src="/i.png" alt="中a">',
    '<br>',
    '<hr>',
    '<span class="hs">',
    '<td rowspan=3>',
    '<ol start=3>',
    '<span class="math" data-tex="x^2">',
    '<div class="math" data-tex="\\frac{1}{2}">',
    '<div class="callout" data-callout="risk">',
    '<!-- x -->',
  );
  const close = open.map((tag) => tag.replace(/^<(\w+).*/, '</$1>'));
  const soup = (more: fc.Arbitrary<string>[] = []) =>
    fc.array(fc.oneof(words, words, open, close, ...more), { maxLength: 40 }).map((parts) => parts.join(''));
  const marked = soup([fc.constant('<!--more-->')]);

  test('is idempotent on sanitised bodies', () => {
    fc.assert(
      fc.property(marked, (body) => {
        const { html } = prepare(body);
        expect(prepare(html).html).toBe(html);
      }),
      { numRuns: 1_000 },
    );
  });

  test('splits the text so that the open part is a prefix and both parts together are the whole', () => {
    fc.assert(
      fc.property(marked, fc.constantFrom<BodyFormat>('html', 'markdown', 'text'), (body, format) => {
        const { html, openHtml, openText, lockedText } = prepare(body, format);
        expect(visible(html).startsWith(visible(openHtml))).toBe(true);
        expect(dense(openText + lockedText)).toBe(visible(html));
        expect(dense(openText)).toBe(visible(openHtml));
      }),
      { numRuns: 1_000 },
    );
  });

  test('never leaks a sentence behind a mark into open content', () => {
    const secret = '机密Q9';
    fc.assert(
      fc.property(soup(), soup(), (before, after) => {
        const tail = `<p title="${secret}">${secret}</p><img src="/${secret}.png" alt="${secret}">${after}`;
        const { openHtml, openText } = prepare(`${before}<!--paywall-->${tail}`);
        expect(openHtml + openText).not.toContain('机密');
        expect(openHtml + openText).not.toContain('Q9');
      }),
      { numRuns: 1_000 },
    );
  });

  test('never opens more than 30 % or 300 characters without a mark', () => {
    fc.assert(
      fc.property(soup([fc.constant('水'.repeat(200))]), (body) => {
        const { html, openText } = prepare(body);
        const graphemes = [...new Intl.Segmenter().segment(openText)].length;
        expect(graphemes).toBeLessThanOrEqual(
          Math.min(300, 0.3 * [...new Intl.Segmenter().segment(visible(html))].length),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test('makes any markup well-formed and harmless', () => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: 'binary' })), (body) => {
        const { html, openHtml } = prepare(body);
        for (const part of [html, openHtml]) {
          expect(dangersIn(part)).toEqual([]);
          expect(unbalanced(part)).toEqual([]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

// Measures CPU time, because wall time includes what other processes take.
const cpuSeconds = (since: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1e6;

/** Returns every visible character of some HTML; a rendered formula is no text. */
function visible(html: string): string {
  const text = html.replace(/<math [\s\S]*?<\/math>/g, '');
  return dense(DomUtils.textContent(parseDocument(text).children));
}

const dense = (text: string) => text.replace(/\s/g, '');

/** Lists elements and attributes that are not allowed. */
function dangersIn(html: string): string[] {
  const known = new Set(
    (
      'p h2 h3 h4 blockquote footer ul ol li table thead tbody tr th td caption figure figcaption img a strong b em s u ' +
      'sub sup code pre br hr span small video audio div math semantics mrow mi mn msup mfrac'
    ).split(' '),
  );
  const names =
    /^(?:href|src|alt|title|width|height|loading|decoding|target|rel|id|class|colspan|rowspan|scope|start|reversed|controls|preload|poster|tabindex|role|aria-label|data-size|data-tex|data-callout|xmlns|display)$/;
  const found: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>['children']) => {
    for (const node of nodes) {
      if (!('attribs' in node)) {
        if (node.type !== 'text') found.push(node.type);
        continue;
      }
      if (!known.has(node.name)) found.push(node.name);
      for (const [name, value] of Object.entries(node.attribs)) {
        if (!names.test(name)) found.push(`${node.name}@${name}`);
        if (/^(?:href|src|poster)$/.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value))
          found.push(value);
      }
      walk(node.children as never);
    }
  };
  walk(parseDocument(html).children);
  return found;
}

/** Lists tags that are not closed in the order they were opened. */
function unbalanced(html: string): string[] {
  const stack: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (/^(?:br|hr|img)$/.test(tag)) continue;
    if (!slash) stack.push(tag);
    else if (stack.pop() !== tag) wrong.push(tag);
  }
  return [...wrong, ...stack];
}
