// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { markup, picture, table } from '#testing/random-markup.ts';
import { runs } from '#testing/runs.ts';
import { toStoredHtml } from '../body-html.ts';
import { extensions } from '../extensions.ts';
import { openBody } from './open-body.ts';

const store = (html: string) => {
  const { html: whole, sourceHtml } = prepareBodySync({ body: html, format: 'html' });
  return sourceHtml ?? whole;
};
const typed = '𠮷';

/** Opens a stored body, types one character at a place in a text, and stores the body as the server does. */
function editOnce(stored: string, place: number): string {
  const editor = new Editor({ extensions, content: openBody(stored) });
  const places: number[] = [];
  editor.state.doc.descendants((node, pos) => {
    if (node.isText) places.push(pos + Math.floor(node.nodeSize / 2));
  });
  const at = places[place % Math.max(1, places.length)];
  if (at === undefined) editor.commands.insertContentAt(0, `<p>${typed}</p>`);
  else editor.view.dispatch(editor.state.tr.insertText(typed, at));
  const saved = store(toStoredHtml(editor.getHTML()));
  editor.destroy();
  return saved;
}

const inlineTags = new Set('A STRONG B EM S U SUB SUP CODE SMALL SPAN'.split(' '));

/**
 * Writes out all markup of a stored body. The order in which formatting is nested and white space that a browser
 * collapses make no difference.
 */
function read(html: string): string {
  const out: string[] = [];
  let runs: { text: string; marks: string }[] = [];
  const tag = (node: Element) => {
    const attributes = [...node.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
    return `<${[node.tagName.toLowerCase(), ...attributes].join(' ')}>`;
  };
  const flush = () => {
    let before = ' ';
    const shown: typeof runs = [];
    for (const { text, marks } of runs) {
      const isTag = text.startsWith('<');
      const kept = !isTag && before.endsWith(' ') ? text.replace(/^\s+/, '') : text;
      if (kept === '') continue;
      before = /^<br/.test(kept) ? ' ' : kept;
      if (before === ' ') trimLast(shown);
      const last = shown.at(-1);
      if (last?.marks === marks && !isTag) last.text += kept;
      else shown.push({ text: kept, marks });
    }
    trimLast(shown);
    out.push(...shown.map(({ text, marks }) => `[${marks}]${text}`));
    runs = [];
  };
  const trimLast = (list: typeof runs) => {
    const last = list.at(-1);
    if (last) last.text = last.text.replace(/ $/, '');
    if (last?.text === '') list.pop();
  };
  const walk = (node: Node, around: readonly string[]) => {
    const marks = [...new Set(around)].sort().join('');
    if (node.nodeType === 8) runs.push({ text: '<!---->', marks: '' });
    else if (node.nodeType === 3)
      // The formatting of a space does not show.
      for (const text of (node as Text).data.split(/(\s+)/))
        runs.push(/^\s/.test(text) ? { text: ' ', marks: '' } : { text, marks });
    else if (node instanceof Element) {
      if (node.matches('img, audio, video, .math')) runs.push({ text: tag(node), marks });
      else if (node.matches('br')) runs.push({ text: '<br>', marks: '' });
      else if (inlineTags.has(node.tagName))
        for (const child of node.childNodes) walk(child, [...around, tag(node)]);
      else {
        flush();
        out.push(tag(node));
        for (const child of node.childNodes) walk(child, []);
        flush();
        out.push('</>');
      }
    }
  };
  for (const node of new DOMParser().parseFromString(`<body>${html}`, 'text/html').body.childNodes)
    walk(node, []);
  flush();
  return out.join('');
}

const expectUnchanged = (stored: string, place = 0) => {
  const saved = editOnce(stored, place);
  expect(saved).toContain(typed);
  expect(read(saved.replace(/<p>𠮷<\/p>\n?/, '').replace(typed, ''))).toBe(read(stored));
};

test.each([
  ['an item that begins with a list', '<ul><li>一</li><li><ul><li>二</li></ul></li></ul>'],
  [
    'an item that begins with a quotation',
    '<ol><li>一</li><li><blockquote><p>引</p></blockquote><p>说明</p></li><li>三</li></ol>',
  ],
  [
    'an item that begins with a picture',
    `<ol><li>一</li><li>${picture}说明</li><li><figure>${picture}</figure></li><li><p>${picture}</p></li></ol>`,
  ],
  [
    'an item that begins with code, a table or a heading',
    `<ul><li><pre><code>a</code></pre></li><li>${table}</li><li><h3>题</h3><p>文</p></li></ul>`,
  ],
  [
    'paragraphs in items and cells',
    '<ul><li><p>一</p></li><li>二</li><li><p>三</p><ul><li>四</li></ul></li></ul><table><tbody><tr><td><p>五</p></td><td>六</td></tr></tbody></table>',
  ],
  [
    'links around pictures',
    `<p><a href="https://x.example/">${picture}</a></p><figure><a href="/101" title="去">${picture}</a><figcaption>注</figcaption></figure><p>前<a href="/1">${picture}后</a></p>`,
  ],
  ['pictures among words', `<p>甲${picture}乙<strong>丙${picture}</strong></p><h2>题${picture}</h2>`],
  ['a picture alone in a paragraph', `<p>${picture}</p><figure class="w50">${picture}</figure>`],
  [
    'formatted code',
    '<p>用<a href="https://x.example/"><code>npm</code></a>装<strong><code>a</code></strong></p>',
  ],
  ['captions of tables', '<table><caption>表<em>题</em></caption><tbody><tr><td>1</td></tr></tbody></table>'],
  [
    'a figure around a table, a player, a quotation',
    `<figure>${table}<figcaption>表注</figcaption></figure><figure><video src="/files/a.mp4"></video><figcaption>片</figcaption></figure><figure><figcaption>上</figcaption><blockquote><p>引</p></blockquote></figure>`,
  ],
  [
    'numbering of lists',
    '<ol reversed start="5"><li>五</li></ol><ol type="a"><li>a</li></ol><ol class="han"><li>一</li></ol>',
  ],
  ['small and bold text', '<p><small>小</small><b>粗</b><strong>粗</strong></p>'],
  [
    'sources of quotations',
    '<blockquote><p>引</p><footer>某人</footer></blockquote><blockquote><footer>某人</footer><p>引</p></blockquote>',
  ],
  [
    'heads of tables',
    '<table><thead><tr><td>列</td></tr><tr><th>值</th></tr></thead><tbody><tr><td>一</td></tr></tbody></table><table><tbody><tr><th>甲</th></tr><tr><td>一</td></tr></tbody></table>',
  ],
  [
    'a table with rows of different lengths',
    '<table><tbody><tr><td>一</td><td>二</td></tr><tr><td>三</td></tr></tbody></table>',
  ],
  [
    'code with formatting and without an element',
    '<pre>a <strong>b</strong>\n<em>c</em>\n<a href="/1">d</a></pre><pre>e\nf</pre><pre><code class="language-ts">g</code></pre>',
  ],
  [
    'players among words',
    '<p>听<audio src="/files/a.mp3"></audio>这</p><ul><li><video src="/files/a.mp4"></video></li></ul>',
  ],
  [
    'a figure with words beside its picture',
    `<figure>来源${picture}<figcaption>注</figcaption></figure><figure>${picture}${picture}</figure>`,
  ],
  ['a paywall mark before everything', '<!--paywall--><p>一</p>'],
  ['a paywall mark in a text, a list, a quotation and a table', '<p>甲<!--paywall-->乙</p>'],
  ['a paywall mark in a list', '<ul><li>一</li><!--paywall--><li>二</li></ul>'],
  ['a paywall mark in an item', '<ul><li><p>一</p><!--paywall--><p>二</p></li></ul>'],
  ['a paywall mark in a quotation', '<blockquote><p>一</p><!--paywall--><p>二</p></blockquote>'],
  [
    'footnotes in another order',
    '<p>甲<sup class="fn"><a href="#fn2" id="fr2">2</a></sup>乙<sup class="fn"><a href="#fn1" id="fr1">1</a></sup></p><ol><li id="fn1">一<a href="#fr1">↩</a></li><li id="fn2">二<a href="#fr2">↩</a></li></ol>',
  ],
  [
    'footnotes without notes, notes without references',
    '<p>甲<sup class="fn"><a href="#fn1">注</a></sup></p><ol><li>一</li><li id="fn9">二</li><li>三</li></ol><p>乙</p>',
  ],
  ['a paywall mark beside a player', '<p>一</p><!--paywall--><p><audio src="/files/a.mp3"></audio></p>'],
  ['a line break at an end of code', '<p><code><br><a href="/1">乙</a></code>丙<code> d<br></code></p>'],
  ['links to headings', '<h2 id="a">一</h2><h2 id="b">二</h2><p><a href="#b">二</a></p>'],
])('stores %s as it was after an edit elsewhere', (_, html) => {
  const stored = store(`<p>始</p>${html}<p>终</p>`);
  expectUnchanged(stored, 0);
  expectUnchanged(stored, -1);
});

test('stores whatever else is in a body as it was after an edit', () => {
  fc.assert(
    fc.property(markup, fc.nat({ max: 50 }), (html, place) => {
      expectUnchanged(store(html), place);
    }),
    { numRuns: runs(400) },
  );
});

/** Structures that the schema holds, as other editors write them. */
const editable = [
  '<ol><li>一</li><li><blockquote><p>引</p></blockquote><p>说明</p></li><li><ul><li>二</li></ul></li></ol>',
  `<ul><li><figure>${picture}</figure></li><li><pre><code>a</code></pre></li><li>${table}</li></ul>`,
  `<figure><a href="/101">${picture}</a><figcaption>注</figcaption></figure><p><a href="/1">${picture}</a></p>`,
  '<p>用<a href="/1"><code>npm</code></a>装<small>小</small><b>粗</b></p>',
  '<table><caption>表题</caption><thead><tr><td>列</td></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  `<figure>${table}<figcaption>表注</figcaption></figure><blockquote><p>引</p><footer>某人</footer></blockquote>`,
  '<ol reversed><li>一</li></ol><pre>a</pre>',
  '<table><thead><tr><th>列</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody><tfoot><tr><td>3</td></tr></tfoot></table>',
];

test.each(editable)('can change %s', (html) => {
  const stored = store(html);
  expect(openBody(stored)).not.toMatch(/<div data-kept/);
  expectUnchanged(stored, 1);
});

test('keeps the smallest part that it cannot change', () => {
  const kept = (html: string) => openBody(store(html)).match(/<(?:div|span) data-kept="[^"]*"/g) ?? [];
  expect(kept(`<p>甲${picture}乙</p>`)).toHaveLength(1);
  expect(kept(`<p>甲${picture}乙</p>`)[0]).toMatch(/^<span data-kept="&lt;img |^<span data-kept="<img /);
  expect(kept('<ul><li><p>一</p><pre>a<b>b</b></pre></li><li>二</li></ul>')[0]).toMatch(
    /^<div data-kept="(?:&lt;|<)pre/,
  );
});

test('takes no HTML to keep from a body, and shows none that runs', () => {
  const forged = openBody('<p>一</p><div data-kept="&lt;img src=x onerror=a()&gt;">二</div>');
  expect(forged).not.toContain('onerror');
  const editor = new Editor({
    extensions,
    content:
      '<div data-kept="&lt;p onclick=a()&gt;&lt;a href=javascript:a()&gt;甲&lt;/a&gt;&lt;iframe src=//x&gt;&lt;/iframe&gt;&lt;/p&gt;"></div>',
  });
  expect(editor.view.dom.querySelector('.kept')?.innerHTML).toBe('<p><a>甲</a></p>');
  editor.destroy();
});

test('keeps a paywall mark in front of everything', () => {
  const editor = new Editor({ extensions, content: openBody('<!--paywall--><p>一</p>') });
  expect(toStoredHtml(editor.getHTML())).toBe('<!--paywall--><p>一</p>');
  editor.destroy();
});

test('moves a paywall mark that is in a kept part', () => {
  const stored = store('<p>一</p><ul><li>二</li><!--paywall--><li>三</li></ul><p>四</p>');
  const editor = new Editor({ extensions, content: openBody(stored) });
  editor.chain().setTextSelection(2).setPaywall().run();
  expect(store(toStoredHtml(editor.getHTML())).replaceAll('\n', '')).toBe(
    '<p>一</p><!--paywall--><ul><li>二</li><li>三</li></ul><p>四</p>',
  );
  editor.destroy();
});
