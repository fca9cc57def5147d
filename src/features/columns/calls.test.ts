import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { defineColumns } from './service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const list = async () => (await portal.call('GET /reception/column/getColumnList')).body.data;

describe('columns', () => {
  test('include the built-in ones, with section codes and login required (docs/product.md §2, §9)', async () => {
    const columns = await list();
    expect(
      columns
        .slice(0, 3)
        .map(({ id, codePath, isAuth, loginAuth }: never) => [id, codePath, isAuth, loginAuth]),
    ).toEqual([
      ['1', 1, 1, 1],
      ['2', 2, 1, 1],
      ['3', 3, 1, 1],
    ]);
  });

  test('are listed by listOrder descending, with flags as 0 and 1 and children under their parent', async () => {
    // Other tests may have added columns after the built-in ones.
    const fromOtherTests = (await list()).slice(3).map(({ id }: { id: string }) => id);
    await defineColumns(portal.ctx, [
      { id: '101', columnName: '产业', listOrder: 5 },
      { id: '102', columnName: '宏观', listOrder: 9, loginAuth: 1 },
      { id: '103', columnName: '厂房', listOrder: 1, parentId: '101' },
    ]);
    const columns = (await list()).filter(({ id }: { id: string }) => !fromOtherTests.includes(id));
    expect(columns.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3', '102', '101', '103']);
    expect(columns[3]).toMatchObject({
      columnName: '宏观',
      isNav: 1,
      isAuth: 1,
      loginAuth: 1,
      parentId: null,
    });
    const children = (
      await portal.call('GET /reception/column/getColumnChildrenList', { query: { columnId: '101' } })
    ).body.data;
    expect(children.map(({ id }: { id: string }) => id)).toEqual(['103']);
    expect(columns[4].children.map(({ id }: { id: string }) => id)).toEqual(['103']);
    const unknown = await portal.call('GET /reception/column/getColumnChildrenList', {
      query: { columnId: '77' },
    });
    expect(unknown.body.data).toEqual([]);
  });

  test('pass a changed access on to posts that inherit it', async () => {
    await defineColumns(portal.ctx, [{ id: '104', columnName: '专栏' }]);
    const inherits = await addPost(portal, { columnId: '104', access: undefined });
    const own = await addPost(portal, { columnId: '104', access: 'public' });
    await defineColumns(portal.ctx, [{ id: '104', columnName: '专栏', access: 'vip' }]);
    const access = async (id: string) =>
      (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body.data.access;
    expect(await access(inherits)).toBe('vip');
    expect(await access(own)).toBe('public');
  });

  test.each([
    [{}, '栏目文件应为 JSON 数组'],
    [[{ id: 'x', columnName: '甲' }], '栏目编号（id）'],
    [[{ id: '105', columnName: '' }], '栏目名（columnName）'],
    [[{ id: '105', columnName: '甲', kind: 'video' }], '类型（kind）'],
    [[{ id: '105', columnName: '甲', isNav: 2 }], 'isNav'],
  ])('refuses %j, names the field and writes nothing', async (definitions, message) => {
    const before = await list();
    await expect(defineColumns(portal.ctx, definitions)).rejects.toThrow(message);
    expect(await list()).toEqual(before);
  });
});
