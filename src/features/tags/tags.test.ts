import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAdminPost, withdrawPost } from '#features/posts/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { waitFor } from '#testing/wait-for.ts';
import { foldTagCounts, tidyTags } from './counts.ts';
import { runNextTagChange } from './run-changes.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { db } = portal.ctx;
  for (const table of ['posts', 'tag_deltas', 'tags', 'tag_names', 'tag_changes'] as const)
    await db.deleteFrom(table).execute();
});

const call = async (key: string, options: object = {}) =>
  (await portal.call(key, { token, ...options })).body;
const list = async (query: Record<string, string> = {}) => {
  await foldTagCounts(portal.ctx);
  return (await call('GET /admin/tag/list', { query })).data;
};
const counts = async () =>
  Object.fromEntries(
    (await list({ size: '100' })).records.map(({ name, posts }: { name: string; posts: number }) => [
      name,
      posts,
    ]),
  );
const idOf = async (name: string): Promise<string> =>
  (await list({ size: '100' })).records.find((tag: { name: string }) => tag.name === name)?.id ?? '999999';
const rename = async (from: string, name: string) =>
  call('POST /admin/tag/rename', { body: { id: await idOf(from), name } });
const merge = async (from: string[], into: string) =>
  call('POST /admin/tag/merge', {
    body: { ids: await Promise.all(from.map(idOf)), intoId: await idOf(into) },
  });
const remove = async (...names: string[]) =>
  call('POST /admin/tag/delete', { body: { ids: await Promise.all(names.map(idOf)) } });
const runAll = async () => {
  while (await runNextTagChange(portal.ctx));
};
const tagsOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('posts').select('tags').where('id', '=', id).executeTakeFirstOrThrow())
    .tags;
const labelsOf = async (id: string) =>
  (
    await portal.ctx.db
      .selectFrom('post_labels')
      .select('label')
      .where('post_id', '=', id)
      .where('type', '=', 'tag')
      .execute()
  ).map(({ label }) => label);
const tag = (name: string) => call('GET /reception/tag', { query: { name } });
const titles = async (name: string) =>
  (await call('GET /reception/tagPosts', { query: { name } })).data.records.map(
    ({ title }: { title: string }) => title,
  );

describe('the list', () => {
  test('counts published posts only, is searched, and is paged in each order', async () => {
    for (const tags of [['a', 'b', 'c%'], ['a', 'b'], ['a'], ['d']]) await addPost(portal, { tags });
    await addPost(portal, { tags: ['草稿的'], state: 'draft', publishedAt: null });
    const withdrawn = await addPost(portal, { tags: ['b', '撤回的'] });
    await withdrawPost(portal.ctx, withdrawn);
    for (const [sort, expected] of [
      ['-posts', ['a', 'b', 'd', 'c%']],
      ['posts', ['c%', 'd', 'b', 'a']],
      ['name', ['a', 'b', 'c%', 'd']],
      ['-name', ['d', 'c%', 'b', 'a']],
    ] as const) {
      const names: string[] = [];
      let cursor: string | null = '';
      do {
        const page = await list({ sort, size: '1', ...(cursor && { cursor }) });
        expect(page.total).toBe(4);
        names.push(page.records[0].name);
        cursor = page.cursor;
      } while (cursor);
      expect([...names].sort()).toEqual([...expected].sort());
      if (sort.endsWith('name')) expect(names).toEqual(expected);
      else
        expect(names.filter((name) => 'ab'.includes(name))).toEqual(
          expected.filter((name) => 'ab'.includes(name)),
        );
    }
    expect((await list({ keyword: 'C%' })).records).toMatchObject([{ name: 'c%', posts: 1 }]);
    expect(await call('GET /admin/tag/list', { query: { cursor: 'x' } })).toMatchObject({ code: 400 });
    await portal.ctx.db.deleteFrom('tags').execute();
    await tidyTags(portal.ctx);
    expect(await counts()).toEqual({ a: 3, b: 2, 'c%': 1, d: 1 });
  });
});

describe('a renamed tag', () => {
  test('changes on posts in any state, in their versions, in lists and in what is saved later', async () => {
    const published = await addPost(portal, { title: '已发布', tags: ['旧', '别的'] });
    const draft = await addPost(portal, { tags: ['旧'], state: 'draft', publishedAt: null });
    const edited = await addPost(portal, { tags: ['无关'] });
    const { content } = await readAdminPost(portal.ctx, edited);
    const save = (base: number) =>
      call('POST /admin/post/save', {
        body: { id: edited, base, content: { ...content, tags: ['旧', '新'] } },
      });
    expect(await save(0)).toMatchObject({ code: 200 });
    await call('POST /admin/tag/describe', { body: { id: await idOf('旧'), description: '一段\n介绍' } });
    expect(await rename('旧', '新')).toMatchObject({ code: 200, data: { posts: 1 } });
    expect(await rename('旧', '更新')).toMatchObject({ code: 409, msg: expect.stringContaining('正在改名') });
    expect((await list()).changes).toMatchObject([
      { kind: 'rename', names: ['旧'], target: '新', state: 'queued', done: 0, total: 1 },
    ]);
    // No post has the new name yet, so readers still find the old one.
    expect((await tag('旧')).data.name).toBe('旧');
    await runAll();
    expect((await tag('旧')).data).toEqual({ name: '新', description: '' });
    expect((await tag('新')).data).toEqual({ name: '新', description: '一段 介绍' });
    expect(await titles('新')).toEqual(['已发布']);
    expect(await titles('旧')).toEqual([]);
    expect(await tagsOf(published)).toEqual(['新', '别的']);
    expect(await tagsOf(draft)).toEqual(['新']);
    expect((await readAdminPost(portal.ctx, edited)).content.tags).toEqual(['新']);
    expect((await list()).changes).toEqual([]);
    expect(await tagsOf(await addPost(portal, { tags: ['别的', '旧'] }))).toEqual(['别的', '新']);
    expect((await call('GET /admin/tag/detail', { query: { id: await idOf('新') } })).data).toMatchObject({
      formerNames: ['旧'],
    });
  });

  test('keeps all former names, takes one back, and frees one', async () => {
    const id = await addPost(portal, { tags: ['一'] });
    for (const [from, to] of [
      ['一', '二'],
      ['二', '三'],
      ['三', '一'],
    ] as const) {
      expect(await rename(from, to)).toMatchObject({ code: 200 });
      await runAll();
      expect(await tagsOf(id)).toEqual([to]);
    }
    for (const name of ['一', '二', '三']) expect((await tag(name)).data.name).toBe('一');
    await addPost(portal, { tags: ['四'] });
    expect(await rename('四', '二')).toMatchObject({ code: 409, msg: expect.stringContaining('旧名') });
    expect(await call('POST /admin/tag/freeName', { body: { name: '二' } })).toMatchObject({ data: true });
    expect(await call('POST /admin/tag/freeName', { body: { name: '二' } })).toMatchObject({ data: false });
    expect((await tag('二')).code).toBe(404);
    expect(await tagsOf(await addPost(portal, { tags: ['二'] }))).toEqual(['二']);
  });

  test.each([
    ['', '请填写标签名'],
    ['a,b', '逗号'],
    ['..', '只有点'],
    ['长'.repeat(31), '最多 30 个字'],
    ['旧', '一样'],
    ['别的', '请改用合并'],
  ])('is not called %j', async (name, message) => {
    await addPost(portal, { tags: ['旧', '别的'] });
    expect((await rename('旧', name)).msg).toContain(message);
    expect((await list()).changes).toEqual([]);
  });
});

test('a rename waits for a post that is being saved under the old name, and changes it', async () => {
  await addPost(portal, { tags: ['旧'] });
  const id = await addPost(portal, { state: 'draft', publishedAt: null });
  const renaming = await inTransaction(portal.ctx, async (trx) => {
    await trx
      .updateTable('posts')
      .set({ tags: ['旧'] })
      .where('id', '=', id)
      .execute();
    const answer = { promise: rename('旧', '新') };
    await waitFor(async () => {
      const waiting = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        portal.ctx.db,
      );
      expect(waiting.rows).toHaveLength(1);
    });
    return answer;
  });
  expect(await renaming.promise).toMatchObject({ code: 200 });
  await runAll();
  expect(await tagsOf(id)).toEqual(['新']);
});

test('merged tags become one on each post, and keep the description of the target', async () => {
  const id = await addPost(portal, { tags: ['AI', '大模型', '人工智能'] });
  await addPost(portal, { tags: ['大模型'] });
  for (const [name, description] of [
    ['AI', '英文'],
    ['人工智能', '中文'],
  ] as const)
    await call('POST /admin/tag/describe', { body: { id: await idOf(name), description } });
  expect(await merge(['AI', '大模型'], '人工智能')).toMatchObject({ data: { posts: 3 } });
  await runAll();
  expect(await tagsOf(id)).toEqual(['人工智能']);
  expect(await counts()).toEqual({ 人工智能: 2 });
  expect((await tag('AI')).data).toEqual({ name: '人工智能', description: '' });
  expect((await tag('人工智能')).data.description).toBe('中文');
  expect((await merge(['人工智能'], '人工智能')).msg).toContain('它自己');
  expect(await merge(['没有'], '人工智能')).toMatchObject({ code: 404 });
});

test('a deleted tag leaves all posts, also those saved meanwhile, and may be used again later', async () => {
  const id = await addPost(portal, { tags: ['删', '留'] });
  expect(await remove('删')).toMatchObject({ data: { posts: 1 } });
  expect((await tag('删')).code).toBe(404);
  expect(await tagsOf(await addPost(portal, { tags: ['删', '留'] }))).toEqual(['留']);
  await runAll();
  expect(await tagsOf(id)).toEqual(['留']);
  expect(await counts()).toEqual({ 留: 2 });
  expect(await tagsOf(await addPost(portal, { tags: ['删'] }))).toEqual(['删']);
  expect((await tag('删')).data.name).toBe('删');
});

test('a withdrawn post, a draft and a locked text never show on the page of a tag', async () => {
  await addPost(portal, { title: '草稿', tags: ['甲'], state: 'draft', publishedAt: null });
  expect((await tag('甲')).code).toBe(404);
  const id = await addPost(portal, { title: '快讯', tags: ['甲'], columnId: '1' });
  const body = '<p>开放。</p><div data-paywall></div><p>锁住的秘密。</p>';
  await addPost(portal, { title: '付费', tags: ['甲'], access: 'vip', body });
  expect(await titles('甲')).toEqual(['付费', '快讯']);
  const { records } = (await portal.call('GET /reception/tagPosts', { query: { name: '甲' } })).body.data;
  expect(JSON.stringify(records)).not.toContain('秘密');
  await withdrawPost(portal.ctx, id);
  expect(await titles('甲')).toEqual(['付费']);
});

test('every change forgets the cached pages that show tags, and those of the posts that it changes', async () => {
  const id = await addPost(portal, { tags: ['一', '二'] });
  const tagId = await idOf('一');
  const ofPost = ['column:2', `post:${id}`, 'posts', 'tags'];
  const fold = () => foldTagCounts(portal.ctx);
  const changes: [string, string[], () => Promise<unknown>][] = [
    [
      'describe',
      ['tags'],
      () => call('POST /admin/tag/describe', { body: { id: tagId, description: '介绍' } }),
    ],
    ['rename', ['tags'], () => rename('一', '三')],
    ['the posts of a renamed tag', ofPost, runAll],
    ['the counts after a change', ['tags'], fold],
    ['the counts without one', [], fold],
    ['free a name', ['tags'], () => call('POST /admin/tag/freeName', { body: { name: '一' } })],
    ['merge', ['tags'], () => merge(['二'], '三')],
    ['the posts of a merged tag', ofPost, runAll],
    ['delete', ['tags'], () => remove('三')],
    ['the posts of a deleted tag', ofPost, runAll],
    ['recount', ['tags'], () => tidyTags(portal.ctx)],
  ];
  for (const [name, tags, change] of changes) {
    // The look-ups of ids fold counts; what is waiting must not hide a missing purge.
    if (!name.startsWith('the counts')) await fold();
    expect(await purgedBy(portal, change), name).toEqual(tags);
  }
});

test('audits every change', async () => {
  await addPost(portal, { tags: ['审一', '审二'] });
  await call('POST /admin/tag/describe', { body: { id: await idOf('审一'), description: '新' } });
  await merge(['审二'], '审一');
  await runAll();
  await rename('审一', '审三');
  await runAll();
  await call('POST /admin/tag/freeName', { body: { name: '审二' } });
  await remove('审三');
  const { token: admin } = await logIn(portal, { role: 'admin' });
  const { data } = (await portal.call('GET /admin/audit/list', { token: admin })).body;
  expect(data.records.slice(0, 5)).toMatchObject([
    { action: 'tag.delete', target: 'tag:审三', before: { name: '审三', description: '新', posts: 1 } },
    { action: 'tag.freeName', target: 'tag:审三', before: { name: '审二' } },
    { action: 'tag.rename', before: { name: '审一' }, after: { name: '审三' } },
    { action: 'tag.merge', before: { names: ['审二'] }, after: { name: '审一' } },
    { action: 'tag.describe', before: { description: '' }, after: { description: '新' } },
  ]);
});

test.each([
  'GET /admin/tag/list',
  'GET /admin/tag/detail',
  'POST /admin/tag/rename',
  'POST /admin/tag/merge',
  'POST /admin/tag/delete',
  'POST /admin/tag/describe',
  'POST /admin/tag/freeName',
])('%s needs the permission for tags', async (key) => {
  const options = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.call(key, options)).status).toBe(401);
  for (const role of [undefined, 'reviewer']) {
    const { token: other } = await logIn(portal, role === undefined ? {} : { role });
    expect((await portal.call(key, { ...options, token: other })).status).toBe(403);
  }
});

const names = ['a', 'b', 'c', 'd'];
const name = fc.constantFrom(...names);
const step = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), from: name, to: fc.constantFrom(...names, 'e', 'f') }),
  fc.record({ kind: fc.constant('merge' as const), from: name, to: name }),
  fc.record({ kind: fc.constant('delete' as const), from: name }),
  fc.record({ kind: fc.constant('save' as const), tags: fc.uniqueArray(name, { minLength: 1 }) }),
  // The worker dies after so many batches.
  fc.record({ kind: fc.constant('run' as const), batches: fc.integer({ min: 1, max: 4 }) }),
);

/** Replays what readers expect of each change: every post has the tag that each of its names leads to, once. */
class Model {
  readonly posts = new Map<string, string[]>();
  readonly renamed = new Map<string, string>();

  rename(from: string, to: string) {
    this.renamed.delete(to);
    for (const [name, tag] of this.renamed) if (tag === from) this.renamed.set(name, to);
    this.renamed.set(from, to);
    this.#replace((tag) => [tag === from ? to : tag]);
  }

  delete(from: string) {
    for (const [name, tag] of this.renamed) if (tag === from) this.renamed.delete(name);
    this.#replace((tag) => (tag === from ? [] : [tag]));
  }

  save(id: string, tags: readonly string[], deleted: readonly string[]) {
    const kept = tags.filter((tag) => !deleted.includes(tag)).map((tag) => this.renamed.get(tag) ?? tag);
    this.posts.set(id, [...new Set(kept)]);
  }

  #replace(change: (tag: string) => string[]) {
    for (const [id, tags] of this.posts) this.posts.set(id, [...new Set(tags.flatMap(change))]);
  }
}

async function runUntilKilled(batches: number): Promise<void> {
  await portal.ctx.db
    .updateTable('tag_changes')
    .set({ due_at: new Date(0) })
    .execute();
  let left = batches;
  const onBatch = () => {
    left -= 1;
    if (left <= 0) throw new Error('killed');
  };
  await runNextTagChange(portal.ctx, { batchSize: 1, onBatch }).catch((error: Error) => {
    if (error.message !== 'killed') throw error;
  });
}

test('renames, merges and deletions never lose or duplicate a tag, in any order and wherever the worker is killed', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { db } = portal.ctx;
      for (const table of ['posts', 'tag_deltas', 'tags', 'tag_names', 'tag_changes'] as const)
        await db.deleteFrom(table).execute();
      const model = new Model();
      const save = async (tags: string[]) => {
        const open = await db
          .selectFrom('tag_changes')
          .select('names')
          .where('kind', '=', 'delete')
          .where('state', 'in', ['queued', 'running'])
          .execute();
        const id = await addPost(portal, { tags });
        model.save(
          id,
          tags,
          open.flatMap((change) => change.names),
        );
      };
      for (const tags of [['a', 'b'], ['b'], ['c', 'a', 'd']]) await save(tags);
      for (const next of steps) {
        if (next.kind === 'save') await save(next.tags);
        else if (next.kind === 'run') await runUntilKilled(next.batches);
        else if (next.kind === 'delete') {
          if ((await remove(next.from)).code === 200) model.delete(next.from);
        } else {
          const changed = await (next.kind === 'merge'
            ? merge([next.from], next.to)
            : rename(next.from, next.to));
          if (changed.code === 200) model.rename(next.from, next.to);
        }
      }
      await db
        .updateTable('tag_changes')
        .set({ due_at: new Date(0) })
        .execute();
      await runAll();
      const expected: Record<string, number> = {};
      for (const [id, tags] of model.posts) {
        expect(await tagsOf(id)).toEqual(tags);
        expect((await labelsOf(id)).sort()).toEqual([...tags].sort());
        for (const one of tags) expected[one] = (expected[one] ?? 0) + 1;
      }
      expect(await counts()).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
