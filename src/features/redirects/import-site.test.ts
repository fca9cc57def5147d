import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allImportRights, readAdminPost, withdrawPost } from '#features/posts/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { candidatesOf, readAddress } from '#shared/old-address.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { purgedBy } from '#testing/purges.ts';
import { importSite } from './import-site.ts';
import { findFirst } from './reads.ts';

let portal: Portal;
let folder: string;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('redirects').execute();
  await portal.ctx.db.deleteFrom('posts').execute();
  folder = mkdtempSync(join(tmpdir(), 'guanlan-site-'));
  return () => rmSync(folder, { recursive: true });
});

async function load(
  name: string,
  text: string,
  report: (line: string) => void = () => undefined,
): Promise<Record<string, number | string>> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const options = { path, columnId: '2', rights: allImportRights, files: portal.app.files, report };
  return importSite(portal.ctx, options, portal.app.nameRoutes);
}
const find = async (address: string) => {
  const read = readAddress(address);
  return (await findFirst(portal.ctx.db, read ? candidatesOf(read) : []))?.target;
};
const postOf = async (title: string) => {
  const row = await portal.ctx.db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'b.html', 'b.open_html'])
    .where('p.title', '=', title)
    .executeTakeFirstOrThrow();
  return { ...row, path: `/rined/detail?id=${row.id}` };
};

/** A picture and a document as an export of uploads has them. */
function placeUploads(): void {
  const uploads = join(folder, 'wp-content/uploads/2010/08');
  mkdirSync(uploads, { recursive: true });
  writeFileSync(
    join(uploads, '图.png'),
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  writeFileSync(join(uploads, 'report.pdf'), '%PDF-1.7');
}

type Item = { id: number; path: string; title: string; body?: string };
const wxr = (items: Item[], site = 'https://www.old.example') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><wp:base_blog_url>${site}</wp:base_blog_url>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[全球资讯]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>asia</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name><![CDATA[亚洲]]></wp:cat_name></wp:category>
<wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>oil</wp:tag_slug><wp:tag_name><![CDATA[石油]]></wp:tag_name></wp:tag>
${items
  .map(
    ({ id, path, title, body = '<p>正文</p>' }) => `<item><title>${title}</title><link>${site}${path}</link>
<guid>${site}/?p=${id}</guid><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date_gmt>2010-08-06 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`,
  )
  .join('\n')}
</channel></rss>`;

const first: Item = {
  id: 568,
  path: '/2010/08/06/%e4%b8%80/',
  title: '一',
  body: `<p><a href="https://old.example/2010/08/07/two/#more">二</a></p><p><a href="/?p=569">同</a>
    <a href="http://www.old.example/file.pdf">文件</a> <a href="https://other.example/2010/08/07/two/">别处</a></p>`,
};
const second: Item = { id: 569, path: '/2010/08/07/two/', title: '二' };

describe('a WordPress site', () => {
  test('keeps the addresses of its posts, categories, tags and feed', async () => {
    expect(await load('a.xml', wxr([first, second]))).toMatchObject({ added: 2, failed: 0 });
    const { path } = await postOf('一');
    expect(await find('/2010/08/06/一')).toBe(path);
    expect(await find('/?p=568')).toBe(path);
    expect(await find('/category/news')).toBe('/globalInfo');
    expect(await find('/category/news/asia')).toBe('/rined');
    expect(await find('/?cat=4')).toBe('/globalInfo');
    expect(await find('/feed/')).toBe('/feed.xml');
  });

  test('has the addresses of its tags lead to the pages of tags that posts have, else to the column', async () => {
    const tagged = '<category domain="post_tag" nicename="oil"><![CDATA[石油]]></category>';
    const text = (site: string) => wxr([second], site).replace('<title>二', `${tagged}<title>二`);
    await load('a.xml', wxr([second]));
    expect(await find('/tag/oil')).toBe('/rined');
    await portal.ctx.db.deleteFrom('redirects').execute();
    await portal.ctx.db.deleteFrom('posts').execute();
    await load('b.xml', text('https://old.example'));
    expect(await find('/tag/oil')).toBe(`/tag/${encodeURIComponent('石油')}`);
    await load('c.xml', text('https://old.example/blog'));
    expect(await find('/blog/tag/oil')).toBe(`/tag/${encodeURIComponent('石油')}`);
  });

  test('in a folder keeps its addresses there', async () => {
    await load('a.xml', wxr([second], 'https://old.example/blog'));
    const { path } = await postOf('二');
    expect(await find('/blog/2010/08/07/two')).toBe(path);
    expect(await find('/blog/?p=569')).toBe(path);
    expect(await find('/blog/feed')).toBe('/feed.xml');
  });

  test('has links between its posts replaced, also to posts that follow', async () => {
    await load('a.xml', wxr([first, second]));
    const { html, open_html } = await postOf('一');
    const { path } = await postOf('二');
    const link = path.replaceAll('&', '&amp;');
    for (const text of [html, open_html]) expect(text).toContain(`<a href="${link}">二</a>`);
    expect(html).toContain(`<a href="${link}">同</a>`);
    expect(html).toMatch(/<a href="http:\/\/www\.old\.example\/file\.pdf"[^>]*>文件/);
    expect(html).toMatch(/<a href="https:\/\/other\.example\/2010\/08\/07\/two\/" target="_blank"/);
  });

  test('has links replaced by a later run that brings the other post, but not in a post that was edited', async () => {
    await load('a.xml', wxr([first, { ...first, id: 570, path: '/2010/edited', title: '改过' }]));
    await portal.ctx.db.updateTable('posts').set({ head_version: 1 }).where('title', '=', '改过').execute();
    expect((await postOf('一')).html).toContain('old.example/2010/08/07/two');
    expect(
      await load('a.xml', wxr([first, { ...first, id: 570, path: '/2010/edited', title: '改过' }, second])),
    ).toMatchObject({
      added: 1,
      unchanged: 2,
    });
    const { path } = await postOf('二');
    expect((await postOf('一')).html).toContain(`<a href="${path}">二</a>`);
    expect((await postOf('改过')).html).toContain('old.example/2010/08/07/two');
  });

  test('has links replaced in the text that staff edit, before and behind a paywall mark', async () => {
    const link = (name: string) => `<p><a href="https://old.example/2010/08/07/two/">${name}</a></p>`;
    await load('a.xml', wxr([{ ...first, body: `${link('前')}<!--paywall-->${link('后')}` }, second]));
    const [one, { path }] = [await postOf('一'), await postOf('二')];
    expect(
      (
        await portal.ctx.db
          .selectFrom('post_bodies')
          .select('source_html')
          .where('post_id', '=', one.id)
          .executeTakeFirstOrThrow()
      ).source_html,
    ).not.toBeNull();
    const { content } = await readAdminPost(portal.ctx, one.id);
    for (const text of [content.html, one.html])
      for (const name of ['前', '后']) expect(text).toContain(`<a href="${path}">${name}</a>`);
    expect(one.open_html).toContain(`<a href="${path}">前</a>`);
    expect(content.html + one.html + one.open_html).not.toContain('old.example');
  });

  test('purges its addresses once they are known, and so does the withdrawal of one of its posts', async () => {
    expect(await purgedBy(portal, () => load('a.xml', wxr([second])))).toContain('redirects');
    expect(await purgedBy(portal, () => load('a.xml', wxr([second])))).toEqual([]);
    const { id } = await postOf('二');
    expect(await purgedBy(portal, () => withdrawPost(portal.ctx, id))).toContain('redirects');
  });

  test('moves with its uploads, authors, archives and days of change, and names what stays behind', async () => {
    placeUploads();
    const uploads = 'https://old.example/wp-content/uploads/2010/08';
    const body = `<p><img src="${uploads}/%E5%9B%BE-300x200.png"> <a href="${uploads}/report.pdf">报告</a>
      <a href="${uploads}/gone.pdf">不在</a></p>`;
    const meta = (key: string) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>`;
    const text = wxr([{ ...first, body }])
      .replace(
        '<wp:category>',
        '<wp:author><wp:author_login>li.na</wp:author_login><wp:author_display_name>李娜</wp:author_display_name></wp:author><wp:category>',
      )
      .replace('<title>一', '<dc:creator>li.na</dc:creator><title>一')
      .replace(
        '<wp:status>',
        `<wp:post_date>2010-08-06 16:00:00</wp:post_date><wp:post_modified_gmt>2012-01-02 03:04:05</wp:post_modified_gmt>${meta('seo_score')}${meta('_edit_last')}<wp:status>`,
      );
    const lines: string[] = [];
    await load('a.xml', text, (line) => lines.push(line));
    const { html, id } = await postOf('一');
    const [pdf] = /\/files\/000000\/[^"]+\.pdf/.exec(html) ?? [];
    const [png] = /\/files\/000000\/[^"]+\.(?:png|webp)/.exec(html) ?? [];
    expect([typeof pdf, typeof png]).toEqual(['string', 'string']);
    const { attachments } = await portal.ctx.db
      .selectFrom('post_bodies')
      .select('attachments')
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attachments).toMatchObject([{ name: '报告', url: pdf }, { name: '不在' }]);
    expect(await find('/wp-content/uploads/2010/08/report.pdf')).toBe(pdf);
    expect(await find('/wp-content/uploads/2010/08/图-300x200.png')).toBe(png);
    const author = await portal.ctx.db
      .selectFrom('authors')
      .select('id')
      .where('name', '=', '李娜')
      .executeTakeFirstOrThrow();
    expect(await find('/author/li-na')).toBe(`/author?id=${author.id}`);
    expect(await find('/2010')).toBe('/search?startTime=2010-01-01&endTime=2010-12-31');
    expect(await find('/2010/08/')).toBe('/search?startTime=2010-08-01&endTime=2010-08-31');
    expect(await find('/2010/08/06/')).toBe('/search?startTime=2010-08-06&endTime=2010-08-06');
    expect(await find('/category/news/page/7/')).toBe('/globalInfo');
    const { updated_at } = await portal.ctx.db
      .selectFrom('posts')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(updated_at.toISOString()).toBe('2012-01-02T03:04:05.000Z');
    expect(lines).toEqual([
      expect.stringContaining(
        `《一》的附件没有带入，链接仍指向旧站：${uploads}/gone.pdf（导入的文件里没有它）`,
      ),
      '这些字段没有带入：seo_score（1 篇）',
    ]);
  });

  test('replaces no route of this site and no redirect of staff', async () => {
    await portal.ctx.db
      .insertInto('redirects')
      .values({ source: '/2010/08/07/two', status: 302, target: '/vip' })
      .execute();
    await load('a.xml', wxr([second, { id: 7, path: '/vip/', title: '撞名' }]));
    expect(await find('/2010/08/07/two')).toBe('/vip');
    expect(await find('/vip')).toBeUndefined();
    expect(await find('/?p=7')).toBe((await postOf('撞名')).path);
  });

  test('has addresses that say deleted once the post is withdrawn, and that end with the post', async () => {
    await load('a.xml', wxr([second]));
    const { id } = await postOf('二');
    await withdrawPost(portal.ctx, id);
    const address = readAddress('/?p=569');
    expect(await findFirst(portal.ctx.db, address ? candidatesOf(address) : [])).toMatchObject({
      status: 410,
    });
    await inTransaction(portal.ctx, (trx) => trx.deleteFrom('posts').where('id', '=', id).execute());
    expect(await find('/?p=569')).toBeUndefined();
  });
});

test('a Ghost site keeps the addresses of its posts, tags and feed, and its links', async () => {
  const post = (id: string, slug: string, html: string) => ({
    id,
    uuid: `u-${id}`,
    slug,
    title: slug,
    html,
    status: 'published',
    type: 'post',
    visibility: 'public',
    published_at: '2026-01-01T00:00:00.000Z',
  });
  const data = {
    posts: [
      post('1', 'hello', '<p><a href="__GHOST_URL__/welcome/">去</a></p>'),
      post('2', 'welcome', '<p>来</p>'),
    ],
    tags: [
      { id: 't1', name: '全球资讯', slug: 'world' },
      { id: 't2', name: '#内部', slug: 'hash-internal' },
    ],
    posts_tags: [{ post_id: '1', tag_id: 't1' }],
  };
  await load('ghost.json', JSON.stringify({ db: [{ meta: {}, data }] }));
  const { path } = await postOf('welcome');
  expect(await find('/welcome/')).toBe(path);
  expect((await postOf('hello')).html).toContain(`<a href="${path}">去</a>`);
  expect(await find('/tag/world')).toBe(`/tag/${encodeURIComponent('全球资讯')}`);
  expect(await find('/tag/hash-internal')).toBeUndefined();
  expect(await find('/rss/')).toBe('/feed.xml');
});
