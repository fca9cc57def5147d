import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import type { AdminColumn } from './schema.ts';
import { createPlainColumn } from './service.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const tree = async (): Promise<{ mark: string; columns: AdminColumn[] }> =>
  (await portal.call('GET /admin/column/tree', { token: editor })).body.data;
const post = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/column/${path}`, { body, token })).body;
const columnsOfReaders = async () => (await portal.call('GET /reception/column/getColumnList')).body.data;
const find = async (id: string) => {
  const found = (await tree()).columns.find((column) => column.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const fieldsOf = ({ pieces: _, isBuiltIn: __, ...fields }: AdminColumn) => fields;

let serial = 0;
async function createColumn(more: object = {}): Promise<string> {
  serial += 1;
  const { code, msg, data } = await post('create', { columnName: `栏目${serial}`, ...more });
  expect(msg).toBe('操作成功');
  expect(code).toBe(200);
  return data.id;
}

describe('creating and changing columns', () => {
  test("adds a column to the end of the reader's menu at once, open and with its own id", async () => {
    const id = await createColumn({ columnName: '𠮷利观察' });
    const columns = await columnsOfReaders();
    expect(columns.find((column: { id: string }) => column.id === id)).toMatchObject({
      columnName: '𠮷利观察',
      kind: 'article',
      isNav: 1,
      isAuth: 1,
      loginAuth: 0,
      keepAlive: 1,
      codePath: null,
    });
    const next = await createColumn();
    expect(Number(next)).toBeGreaterThan(Number(id));
    expect((await find(next)).listOrder).toBeGreaterThan(0);
    expect((await find(next)).listOrder).toBeLessThanOrEqual((await find(id)).listOrder);
  });

  test('admits to the new child column of an import the readers of its parent only', async () => {
    const parentId = await createColumn({ access: 'vip', loginAuth: 1 });
    const create = (name: string, parent: string | null) =>
      inTransaction(portal.ctx, (trx) => createPlainColumn(portal.ctx, trx, name, parent));
    const child = await create('导入的子栏目', parentId);
    expect(await find(child.id)).toMatchObject({ parentId, access: 'vip', loginAuth: 1 });
    const top = await create('导入的栏目', null);
    expect(await find(top.id)).toMatchObject({ parentId: null, access: 'public', loginAuth: 0 });
  });

  test('skips an id that an import used', async () => {
    const id = await createColumn();
    const taken = String(Number(id) + 1);
    await portal.ctx.db
      .insertInto('columns')
      .values({ id: taken, name: '来自文件', kind: 'article' })
      .execute();
    expect(Number(await createColumn())).toBeGreaterThan(Number(taken));
  });

  test('changes every field and records the changes in the audit log', async () => {
    const id = await createColumn();
    const changes = {
      columnName: '改名以后',
      description: '说明',
      access: 'vip',
      listOrder: 77,
      isNav: 0,
      isAuth: 0,
      loginAuth: 1,
      noMenu: 1,
      menuType: 2,
      icon: 'wave',
      keepAlive: 0,
      breadShow: 0,
      hideChild: 1,
    };
    expect(await post('save', { ...fieldsOf(await find(id)), ...changes })).toMatchObject({ code: 200 });
    expect(await find(id)).toMatchObject(changes);
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: `column:${id}` },
      token: admin,
    });
    expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
      'column.save',
      'column.create',
    ]);
    expect(body.data.records[0]).toMatchObject({ after: changes, before: { access: 'public' } });
    expect(body.data.records[0].after).not.toHaveProperty('kind');
  });

  test('changes the access of posts that inherit it and of no others', async () => {
    const id = await createColumn();
    const follows = await addPost(portal, { columnId: id, access: undefined });
    const keeps = await addPost(portal, { columnId: id, access: 'public' });
    await post('save', { ...fieldsOf(await find(id)), access: 'member' });
    const access = async (postId: string) =>
      (await portal.call('POST /reception/article/selectArticle', { query: { id: postId } })).body.data
        .access;
    expect([await access(follows), await access(keeps)]).toEqual(['member', 'public']);
  });

  test('rejects the second of two concurrent saves and changes nothing', async () => {
    const id = await createColumn();
    const opened = fieldsOf(await find(id));
    const answers = await Promise.all([
      post('save', { ...opened, description: '甲写的' }),
      post('save', { ...opened, description: '乙写的' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const first = answers[0].code === 200 ? '甲写的' : '乙写的';
    expect(answers.find(({ code }) => code === 409).msg).toContain('刚被别人改过');
    expect((await find(id)).description).toBe(first);
  });

  test.each([
    [{ columnName: ' ' }, '栏目名'],
    [{ columnName: '\u200b\u3164' }, '栏目名'],
    [{ columnName: '长'.repeat(21) }, '最多 20 个字'],
    [{ access: 'all' }, '可见范围'],
    [{ isNav: true }, '对读者开放'],
    [{ listOrder: 999999999 }, '排序'],
    [{ menuType: 1.5 }, '菜单类型'],
    [{ icon: '<svg>' }, '图标'],
    [{ parentId: 'x' }, '上级栏目'],
    [{ parentId: '999999' }, '上级栏目不存在'],
    [{ codePath: 3 }, '栏目编码'],
    [{ kind: 'news' }, '类型'],
  ])('refuses %j, names the field and changes nothing', async (changes, message) => {
    const id = await createColumn();
    const before = await find(id);
    const answer = await post('save', { ...fieldsOf(before), ...changes });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await find(id)).toEqual(before);
  });

  test('refuses a name in use', async () => {
    const id = await createColumn();
    const { columnName } = await find(id);
    expect(await post('create', { columnName })).toMatchObject({ code: 409 });
    const other = await createColumn();
    expect(await post('save', { ...fieldsOf(await find(other)), columnName })).toMatchObject({ code: 409 });
  });

  test('fixes kind and code of the built-in ones but lets them be opened to everyone', async () => {
    const news = await find('1');
    expect(await post('save', { ...fieldsOf(news), codePath: 2 })).toMatchObject({ code: 400 });
    expect(await post('save', { ...fieldsOf(news), loginAuth: 0 })).toMatchObject({ code: 200 });
    expect((await columnsOfReaders()).find(({ id }: { id: string }) => id === '1')).toMatchObject({
      loginAuth: 0,
      codePath: 1,
    });
  });

  test('returns not found for a deleted column', async () => {
    const id = await createColumn();
    const opened = fieldsOf(await find(id));
    await post('delete', { id });
    expect(await post('save', opened)).toMatchObject({ code: 404 });
    expect(await post('delete', { id })).toMatchObject({ code: 404 });
  });
});

describe('arranging columns', () => {
  const orderOf = async (change: (order: { id: string; parentId: string | null }[]) => void) => {
    const { mark, columns } = await tree();
    const order = columns.map(({ id, parentId }) => ({ id, parentId }));
    change(order);
    return { mark, columns: order };
  };

  test("saves the whole order, which the reader's menu follows", async () => {
    const [one, two] = [await createColumn(), await createColumn()];
    const answer = await post(
      'arrange',
      await orderOf((order) => {
        order.sort((a, b) => Number(b.id === two) - Number(a.id === two));
        for (const column of order) if (column.id === one) column.parentId = two;
      }),
    );
    expect(answer).toMatchObject({ code: 200 });
    const columns = (await columnsOfReaders()).filter(({ noMenu }: { noMenu: number }) => noMenu === 0);
    expect(columns[0].id).toBe(two);
    expect(columns[0].children.map(({ id }: { id: string }) => id)).toEqual([one]);
  });

  test('rejects the second of two concurrent arrangements', async () => {
    const order = await orderOf((columns) => columns.reverse());
    const other = await orderOf((columns) => columns.sort((a, b) => Number(a.id) - Number(b.id)));
    expect(await post('arrange', order)).toMatchObject({ code: 200 });
    expect(await post('arrange', other)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('刚被别人改过'),
    });
  });

  test('refuses a column below itself, a third level and a parent of a built-in column', async () => {
    const [top, middle, low] = [await createColumn(), await createColumn(), await createColumn()];
    const arrange = async (pairs: Record<string, string>) =>
      post(
        'arrange',
        await orderOf((order) => {
          for (const column of order) column.parentId = pairs[column.id] ?? column.parentId;
        }),
      );
    const before = await tree();
    expect(await arrange({ [top]: top })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('自己下面'),
    });
    expect(await arrange({ [top]: middle, [middle]: top })).toMatchObject({ code: 400 });
    expect(await arrange({ [middle]: top, [low]: middle })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('最多两级'),
    });
    expect(await arrange({ '2': top })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('内置栏目'),
    });
    expect(await arrange({ [low]: '987654' })).toMatchObject({ code: 400 });
    expect(await tree()).toEqual(before);
  });

  test('refuses an order in which a column is missing or duplicated', async () => {
    expect(await post('arrange', await orderOf((order) => order.pop()))).toMatchObject({ code: 400 });
    expect(
      await post(
        'arrange',
        await orderOf((order) => {
          order.push({ id: '1', parentId: null });
        }),
      ),
    ).toMatchObject({ code: 400 });
  });
});

describe('deleting a column', () => {
  test('deletes an empty one immediately', async () => {
    const id = await createColumn();
    expect(await post('delete', { id })).toMatchObject({ code: 200, data: { moved: 0 } });
    expect((await columnsOfReaders()).map((column: { id: string }) => column.id)).not.toContain(id);
  });

  test('refuses one with content, naming the count, and moves the content if a target is given', async () => {
    const [id, into] = [await createColumn(), await createColumn({ access: 'vip' })];
    const out = await addPost(portal, { columnId: id, access: undefined, tags: ['搬家'] });
    await addPost(portal, { columnId: id, access: undefined, state: 'draft', publishedAt: null });
    expect((await find(id)).pieces).toEqual({ draft: 1, scheduled: 0, published: 1, withdrawn: 0 });
    expect(await post('delete', { id })).toMatchObject({ code: 409, msg: expect.stringContaining('2 篇') });
    expect(await post('delete', { id, moveTo: into })).toMatchObject({ code: 200, data: { moved: 2 } });
    expect((await find(into)).pieces).toEqual({ draft: 1, scheduled: 0, published: 1, withdrawn: 0 });
    const { data } = (await portal.call('POST /reception/article/selectArticle', { query: { id: out } }))
      .body;
    expect(data).toMatchObject({ columnId: into, access: 'vip', locked: true });
    const tagged = await portal.call('GET /reception/article/getResearchArticleList', {
      query: { columnId: into, tag: '搬家' },
    });
    expect(tagged.body.data.records.map((record: { id: string }) => record.id)).toEqual([out]);
  });

  test('moves saved, unpublished versions too, which can then be published', async () => {
    const [id, into] = [await createColumn(), await createColumn()];
    const callPostAdmin = async (path: string, body: object) =>
      (await portal.call(`POST /admin/post/${path}`, { body, token: editor })).body;
    const { data } = await callPostAdmin('create', { columnId: id, title: '写到一半' });
    const opened = (await portal.call('GET /admin/post/detail', { query: { id: data.id }, token: editor }))
      .body.data;
    const saved = await callPostAdmin('save', {
      id: data.id,
      base: opened.version,
      content: { ...opened.content, access: 'public', html: '<p>写好了。</p>' },
    });
    await post('delete', { id, moveTo: into });
    expect(await callPostAdmin('publish', { id: data.id, base: saved.data.version })).toMatchObject({
      code: 200,
    });
    const read = await portal.call('POST /reception/article/selectArticle', { query: { id: data.id } });
    expect(read.body.data).toMatchObject({ columnId: into });
  });

  test('moves content only to another column of the same kind', async () => {
    const id = await createColumn();
    await addPost(portal, { columnId: id });
    for (const [moveTo, message] of [
      ['1', '另一类内容'],
      [id, '不存在'],
      ['999999', '不存在'],
      ['x', '移入栏目'],
    ])
      expect(await post('delete', { id, moveTo })).toMatchObject({
        code: 400,
        msg: expect.stringContaining(message as string),
      });
    expect((await find(id)).pieces.published).toBe(1);
  });

  test('refuses built-in columns and parents', async () => {
    expect(await post('delete', { id: '2' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('内置'),
    });
    const id = await createColumn();
    await createColumn({ parentId: id });
    expect(await post('delete', { id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('1 个栏目'),
    });
  });

  test('refuses the target column of a feed', async () => {
    const id = await createColumn();
    await portal.ctx.db
      .insertInto('feed_sources')
      .values({ name: '源', url: 'https://a.example/feed', column_id: id })
      .execute();
    expect(await post('delete', { id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('订阅源'),
    });
  });

  test('refuses a column with subscribers until their subscriptions expire', async () => {
    const id = await createColumn();
    const { memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('grants')
      .values({ member_id: memberId, scope: 'column', target_id: id, source: 'test' })
      .execute();
    expect(await post('delete', { id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('1 位读者'),
    });
    await portal.ctx.db
      .updateTable('grants')
      .set({ starts_at: new Date(1000), ends_at: new Date(2000) })
      .where('target_id', '=', id)
      .execute();
    expect(await post('delete', { id })).toMatchObject({ code: 200 });
  });
});

test('invalidates everything that shows columns after creating, saving, arranging and deleting', async () => {
  const id = await createColumn();
  const changes: Record<string, () => Promise<unknown>> = {
    create: () => createColumn(),
    save: async () => post('save', { ...fieldsOf(await find(id)), columnName: '改了名' }),
    arrange: async () => post('arrange', await tree()),
    delete: () => post('delete', { id }),
  };
  for (const [name, change] of Object.entries(changes))
    expect(await purgedBy(portal, change), name).toContain('columns');
});

test('forgets the posts and both lists when a column passes its access on, or is deleted with its posts', async () => {
  const [id, into] = [await createColumn(), await createColumn()];
  const postId = await addPost(portal, { columnId: id, access: undefined });
  const fields = fieldsOf(await find(id));
  expect(await purgedBy(portal, () => post('save', { ...fields, access: 'vip' }))).toEqual([
    `column:${id}`,
    'columns',
    `post:${postId}`,
    'posts',
  ]);
  expect(await purgedBy(portal, () => post('delete', { id, moveTo: into }))).toEqual(
    [`column:${id}`, `column:${into}`, 'columns', `post:${postId}`, 'posts'].sort(),
  );
});

test.each([
  ['GET', 'tree'],
  ['POST', 'create'],
  ['POST', 'save'],
  ['POST', 'arrange'],
  ['POST', 'delete'],
])('%s /admin/column/%s needs columns.manage, before anything else', async (method, path) => {
  const callAs = async (token?: string) =>
    (
      await portal.call(`${method} /admin/column/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await callAs()).toBe(401);
  expect(await callAs((await logIn(portal)).token)).toBe(403);
  expect(await callAs((await logIn(portal, { role: 'reviewer' })).token)).toBe(403);
});
