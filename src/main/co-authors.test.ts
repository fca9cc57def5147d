import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { runFanouts } from '#features/notifications/index.ts';
import { indexChangedPosts, rebuildIndex } from '#features/search/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let editor: string;
let ids: Record<string, string>;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
  ids = Object.fromEntries(await ensureAuthors(portal.ctx, ['甲', '乙', '丙', '丁', '戊', '己']));
});
afterAll(() => portal.close());

const idOf = (name: string): string => ids[name] ?? '';
const callAdmin = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
const readAdmin = async (id: string) =>
  (await portal.call('GET /admin/post/detail', { query: { id }, token: editor })).body.data;
const readPost = async (id: string, token?: string) =>
  (
    await portal.call('POST /reception/article/selectArticle', {
      query: { id },
      ...(token ? { token } : {}),
    })
  ).body.data;
const listTitles = async (query: Record<string, string>): Promise<string[]> =>
  (await portal.call('GET /reception/article/getResearchArticleList', { query })).body.data.records.map(
    ({ title }: { title: string }) => title,
  );
const countOf = async (name: string) =>
  (await portal.call('GET /reception/author', { query: { id: idOf(name) } })).body.data.posts;

async function saveAuthors(id: string, names: readonly string[], publishes = true) {
  const { content, version } = await readAdmin(id);
  const [authorId = '', ...coAuthorIds] = names.map(idOf);
  const saved = await callAdmin('post/save', {
    id,
    base: version,
    content: { ...content, authorId, coAuthorIds },
  });
  if (!publishes || saved.code !== 200) return saved;
  return callAdmin('post/publish', { id, base: saved.data.version });
}

describe('a post of several authors', () => {
  test('names all of them in order, and the first stays the main author', async () => {
    const id = await addPost(portal, { title: '合写一', author: '甲' });
    expect((await saveAuthors(id, ['乙', '己', '甲'])).code).toBe(200);
    const detail = await readPost(id);
    expect(detail).toMatchObject({ authorId: idOf('乙'), authorName: '乙', author: { name: '乙' } });
    expect(detail.authors.map(({ name }: { name: string }) => name)).toEqual(['乙', '己', '甲']);
    expect(detail.coAuthors).toMatchObject([
      { id: idOf('己'), name: '己', posts: 1, followers: 0, followed: false },
      { id: idOf('甲'), name: '甲' },
    ]);
  });

  test('is listed once under each of them, with filters, pages and totals', async () => {
    const tagged = await addPost(portal, { title: '合写二', author: '甲', tags: ['合写'] });
    await saveAuthors(tagged, ['甲', '丁']);
    await addPost(portal, { title: '丁独写', author: '丁' });
    expect(await listTitles({ authorId: idOf('丁') })).toEqual(['丁独写', '合写二']);
    expect(await listTitles({ authorId: idOf('丁'), tag: '合写' })).toEqual(['合写二']);
    expect(await listTitles({ authorId: idOf('丁'), columnId: '2' })).toEqual(['丁独写', '合写二']);
    expect(await listTitles({ authorId: idOf('丁'), size: '1', current: '2' })).toEqual(['合写二']);
    expect(await countOf('丁')).toBe(2);
    await callAdmin('post/withdraw', { id: tagged });
    expect(await listTitles({ authorId: idOf('丁') })).toEqual(['丁独写']);
    expect(await countOf('丁')).toBe(1);
  });

  test('notifies who follows several of its authors once, and is once in their feed', async () => {
    const { token } = await logIn(portal);
    for (const name of ['甲', '乙'])
      await portal.call('POST /member/addFollow', { query: { authorId: idOf(name) }, token });
    const { data } = await callAdmin('post/create', { columnId: '2', title: '合写三' });
    const { content } = await readAdmin(data.id);
    const saved = await callAdmin('post/save', {
      id: data.id,
      base: 0,
      content: {
        ...content,
        html: '<p>正文。</p>',
        authorId: idOf('丙'),
        coAuthorIds: [idOf('甲'), idOf('乙')],
      },
    });
    expect((await callAdmin('post/publish', { id: data.id, base: saved.data.version })).code).toBe(200);
    await runFanouts(portal.ctx);
    const notices = (await portal.call('GET /member/notices', { query: { size: '100' }, token })).body.data;
    expect(notices.records.filter(({ body }: { body: string }) => body === '合写三')).toMatchObject([
      { title: '丙、甲、乙 发布了新文章' },
    ]);
    const feed = (await portal.call('GET /member/followFeed', { query: { size: '50' }, token })).body.data
      .records;
    expect(feed.filter((one: { title?: string }) => one.title === '合写三')).toHaveLength(1);
  });

  test('is found by the name of each author and by the filter on them', async () => {
    const id = await addPost(portal, { title: '独一无二的合写', author: '丙' });
    await saveAuthors(id, ['丙', '戊']);
    while ((await indexChangedPosts(portal.ctx, portal.app.searchIndexes)) > 0);
    const { body } = await portal.call('GET /reception/globalSearch', {
      query: { keyword: '独一无二', authorId: idOf('戊') },
    });
    expect(body.data.records.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  test('is open to the member behind each author, who cannot buy it', async () => {
    const { token, memberId } = await logIn(portal);
    const { data: writer } = await callAdmin('author/create', {
      ...{ name: '会员作者', title: '', bio: '', avatar: null },
      memberId,
    });
    ids.会员作者 = writer.id;
    const id = await addPost(portal, {
      author: '甲',
      access: 'paid',
      price: 100,
      body: '<p>开头。</p><!--paywall--><p>付费。</p>',
    });
    await saveAuthors(id, ['甲', '会员作者']);
    expect(await readPost(id, token)).toMatchObject({ locked: false });
    const order = await portal.call('POST /order/create', { body: { thing: `post:${id}` }, token });
    expect(order.status).not.toBe(200);
  });

  test('follows merges and keeps authors from being deleted', async () => {
    const other = (await ensureAuthors(portal.ctx, ['将并入的', '并入者'])) as Map<string, string>;
    for (const [name, id] of other) ids[name] = id;
    const asMain = await addPost(portal, { title: '主作者并入', author: '将并入的' });
    await saveAuthors(asMain, ['将并入的', '并入者']);
    const asCo = await addPost(portal, { title: '合著者并入', author: '戊' });
    await saveAuthors(asCo, ['戊', '将并入的']);
    const draft = await saveAuthors(asCo, ['戊', '将并入的', '并入者'], false);
    expect(draft.code).toBe(200);
    expect((await callAdmin('author/delete', { id: idOf('将并入的') })).code).toBe(409);
    expect((await callAdmin('author/merge', { id: idOf('将并入的'), into: idOf('并入者') })).code).toBe(200);
    expect((await readPost(asMain)).authors).toEqual([{ id: idOf('并入者'), name: '并入者' }]);
    expect((await readPost(asCo)).authors.map(({ name }: { name: string }) => name)).toEqual([
      '戊',
      '并入者',
    ]);
    expect((await readAdmin(asCo)).content.coAuthorIds).toEqual([idOf('并入者')]);
    expect(await listTitles({ authorId: idOf('并入者') })).toEqual(['合著者并入', '主作者并入']);
    expect(await countOf('并入者')).toBe(2);
  });

  test('refuses unknown and too many authors, and several for a reference', async () => {
    const id = await addPost(portal, { author: '甲' });
    const { content, version } = await readAdmin(id);
    const save = (coAuthorIds: string[]) =>
      callAdmin('post/save', { id, base: version, content: { ...content, coAuthorIds } });
    expect(await save(['999999'])).toMatchObject({ code: 400, msg: '合著者不存在' });
    expect(await save(Array.from({ length: 10 }, (_, at) => String(at + 1)))).toMatchObject({
      code: 400,
      msg: '合著者最多 9 个',
    });
    expect(await save(['x'])).toMatchObject({ code: 400 });
  });
});
