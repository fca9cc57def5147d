import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'reviewer' })).token;
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string> = {}) =>
  (await portal.call(`GET /admin/word/${path}`, { query, token })).body;
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/word/${path}`, { body, token })).body;
const tryText = async (text: string) =>
  (await portal.call('POST /admin/moderation/try', { body: { text }, token })).body.data;

async function importList(bytes: Buffer, fields: Record<string, string> = {}, name = '词表.txt') {
  const multipart = new FormData();
  multipart.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) multipart.append(field, value);
  const request = new Request('http://portal.invalid/', { method: 'POST', body: multipart });
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/word/import',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json();
}

describe('the list of sensitive words', () => {
  test('adds a word in normal form, finds it in a text, changes and deletes it', async () => {
    const { data } = await post('add', { word: ' 内 幕*消息 ', level: 'block', category: '证券' });
    expect(await tryText('有内_幕 消息要卖')).toMatchObject([
      { word: '内幕消息', level: 'block', category: '证券', found: '内_幕 消息', label: '文字' },
    ]);
    expect(await post('save', { id: data.id, level: 'warn', category: '' })).toMatchObject({ code: 200 });
    expect(await tryText('内幕消息')).toMatchObject([{ level: 'warn', category: '' }]);
    expect(await post('delete', { ids: [data.id] })).toMatchObject({ data: 1 });
    expect(await tryText('内幕消息')).toEqual([]);
    expect(await post('save', { id: data.id, level: 'warn' })).toMatchObject({ code: 404 });
  });

  test('is read anew by every process after each change', async () => {
    const { data } = await post('add', { word: '改动之前', level: 'block' });
    const changes: Record<string, () => Promise<unknown>> = {
      add: () => post('add', { word: '刚刚添加', level: 'block' }),
      save: () => post('save', { id: data.id, level: 'warn', category: '' }),
      delete: () => post('delete', { ids: [data.id] }),
      import: () => importList(Buffer.from('导入的词\n')),
    };
    for (const [name, change] of Object.entries(changes))
      expect(await purgedBy(portal, change), name).toEqual(['sensitive-words']);
  });

  test('is filtered by prefix, level and category', async () => {
    for (const [word, level] of [
      ['查询甲一', 'block'],
      ['查询甲二', 'warn'],
      ['查询乙', 'block'],
    ])
      await post('add', { word, level, category: '查' });
    const words = async (query: Record<string, string>) =>
      (await get('list', query)).data.records.map(({ word }: { word: string }) => word);
    expect(await words({ category: '查' })).toEqual(['查询乙', '查询甲二', '查询甲一']);
    expect(await words({ prefix: '查 询甲' })).toEqual(expect.arrayContaining(['查询甲一', '查询甲二']));
    expect(await words({ prefix: '查询甲', level: 'warn' })).toEqual(['查询甲二']);
    expect(await words({ prefix: '%' })).toEqual([]);
    expect((await get('categories')).data).toContainEqual({ category: '查', words: 3 });
  });

  test.each([
    ['newest first', { category: '翻页' }],
    ['by beginning', { prefix: '翻页' }],
  ])('is paged to its end by cursor, %s, also if a word on the way was deleted', async (_, query) => {
    for (const name of ['丁', '甲', '丙', '乙', '戊'])
      await post('add', { word: `翻页${name}`, level: 'warn', category: '翻页' });
    const read = async (cursor?: string) =>
      (await get('list', { ...query, size: '2', ...(cursor && { cursor }) })).data;
    const whole = (await get('list', { ...query, size: '100' })).data.records;
    const first = await read();
    await post('delete', { ids: [first.records[1].id] });
    const second = await read(first.cursor);
    const third = await read(second.cursor);
    expect([...first.records, ...second.records, ...third.records]).toEqual(whole);
    expect(third).toMatchObject({ cursor: null });
    await post('delete', { ids: whole.map(({ id }: { id: string }) => id) });
  });

  test('rejects a malformed cursor', async () => {
    expect(await get('list', { cursor: '不是编号' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('游标'),
    });
  });

  test('reports a conflict for a listed word, and rejects a word of punctuation only', async () => {
    await post('add', { word: '重复', level: 'warn' });
    expect(await post('add', { word: '重 复', level: 'block' })).toMatchObject({ code: 409 });
    expect(await post('add', { word: '   ', level: 'block' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('敏感词'),
    });
  });

  test.each([
    ['add', { word: 'x'.repeat(51), level: 'warn' }, '敏感词'],
    ['add', { word: '词', level: 'ban' }, '级别'],
    ['add', { word: '词', level: 'warn', category: '长'.repeat(21) }, '分类'],
    ['delete', { ids: [] }, '要删除的敏感词'],
    ['delete', { ids: ['x'] }, '敏感词编号'],
    ['save', { level: 'warn' }, '敏感词'],
  ])('%s rejects %j and names the field', async (path, body, message) => {
    const answer = await post(path, body);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
  });
});

describe('an import', () => {
  test.each(['utf8', 'gb18030', 'utf-16le'])(
    'of a list in %s reports added, changed and invalid lines',
    async (encoding) => {
      const prefix = encoding.slice(-2);
      const list = `敏感词,级别,分类\n导入${prefix}甲,禁止,测试\r\n\n导入${prefix}乙\n导入${prefix}甲\n导入${prefix}丙,严禁\n，\n${'长'.repeat(51)}`;
      const report = await importList(
        iconv.encode(list, encoding, { addBOM: encoding.startsWith('utf-16') }),
        {
          level: 'warn',
        },
      );
      expect(report).toMatchObject({
        code: 200,
        data: {
          added: 2,
          changed: 0,
          unchanged: 1,
          failed: 3,
          faults: [{ line: 6 }, { line: 7 }, { line: 8 }],
        },
      });
      expect(await tryText(`导入${prefix}甲和导入${prefix}乙`)).toMatchObject([
        { level: 'block', category: '测试' },
        { level: 'warn', category: '' },
      ]);
    },
  );

  test('a second time adds nothing, and updates a changed level', async () => {
    await importList(Buffer.from('再次甲\n再次乙'));
    expect((await importList(Buffer.from('再次甲\n再次乙,block'))).data).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  test.each([
    ['an archive', Buffer.from('PK\x03\x04xlsx'), '另存为 CSV'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 1, 2, 3, 0, 0, 4]), '不是文本'],
    ['blank lines', Buffer.from('\n\n  \n'), '没有词'],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), '过大，最多 5 MB'],
  ])('of %s is rejected in Chinese and changes nothing', async (_, bytes, message) => {
    const before = (await get('list')).data.total;
    const answer = await importList(bytes);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('list')).data.total).toBe(before);
  });

  test('of a file truncated within a character keeps its valid lines', async () => {
    const whole = Buffer.from('半截甲\n半截乙');
    const { data } = await importList(whole.subarray(0, whole.length - 1));
    expect(data).toMatchObject({ added: 1, failed: 1, faults: [{ line: 2 }] });
  });

  test('an export can be imported unchanged, also with words that a spreadsheet would treat as formulas', async () => {
    await post('add', { word: '=cmd', level: 'warn', category: '-x' });
    const { text } = await portal.call('GET /admin/word/export', { token });
    expect(text).toContain("'=cmd,提醒,'-x");
    const { data } = await importList(Buffer.from(text));
    expect(data).toMatchObject({ added: 0, changed: 0, failed: 0 });
  });
});

test('audits every change', async () => {
  const admin = (await logIn(portal, { role: 'admin' })).token;
  const { data } = await post('add', { word: '有迹可循', level: 'warn' });
  await post('delete', { ids: [data.id] });
  const { body } = await portal.call('GET /admin/audit/list', {
    query: { target: `word:${data.id}` },
    token: admin,
  });
  expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
    'word.delete',
    'word.add',
  ]);
});

describe('permissions', () => {
  const calls = portalCalls();
  test.each(calls)('%s checks %s before anything else', async (key) => {
    const { token: member } = await logIn(portal);
    const callAs = async (by?: string) =>
      (
        await portal.call(key, {
          ...(by ? { token: by } : {}),
          ...(key.startsWith('POST') ? { body: {} } : {}),
        })
      ).status;
    expect(await callAs()).toBe(401);
    expect(await callAs(member)).toBe(403);
    expect(await callAs((await logIn(portal, { role: 'finance' })).token)).toBe(403);
  });

  function portalCalls(): [string, string][] {
    return [
      ['GET /admin/word/list', 'words.manage'],
      ['GET /admin/word/categories', 'words.manage'],
      ['POST /admin/word/add', 'words.manage'],
      ['POST /admin/word/save', 'words.manage'],
      ['POST /admin/word/delete', 'words.manage'],
      ['POST /admin/word/import', 'words.manage'],
      ['GET /admin/word/export', 'words.manage'],
      ['POST /admin/moderation/try', 'words.manage'],
      ['GET /admin/moderation/list', 'content.review'],
      ['GET /admin/moderation/counts', 'content.review'],
      ['POST /admin/moderation/decide', 'content.review'],
    ];
  }
});
