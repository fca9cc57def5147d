import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEntries } from './fetch-source.ts';

const read = (text: string) => readEntries(Buffer.from(text), 'https://news.example/feed');
const rss = (content: string) => `<rss version="2.0"><channel><title>源</title>${content}</channel></rss>`;
const item = (title: string, description: string) =>
  `<item><title>${title}</title><description>${description}</description></item>`;
/** Repeats a part up to the 5 MB limit of a fetch. */
const fill = (part: string) => part.repeat(5_000_000 / part.length);

describe('a hostile feed', () => {
  test.each([
    '"/files/000000/ab/c.pdf"',
    '/files/000000/ab/c.pdf',
    "'/files/000000/ab/c.pdf'",
    '"&#47;files/000000/ab/c.pdf"',
  ])('names no file of this site: href=%s', async (href) => {
    const entries = await read(rss(item('附件', `<![CDATA[<p><a href=${href}>年报</a></p>]]>`)));
    expect(entries?.items[0]?.html).toMatch(/href="https:\/\/news\.example\/+files\/000000\/ab\/c\.pdf"/);
  });

  test('does not get its declared entities expanded', async () => {
    const names = [...'abcdefghij'];
    const declared = names.map((name, at) => `<!ENTITY ${name} "${`&${names[at - 1] ?? 'x'};`.repeat(10)}">`);
    const entries = await read(`<!DOCTYPE rss [${declared.join('')}]>${rss(item('&j;', '正文 &j;'))}`);
    expect(entries?.items).toMatchObject([
      { title: '&j;', html: expect.stringMatching(/^<p>.{0,60}<\/p>$/) },
    ]);
  });

  test('cannot read a file or address through an external entity', async () => {
    const declared = '<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const entries = await read(declared + rss(item('外部', '正文 &f;')));
    expect(entries?.items[0]?.html).not.toContain('root:');
  });

  test.each([
    ['tags that are never closed', fill('<a>')],
    ['unclosed tags in an entry', `<item><title>题</title>${fill('<a>')}`],
  ])('with %s is abandoned where it nests too deeply', async (_, content) => {
    const entries = await read(rss(item('好的', '正文') + content));
    expect(entries?.items).toMatchObject([{ title: '好的' }]);
    expect(entries?.faults).toEqual([expect.stringContaining('嵌套过深')]);
  });

  test.each([
    ['elements', fill('<a/>')],
    ['attributes', `<a ${Array.from({ length: 300_000 }, (_, at) => `a${at}="x"`).join(' ')}/>`],
    ['text', fill('字')],
    ['nested HTML', `<![CDATA[${fill('<div>')}]]>`],
  ])('with 5 MB of %s in an entry still yields the entry after it', async (_, content) => {
    const entries = await read(rss(`${item('题', content)}${item('后一条', '正文')}`));
    expect(entries?.items).toContainEqual(expect.objectContaining({ title: '后一条' }));
  });
});

describe('addresses in a feed', () => {
  const atom = (attrs: string, entry: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"${attrs}><title>源</title>${entry}</feed>`;
  const body = '&lt;img src="i.png"> &lt;a href=see.html>见&lt;/a> &lt;a href="#fn">注&lt;/a>';
  const entryOf = (attrs: string, link: string, contentAttrs = '') =>
    `<entry${attrs}><id>urn:1</id><title>题</title>${link}<content type="html"${contentAttrs}>${body}</content></entry>`;

  test.each([
    [
      'xml:base of the feed',
      atom(' xml:base="https://a.example/x/"', entryOf('', '<link href="1.html"/>')),
      'https://a.example/x/1.html',
      'https://a.example/x/',
    ],
    [
      'a chain of relative bases',
      atom(
        ' xml:base="https://a.example/"',
        entryOf(' xml:base="2024/"', '<link href="1.html"/>', ' xml:base="img/"'),
      ),
      'https://a.example/2024/1.html',
      'https://a.example/2024/img/',
    ],
    [
      'the page of the entry',
      atom('', entryOf('', '<link href="https://a.example/p/1.html"/>')),
      'https://a.example/p/1.html',
      'https://a.example/p/',
    ],
    [
      'a path on the site of the feed',
      atom('', entryOf('', '<link href="/p/1.html"/>')),
      'https://news.example/p/1.html',
      'https://news.example/p/',
    ],
    ['the feed, without any link', atom('', entryOf('', '')), '', 'https://news.example/'],
    [
      'the link of an RSS channel',
      `<rss><channel><link>https://r.example/blog/</link><image><link>https://wrong.example/</link></image><item><title>题</title><link>p/1.html</link><description>${body}</description></item></channel></rss>`,
      'https://r.example/blog/p/1.html',
      'https://r.example/blog/p/',
    ],
    [
      'a channel link after the entries, and an entry without one',
      `<rss><channel><item><title>题</title><guid isPermaLink="false">1</guid><description>${body}</description></item><link>https://r.example/blog/</link></channel></rss>`,
      '',
      'https://r.example/blog/',
    ],
  ])('are relative to %s', async (_, text, url, base) => {
    const [only] = (await read(text))?.items ?? [];
    expect(only?.url).toBe(url);
    expect(only?.html).toContain(`src="${base}i.png"`);
    expect(only?.html).toContain(`href="${base}see.html"`);
    expect(only?.html).toContain('href="#fn"');
  });

  test('never lead to this site, however they are written', async () => {
    const address = fc.constantFrom(
      '/stock?code=1',
      'a/b',
      '?id=1',
      '../x',
      './',
      '//h.example/x',
      '\\\\h.example',
      'java\nscript:x',
      'x:y',
      ' /p ',
    );
    const quoted = fc.constantFrom('"', "'", '');
    const tag = fc.constantFrom(
      '<a href=§>字</a>',
      '<img src=§>',
      '<a class="stock" href=§>字</a>',
      '<audio src=§></audio>',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(tag, quoted, address), { minLength: 1, maxLength: 6 }),
        async (parts) => {
          const markup = parts
            .map(([one, quote, target]) => one.replace('§', `${quote}${target}${quote}`))
            .join('');
          const entries = await read(rss(item('题', `<![CDATA[字${markup}]]>`)));
          for (const [, found = ''] of (entries?.items[0]?.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g))
            expect(found).toMatch(/^https?:\/\//);
        },
      ),
    );
  });
});

describe('names in a feed', () => {
  test.each([
    [
      'other prefixes in RSS',
      '<r:rss xmlns:r="urn:any" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/"><channel><item><title>题</title><d:creator>作者甲</d:creator><d:date>2024-05-01T08:00:00Z</d:date><description>短</description><c:encoded><![CDATA[<p>全文在此</p>]]></c:encoded></item></channel></r:rss>',
    ],
    [
      'a prefix in Atom',
      '<z:feed xmlns:z="http://www.w3.org/2005/Atom"><z:entry><z:id>1</z:id><z:title>题</z:title><z:author><z:name>作者甲</z:name></z:author><z:published>2024-05-01T08:00:00Z</z:published><z:content>全文在此</z:content></z:entry></z:feed>',
    ],
    [
      'Atom without a namespace',
      '<feed><entry><id>1</id><title>题</title><author><name>作者甲</name></author><published>2024-05-01T08:00:00Z</published><content>全文在此</content></entry></feed>',
    ],
    [
      'a namespace declared where it is used',
      '<rss><channel><item><title>题</title><creator xmlns="http://purl.org/dc/elements/1.1/">作者甲</creator><x:date xmlns:x="https://purl.org/dc/elements/1.1">2024-05-01T08:00:00Z</x:date><description>全文在此</description></item></channel></rss>',
    ],
    [
      'undeclared prefixes',
      '<rss><channel><item><title>题</title><dc:creator>作者甲</dc:creator><dc:date>2024-05-01T08:00:00Z</dc:date><content:encoded>全文在此</content:encoded></item></channel></rss>',
    ],
    [
      'RDF by another prefix',
      '<q:RDF xmlns:q="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/"><s:item><s:title>题</s:title><d:creator>作者甲</d:creator><d:date>2024-05-01T08:00:00Z</d:date><s:description>全文在此</s:description></s:item></q:RDF>',
    ],
  ])('are those of their namespaces: %s', async (_, text) => {
    expect((await read(text))?.items).toMatchObject([
      { title: '题', author: '作者甲', html: '<p>全文在此</p>', published_at: '2024-05-01T16:00:00+08:00' },
    ]);
  });

  test('of another vocabulary are not taken for its own', async () => {
    const text = rss(
      '<item xmlns:content="urn:other"><title>题</title><content:encoded>别的</content:encoded><description>正文</description></item>',
    );
    expect((await read(text))?.items).toMatchObject([{ html: '<p>正文</p>' }]);
  });
});

describe('a text in Atom', () => {
  const html = '<p>全文在此</p>';
  const base64 = Buffer.from(html).toString('base64');
  const escaped = html.replaceAll('<', '&lt;');
  test.each([
    ['escaped', `<content type="html">${escaped}</content>`, html],
    ['with a media type', `<content type="text/html; charset=utf-8">${escaped}</content>`, html],
    ['not escaped', `<content type="html">${html}</content>`, html],
    ['in base64, as before version 1.0', `<content type="text/html" mode="base64">${base64}</content>`, html],
    [
      'in base64 that is no text',
      '<content type="text/html" mode="base64">/////w==</content>',
      '<p>摘要三</p>',
    ],
    ['that is a picture', '<content type="image/png">iVBORw0KGgo=</content>', '<p>摘要三</p>'],
    ['at another address', '<content type="text/html" src="https://p.example/3.html"/>', '<p>摘要三</p>'],
    ['that is empty', '<content type="html"> </content>', '<p>摘要三</p>'],
  ])('%s', async (_, content, shown) => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>题</title>${content}<summary>摘要三</summary></entry></feed>`;
    expect((await read(text))?.items).toMatchObject([{ html: shown }]);
  });
});
