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
