import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allImportRights } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { importContent } from './import-content.ts';

/** Written by WordPress 6.1, shortened. */
const wordpress = join(import.meta.dirname, '../../testing/exports/wordpress.xml');

/** Written by Ghost 6.65, without the tables that are not read. */
const ghost = join(import.meta.dirname, '../../testing/exports/ghost.json');

let portal: Portal;
let lines: string[];
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

/** Removes what other tests imported. */
async function clear(): Promise<void> {
  for (const table of ['posts', 'pages', 'redirects', 'sensitive_words'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
}

function load(path: string) {
  lines = [];
  return importContent(
    portal.ctx,
    {
      path,
      savedBy: null,
      rights: allImportRights,
      columnId: '2',
      media: portal.app.media,
      log: { add: async () => undefined, addMissing: async () => undefined },
      report: (line) => lines.push(line),
    },
    portal.app.extensions,
  );
}
const posts = () =>
  portal.ctx.db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select(['p.id', 'p.title', 'p.state', 'p.published_at', 'a.name as author'])
    .orderBy('p.id')
    .execute();
const pages = () =>
  portal.ctx.db
    .selectFrom('pages as p')
    .innerJoin('page_versions as v', 'v.page_id', 'p.id')
    .whereRef('v.number', '=', 'p.head_version')
    .select(['p.title', 'p.state', 'p.slug', 'v.content'])
    .orderBy('p.id')
    .execute();
const redirectOf = async (source: string) =>
  (
    await portal.ctx.db
      .selectFrom('redirects')
      .select('target')
      .where('source', '=', source)
      .executeTakeFirst()
  )?.target;

/** Adds a page that staff wrote. */
async function addPage(slug: string, title: string): Promise<void> {
  const { token } = await logIn(portal, { role: 'admin' });
  const post = async (path: string, body: object) =>
    (await portal.call(`POST /admin/page/${path}`, { body, token })).body.data;
  const { id } = await post('create', { template: 'blank' });
  await post('save', { id, base: 1, content: { title, slug, html: '<p>团队</p>' } });
  await post('publish', { id, base: 2 });
}

describe('an export of WordPress', () => {
  let reported: string[];
  beforeAll(async () => {
    await clear();
    await addPage('team', '我们的团队');
    expect(await load(wordpress)).toMatchObject({ added: 12, unchanged: 0, failed: 0, drafts: 5 });
    reported = lines;
  });

  test('adds published, scheduled and draft posts in their state, with their authors', async () => {
    expect(await posts()).toMatchObject([
      { title: '央行下调利率', state: 'published', author: '李雷' },
      { title: '没写完', state: 'draft', author: '韩梅梅' },
      { title: '等审核的', state: 'draft', author: '韩梅梅' },
      {
        title: '明年发',
        state: 'scheduled',
        author: '韩梅梅',
        published_at: new Date('2099-05-01T01:00:00Z'),
      },
      { title: '私密', state: 'draft' },
      { title: '密码', state: 'draft' },
      { title: '同号甲', state: 'published' },
      { title: '同号乙', state: 'published' },
    ]);
    expect(
      reported.flatMap((line) => /^wordpress\.xml 第 \d+ 行：(.*存为草稿.*)/.exec(line)?.[1] ?? []).sort(),
    ).toEqual([
      '《密码》存为草稿：设有密码（password）',
      '《没写完》存为草稿：写着“status: draft”',
      '《私密》存为草稿：写着“status: private”',
      '《等审核的》存为草稿：写着“status: pending”',
      '页面《草稿页》存为草稿：写着“status: draft”',
    ]);
  });

  test('adds pages as own pages at their address, beside a page that has it already', async () => {
    expect(await pages()).toMatchObject([
      { title: '我们的团队', slug: 'team' },
      { title: '关于我们', state: 'published', slug: 'about' },
      { title: '团队', state: 'published', slug: 'team-2' },
      { title: '', state: 'draft', slug: null, content: { title: '草稿页', slug: 'page-15' } },
      { title: '联系我们', state: 'published', slug: 'page-16' },
    ]);
    expect(await redirectOf('/about')).toBe('/page/about');
    expect(await redirectOf('/about/team')).toBe('/page/team-2');
    expect(await redirectOf('/联系我们')).toBe('/page/page-16');
    const { body } = await portal.call('GET /reception/getPage', { query: { slug: 'team' } });
    expect(body.data).toMatchObject({ title: '我们的团队' });
  });

  test('adds approved comments with the names of their writers, in threads of one level', async () => {
    const postId = (await posts())[0]?.id ?? '';
    const read = async (token?: string) =>
      (await portal.call('GET /reception/comment/list', { query: { postId }, ...(token ? { token } : {}) }))
        .body.data;
    const page = await read();
    expect(page).toMatchObject({
      total: 3,
      records: [
        {
          writer: { name: '路人甲', avatar: null, mark: 'guest' },
          body: '说得对 好',
          createdAt: '2022-01-02T10:00:00+08:00',
          replies: 2,
          firstReplies: [
            { writer: { name: '李雷', mark: 'guest' }, body: '谢谢', answers: null },
            { writer: { name: '路人乙' }, body: '同问\n第二行', answers: { name: '李雷' } },
          ],
        },
      ],
    });
    expect(JSON.stringify(page)).not.toContain('example.org');
    const { token } = await logIn(portal, { role: 'admin' });
    const { body } = await portal.call('GET /admin/comment/list', { query: { postId, shelf: 'all' }, token });
    expect(body.data.records.map((one: { guestName: string }) => one.guestName)).toEqual([
      '路人乙',
      '李雷',
      '路人甲',
    ]);
  });

  test('adds nothing twice', async () => {
    expect(await load(wordpress)).toEqual({ added: 0, unchanged: 12, skipped: 1, failed: 0 });
    expect(lines.filter((line) => line.includes('草稿'))).toEqual([]);
    expect(await pages()).toHaveLength(5);
    const comments = await portal.ctx.db.selectFrom('comments').select('id').execute();
    expect(comments).toHaveLength(3);
  });
});

test('hides an imported comment whose text or writer’s name has a sensitive word until staff show it', async () => {
  await clear();
  const { token } = await logIn(portal, { role: 'admin' });
  for (const [word, level] of [
    ['谢谢', 'block'],
    ['路人甲', 'review'],
    ['同问', 'warn'],
  ])
    expect((await portal.call('POST /admin/word/add', { body: { word, level }, token })).body).toMatchObject({
      code: 200,
    });
  await load(wordpress);
  const { records } = (await portal.call('GET /admin/comment/list', { query: { shelf: 'hidden' }, token }))
    .body.data;
  const shown = records.map(({ guestName, reason }: Record<string, string>) => [guestName, reason]);
  expect(shown.sort()).toEqual([
    ['李雷', '导入时含有敏感词：谢谢'],
    ['路人甲', '导入时含有敏感词：路人甲'],
  ]);
});

test('adds posts and pages of an export of Ghost, with its cards, and foreign players as links', async () => {
  await clear();
  expect(await load(ghost)).toMatchObject({ added: 6, failed: 0 });
  expect(await posts()).toMatchObject([
    { title: '公开的', state: 'published', author: '长堤' },
    { title: '会员的', state: 'published' },
    { title: '付费的', state: 'published' },
    { title: '草稿', state: 'draft' },
    { title: '定时的', state: 'scheduled', published_at: new Date('2099-05-01T01:00:00Z') },
  ]);
  expect(await pages()).toMatchObject([{ title: '关于', state: 'published', slug: 'about-2' }]);
  expect(await redirectOf('/about-2')).toBe('/page/about-2');
  const { html } = await portal.ctx.db
    .selectFrom('post_bodies as b')
    .innerJoin('posts as p', 'p.id', 'b.post_id')
    .select('b.html')
    .where('p.title', '=', '公开的')
    .executeTakeFirstOrThrow();
  expect(html).toMatch(
    /<figure class="figure bookmark"><a href="https:\/\/example\.org\/a"[^>]*>一篇别处的文章<\/a><p>它的说明<\/p>/,
  );
  expect(html).toMatch(/<a href="https:\/\/www\.youtube\.com\/watch\?v=abc"[^>]*>一段视频<\/a>/);
});
