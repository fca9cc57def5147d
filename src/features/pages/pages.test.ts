import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { countGaps } from '#shared/own-page.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { saveFooterInput } from './footer/schema.ts';
import { readFooter } from './footer/service.ts';
import { deleteImportedPage, importedPages } from './import-page.ts';
import { navLink } from './links/schema.ts';
import { templates } from './schema.ts';
import { findFault, maxPages } from './service.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal({ SITE_NAME: '江&海<新闻' });
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  for (const table of ['footers', 'pages', 'redirects'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
});

const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}) =>
  (await portal.call(`GET /admin/${path}`, { query, token })).body;
const read = async (slug: string) => (await portal.call('GET /reception/getPage', { query: { slug } })).body;
const create = async (template = 'blank'): Promise<string> =>
  (await post('page/create', { template })).data.id;
const words = { title: '关于我们', slug: 'about', html: '<p>第一句。第二句。</p>' };
const save = (id: string, base: number, changes: Partial<typeof words> = {}, isAutosave = false) =>
  post('page/save', { id, base, isAutosave, content: { ...words, ...changes } });
/** Adds a page with two versions, the second published. */
const publish = async (changes: Partial<typeof words> = {}): Promise<string> => {
  const id = await create();
  await save(id, 1, changes);
  expect(await post('page/publish', { id, base: 2 })).toMatchObject({ code: 200 });
  return id;
};
const redirects = async () =>
  (await get('redirect/list')).data.records.map(
    ({ source, target }: Record<string, string>) => `${source} ${target}`,
  );

describe('what can be published', () => {
  test.each([
    ['about', null],
    ['a-1', null],
    ['', '请填写地址'],
    ['About', '小写字母'],
    ['关于', '小写字母'],
    ['a/b', '小写字母'],
    ['a'.repeat(61), '最多 60 个'],
  ])('the address %j', (slug, message) => {
    const fault = findFault({ title: '关于', slug });
    expect(fault).toEqual(message && { field: 'slug', message: expect.stringContaining(message) });
  });

  test('is named if readers will not see it, and published once that is accepted', async () => {
    const id = await publish();
    const html = '<p>字</p><img src="https://x.example/a.png" alt="图">';
    await post('page/save', { id, base: 2, content: { ...words, html } });
    const answer = await post('page/publish', { id, base: 3 });
    expect(answer).toMatchObject({ code: 400, field: 'acceptsUnseen' });
    expect(answer.msg).toContain('图片“图”（x.example）');
    expect(await post('page/publish', { id, base: 3, acceptsUnseen: true })).toMatchObject({ code: 200 });
  });

  test('a draft is saved without title, address and text, and refused by field when published', async () => {
    const id = await create();
    let base = 1;
    for (const [changes, message] of [
      [{ title: ' ' }, '请先写标题再发布'],
      [{ slug: '' }, '请填写地址'],
      [{ html: '<p> </p>' }, '正文还是空的，不能发布'],
    ] as const) {
      expect(await save(id, base, changes)).toMatchObject({ code: 200 });
      base += 1;
      expect(await post('page/publish', { id, base })).toMatchObject({ code: 400, msg: message });
    }
    expect((await read('about')).code).toBe(404);
  });

  test('not the address of another page, until that one is withdrawn', async () => {
    const first = await publish();
    const id = await create();
    await save(id, 1, { title: '第二页' });
    const refused = await post('page/publish', { id, base: 2 });
    expect(refused).toMatchObject({ code: 409, msg: '地址 about 已经被单页《关于我们》用了，请换一个' });
    expect(refused.data ?? refused).toMatchObject({ field: 'slug' });
    await post('page/withdraw', { id: first });
    expect(await post('page/publish', { id, base: 2 })).toMatchObject({ code: 200 });
    expect((await post('page/publish', { id: first, base: 2 })).msg).toContain('《第二页》');
  });
});

test('readers get the published version sanitised, and not the draft', async () => {
  const id = await publish({ html: '<h2>一</h2><p onclick="x()">正文。<script>alert(1)</script></p>' });
  await save(id, 2, { title: '改过的', html: '<p>草稿</p>' });
  const { data } = await read('about');
  expect(data).toMatchObject({
    slug: 'about',
    title: '关于我们',
    description: expect.stringContaining('正文'),
  });
  expect(data.html).not.toMatch(/script|onclick|草稿/);
  expect((await get('page/list')).data).toMatchObject([{ title: '改过的', hasUnpublishedChanges: true }]);
  expect(await post('page/delete', { id })).toMatchObject({ code: 409 });
  await post('page/withdraw', { id });
  expect((await read('about')).code).toBe(404);
  expect(await post('page/delete', { id })).toMatchObject({ code: 200 });
  expect((await get('page/list')).data).toEqual([]);
  const actions = (await get('audit/list', { target: `page:${id}` })).data.records;
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(
    ['delete', 'withdraw', 'publish', 'create'].map((verb) => `page.${verb}`),
  );
});

test('a published page that moves leaves redirects, which end where it is', async () => {
  const id = await publish({ slug: 'a' });
  const moveTo = async (slug: string, base: number) => {
    await save(id, base, { slug });
    await post('page/publish', { id, base: base + 1 });
  };
  await moveTo('b', 2);
  await moveTo('c', 3);
  expect((await redirects()).toSorted()).toEqual(['/page/a /page/c', '/page/b /page/c']);
  // Back again, an address is a page and no redirect.
  await moveTo('a', 4);
  expect((await redirects()).toSorted()).toEqual(['/page/b /page/a', '/page/c /page/a']);
  const source = { source: '/page/a', target: '/vip', status: '301' };
  expect((await post('redirect/save', source)).msg).toContain('是本站的地址');
});

test('two editors: the second save is refused, and every published version can be restored', async () => {
  const id = await publish();
  expect(await save(id, 2, { html: '<p>甲</p>' }, true)).toMatchObject({ data: { version: 3 } });
  expect(await save(id, 2, { html: '<p>乙</p>' })).toMatchObject({ code: 409 });
  // Autosaves replace one another, but not a published version.
  expect(await save(id, 3, { html: '<p>丙</p>' }, true)).toMatchObject({ data: { version: 4 } });
  expect(await save(id, 4, { html: '<p>丁</p>' }, true)).toMatchObject({ data: { version: 5 } });
  const versions = (await get('page/versions', { id })).data;
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([5, 2, 1]);
  expect(versions).toMatchObject([{ isHead: true }, { isLive: true }, {}]);
  expect((await get('page/version', { id, number: '2' })).data).toEqual(words);
  expect(await post('page/restore', { id, base: 5, number: 2 })).toMatchObject({ data: { version: 6 } });
  expect((await get('page/detail', { id })).data).toMatchObject({ version: 6, content: words });
});

test('each change that readers see forgets the cached page, the footer that links to it and its old address', async () => {
  const id = await create();
  await save(id, 1);
  const link = { name: '', href: '', pageId: id };
  const purges: [string[], () => Promise<unknown>][] = [
    [['own-pages'], () => post('page/publish', { id, base: 2 })],
    [['footer'], () => post('footer/save', { base: 0, groups: [{ title: '本站', links: [link] }] })],
    [[], () => save(id, 2, { slug: 'us' })],
    [['footer', 'own-pages', 'redirects'], () => post('page/publish', { id, base: 3 })],
    [['footer', 'own-pages'], () => post('page/withdraw', { id })],
    [[], () => post('page/withdraw', { id })],
    [['footer', 'own-pages'], () => post('page/publish', { id, base: 3 })],
    [['footer'], () => post('footer/save', { base: 1, groups: null })],
    [['own-pages'], () => post('page/withdraw', { id })],
  ];
  for (const [at, [tags, change]] of purges.entries())
    expect(await purgedBy(portal, change), `change ${at}`).toEqual(tags);
});

test('the import of a page and its undo forget the cached page', async () => {
  const pages = importedPages(null);
  let id = '';
  const add = (changes: object) =>
    pages.add(
      portal.ctx,
      { importKey: 'a', title: '旧站', slug: 'old', html: '<p>旧站的一页。</p>', isDraft: false, ...changes },
      async (_, added) => {
        id = added.id;
      },
    );
  const undo = () => inTransaction(portal.ctx, (trx) => deleteImportedPage(portal.ctx, trx, id));
  expect(await purgedBy(portal, () => add({}))).toEqual(['own-pages']);
  expect((await read('old')).code).toBe(200);
  expect(await purgedBy(portal, undo)).toEqual(['own-pages']);
  expect((await read('old')).code).toBe(404);
  expect(await purgedBy(portal, () => add({ isDraft: true }))).toEqual([]);
});

test('templates name the site and leave gaps, and there is a limit of pages', async () => {
  for (const template of templates) {
    const { content } = (await get('page/detail', { id: await create(template) })).data;
    expect(JSON.stringify(content)).not.toContain('观澜');
    expect(countGaps(content.html) > 2).toBe(template !== 'blank');
    if (template !== 'blank') expect(content.html).toContain('江&amp;海&lt;新闻');
  }
  await portal.ctx.db
    .insertInto('pages')
    .values(Array.from({ length: maxPages }, () => ({ updated_at: new Date() })))
    .execute();
  expect(await post('page/create', { template: 'blank' })).toMatchObject({ code: 409 });
});

describe('the footer', () => {
  const link = (changes: object = {}) => ({ name: '名', pageId: null, href: '/a', ...changes });
  const footer = (groups: object[] | null, base = 0) => ({ base, groups });

  test.each([
    [link(), true],
    [link({ href: 'https://example.cn/' }), true],
    [link({ href: 'http://example.cn/' }), false],
    [link({ href: '//example.cn' }), false],
    [link({ href: 'javascript:alert(1)' }), false],
    [link({ href: '' }), false],
    [link({ name: '' }), false],
    [link({ pageId: '1', href: '', name: '' }), true],
    [link({ pageId: '1' }), false],
  ])('the link %j', (given, isValid) => {
    expect(navLink.safeParse(given).success).toBe(isValid);
  });

  test('has at most 4 groups of 10 different links under different headings', () => {
    const group = (title: string, links = 1) => ({
      title,
      links: Array.from({ length: links }, (_, index) => link({ href: `/${index}` })),
    });
    const isValid = (groups: object[]) => saveFooterInput.safeParse(footer(groups)).success;
    expect(isValid(['一', '二', '三', '四'].map((title) => group(title, 10)))).toBe(true);
    expect(isValid(['一', '二', '三', '四', '五'].map((title) => group(title)))).toBe(false);
    expect(isValid([group('一', 11)])).toBe(false);
    expect(isValid([group('一'), group('一')])).toBe(false);
    expect(isValid([{ title: '一', links: [link(), link()] }])).toBe(false);
  });

  test('shows own pages while they are published, and is restored to the default', async () => {
    expect(await readFooter(portal.ctx)).toBeNull();
    const pageId = await publish();
    const groups = [
      { title: '本站', links: [link({ pageId, href: '', name: '' }), link({ pageId: '999', href: '' })] },
      { title: '另外', links: [link({ pageId, href: '', name: '我们' })] },
    ];
    expect(await post('footer/save', footer(groups))).toMatchObject({ code: 200 });
    expect(await post('footer/save', footer(groups))).toMatchObject({ code: 409 });
    expect((await get('footer/detail')).data).toMatchObject({ version: 1, isDefault: false });
    const href = '/page/about';
    expect(await readFooter(portal.ctx)).toEqual([
      { title: '本站', links: [{ name: '关于我们', href }] },
      { title: '另外', links: [{ name: '我们', href }] },
    ]);
    await post('page/withdraw', { id: pageId });
    expect(await readFooter(portal.ctx)).toEqual([]);
    expect(await post('footer/save', footer(null, 1))).toMatchObject({ code: 200 });
    expect((await get('footer/detail')).data).toMatchObject({ version: 2, isDefault: true });
  });
});

test('visitors, members and staff without the permission are refused', async () => {
  const { token: member } = await logIn(portal);
  const { token: editor } = await logIn(portal, { role: 'editor' });
  const calls = portal.app.calls.filter(({ path }) => /^\/admin\/(?:page|footer)\//.test(path));
  expect(calls).toHaveLength(12);
  for (const { method, path } of calls) {
    const status = async (given?: string) =>
      (
        await portal.call(`${method} ${path}`, {
          ...(given && { token: given }),
          ...(method === 'POST' && { body: {} }),
        })
      ).status;
    expect([await status(), await status(member), await status(editor)], path).toEqual([401, 403, 403]);
  }
});
