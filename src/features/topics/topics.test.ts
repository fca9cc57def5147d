import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { maxTopicPosts, maxTopics, topicSlugOf } from '#shared/topic.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('topics').execute();
  portal.ctx.tenant.tags.purge(['topics', 'posts']);
});

const call = async (key: string, options: object = {}) =>
  (await portal.call(key, { token, ...options })).body;
const read = async (path: string, query: Record<string, string> = {}) =>
  (await portal.call(`GET /reception/${path}`, { query })).body;
const words = {
  title: '芯片供应链',
  slug: 'chips',
  introduction: '一条线看到底。',
  cover: null,
  isOpen: true,
};
const create = async (changes: Partial<typeof words> = {}): Promise<string> =>
  (await call('POST /admin/topic/create', { body: { ...words, ...changes } })).data.id;
const arrange = (id: string, base: number, postIds: string[]) =>
  call('POST /admin/topic/arrange', { body: { id, base, postIds } });
const titles = async (query: Record<string, string> = {}) =>
  (await read('topicPosts', { slug: 'chips', ...query })).data.records.map(
    ({ title }: { title: string }) => title,
  );

test('readers get the published posts in the order of the editors, page by page', async () => {
  const ids: string[] = [];
  for (const title of ['一', '二', '三']) ids.push(await addPost(portal, { title }));
  const id = await create();
  expect((await read('topic', { slug: 'chips' })).code).toBe(404);
  expect(await arrange(id, 1, [ids[2], ids[0], ids[1]] as string[])).toMatchObject({ code: 200 });
  expect(await titles()).toEqual(['三', '一', '二']);
  expect(await titles({ size: '2', current: '2' })).toEqual(['二']);
  expect((await read('topics')).data).toEqual([
    { slug: 'chips', title: '芯片供应链', introduction: '一条线看到底。', cover: null, posts: 3 },
  ]);
  expect((await read('topicsOfPost', { id: ids[0] ?? '' })).data).toEqual([
    { slug: 'chips', title: '芯片供应链' },
  ]);
  await withdrawPost(portal.ctx, ids[0] ?? '');
  expect(await titles()).toEqual(['三', '二']);
  const { list, posts } = (await call('GET /admin/topic/detail', { query: { id } })).data;
  expect(posts).toBe(3);
  expect(list.map(({ isPublished }: { isPublished: boolean }) => isPublished)).toEqual([true, false, true]);
});

test('a closed topic is closed at once, and a deleted one leaves its posts', async () => {
  const postId = await addPost(portal, { title: '一' });
  const id = await create();
  await arrange(id, 1, [postId]);
  expect((await read('topic', { slug: 'chips' })).code).toBe(200);
  await call('POST /admin/topic/save', { body: { id, base: 2, ...words, isOpen: false } });
  expect((await read('topic', { slug: 'chips' })).code).toBe(404);
  expect((await read('topicPosts', { slug: 'chips' })).code).toBe(404);
  expect((await read('topicsOfPost', { id: postId })).data).toEqual([]);
  expect(await call('POST /admin/topic/delete', { body: { id } })).toMatchObject({ code: 200 });
  expect((await call('GET /admin/topic/detail', { query: { id } })).code).toBe(404);
  const post = await portal.ctx.db.selectFrom('posts').select('state').where('id', '=', postId).execute();
  expect(post).toEqual([{ state: 'published' }]);
});

test('every change forgets the cached pages that show topics, and a refused one does not', async () => {
  const postId = await addPost(portal);
  const id = await create();
  const changes: Record<string, () => Promise<unknown>> = {
    create: () => call('POST /admin/topic/create', { body: { ...words, slug: 'other' } }),
    arrange: () => arrange(id, 1, [postId]),
    save: () => call('POST /admin/topic/save', { body: { id, base: 2, ...words, title: '新题' } }),
    delete: () => call('POST /admin/topic/delete', { body: { id } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    expect(await purgedBy(portal, change), name).toEqual(['topics']);
    expect(await purgedBy(portal, change), `${name} again`).toEqual([]);
  }
});

test('locked text is not in a topic', async () => {
  const postId = await addPost(portal, {
    title: '付费',
    access: 'paid',
    price: 100,
    body: `${'<p>开头的一段说明背景。</p>'.repeat(30)}<p>锁住的结论。</p>`,
  });
  await arrange(await create(), 1, [postId]);
  const { records } = (await read('topicPosts', { slug: 'chips' })).data;
  expect(records).toMatchObject([{ title: '付费', locked: true }]);
  expect(JSON.stringify(records)).not.toContain('锁住的结论');
});

test('staff who may not see drafts neither add them nor read their titles', async () => {
  const draft = await addPost(portal, { title: '未公开的并购', state: 'draft' });
  const published = await addPost(portal, { title: '已公开' });
  const admin = (await logIn(portal, { role: 'admin' })).token;
  const { body: role } = await portal.call('POST /admin/role/create', {
    body: { name: '标签员', permissions: ['tags.manage'] },
    token: admin,
  });
  const person = await logIn(portal);
  const body = { id: person.memberId, role: role.data.code };
  await portal.call('POST /admin/staff/giveRole', { body, token: admin });
  const asPerson = { token: person.token };
  const id = await create();
  const order = { id, base: 1, postIds: [draft, published] };
  expect((await call('POST /admin/topic/arrange', { body: order, ...asPerson })).code).toBe(200);
  const detail = async (options: object) =>
    (await call('GET /admin/topic/detail', { query: { id }, ...options })).data.list.map(
      ({ title }: { title: string }) => title,
    );
  expect(await detail({})).toEqual(['已公开']);
  await arrange(id, 2, [draft, published]);
  expect(await detail({})).toEqual(['未公开的并购', '已公开']);
  expect(await detail(asPerson)).toEqual([`没有发布的内容 ${draft}`, '已公开']);
  const swapped = { id, base: 3, postIds: [published, draft] };
  await call('POST /admin/topic/arrange', { body: swapped, ...asPerson });
  expect(await detail({})).toEqual(['已公开', '未公开的并购']);
});

describe('refuses', () => {
  test('a second topic of one address, naming the first', async () => {
    await create();
    const refused = await call('POST /admin/topic/create', { body: { ...words, title: '另一个' } });
    expect(refused).toMatchObject({ code: 409, msg: '地址 chips 已经被专题“芯片供应链”用了，请换一个' });
    const other = await create({ slug: 'other' });
    const renamed = { id: other, base: 1, ...words };
    expect(await call('POST /admin/topic/save', { body: renamed })).toMatchObject({ code: 409 });
  });

  test('a change on a version that another person replaced', async () => {
    const id = await create();
    expect(await arrange(id, 1, [])).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await arrange(id, 1, [])).toMatchObject({ code: 409 });
    expect(await call('POST /admin/topic/save', { body: { id, base: 1, ...words } })).toMatchObject({
      code: 409,
    });
    const largest = { id, base: 2_147_483_647, ...words };
    expect(await call('POST /admin/topic/save', { body: largest })).toMatchObject({ code: 409 });
  });

  test.each([
    [{ slug: 'Chips' }, '地址只能用小写字母'],
    [{ slug: '../x' }, '地址只能用小写字母'],
    [{ title: ' ' }, '请填写标题'],
    [{ introduction: '长'.repeat(1001) }, '导语过长'],
    [{ cover: 'https://evil.example/a.png' }, '封面应为本站图片'],
    [{ cover: '/files/202611/ab/abcd.pdf' }, '封面应为本站图片'],
    [{ cover: '/files/202611/ab/abcd.PDF?sig=1' }, '封面应为本站图片'],
  ])('%j', async (changes, message) => {
    const refused = await call('POST /admin/topic/create', { body: { ...words, ...changes } });
    expect(refused.code).toBe(400);
    expect(refused.msg).toContain(message);
  });

  test('too many posts, one twice, and too many topics', async () => {
    const id = await create();
    const many = Array.from({ length: maxTopicPosts + 1 }, (_, index) => String(index + 1));
    expect((await arrange(id, 1, many)).msg).toContain(`最多 ${maxTopicPosts} 篇`);
    expect((await arrange(id, 1, ['1', '1'])).msg).toContain('只能放一次');
    const rows = Array.from({ length: maxTopics - 1 }, (_, index) => ({ title: '专', slug: `t${index}` }));
    await portal.ctx.db.insertInto('topics').values(rows).execute();
    const refused = await call('POST /admin/topic/create', { body: { ...words, slug: 'last' } });
    expect(refused).toMatchObject({ code: 409, msg: `专题最多 ${maxTopics} 个，请先删除不用的` });
  });

  test('visitors and staff without the permission', async () => {
    expect((await portal.call('GET /admin/topic/list', {})).body.code).toBe(401);
    const { token: finance } = await logIn(portal, { role: 'finance' });
    expect((await portal.call('GET /admin/topic/list', { token: finance })).body.code).toBe(403);
  });
});

test('reads the slug of an address as the router does', () => {
  expect(topicSlugOf('/Topic/Chips/')).toBe('chips');
  expect(topicSlugOf('/topic')).toBeUndefined();
  expect(topicSlugOf('/page/chips')).toBeUndefined();
});
