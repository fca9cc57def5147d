import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'reviewer' })).token;
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string> = {}) =>
  (await portal.ask(`GET /admin/word/${path}`, { query, token })).body;
const post = async (path: string, body: object) =>
  (await portal.ask(`POST /admin/word/${path}`, { body, token })).body;
const tryText = async (text: string) =>
  (await portal.ask('POST /admin/moderation/try', { body: { text }, token })).body.data;

async function importList(bytes: Buffer, fields: Record<string, string> = {}, name = '词表.txt') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const request = new Request('http://portal.invalid/', { method: 'POST', body: form });
  const response = await portal.app.inject({
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
  test('a word is added in normal form, found in a text, changed and taken off again', async () => {
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

  test('is read by beginning, level and category', async () => {
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

  test('what is listed already is a conflict, and a word of signs alone is none', async () => {
    await post('add', { word: '重复', level: 'warn' });
    expect(await post('add', { word: '重 复', level: 'block' })).toMatchObject({ code: 409 });
    expect(await post('add', { word: '   ', level: 'block' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('敏感词（word）'),
    });
  });

  test.each([
    ['add', { word: 'x'.repeat(51), level: 'warn' }, '敏感词（word）'],
    ['add', { word: '词', level: 'ban' }, '级别（level）'],
    ['add', { word: '词', level: 'warn', category: '长'.repeat(21) }, '分类（category）'],
    ['delete', { ids: [] }, '（ids）'],
    ['delete', { ids: ['x'] }, '（ids）'],
    ['save', { level: 'warn' }, '（id）'],
  ])('%s refuses %j and names the field', async (path, body, message) => {
    const answer = await post(path, body);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
  });
});

describe('an import', () => {
  test.each(['utf8', 'gb18030', 'utf-16le'])(
    'of a list in %s says what was added, changed and wrong, by line',
    async (encoding) => {
      const mark = encoding.slice(-2);
      const list = `敏感词,级别,分类\n导入${mark}甲,禁止,测试\r\n\n导入${mark}乙\n导入${mark}甲\n导入${mark}丙,严禁\n，\n${'长'.repeat(51)}`;
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
      expect(await tryText(`导入${mark}甲和导入${mark}乙`)).toMatchObject([
        { level: 'block', category: '测试' },
        { level: 'warn', category: '' },
      ]);
    },
  );

  test('a second time adds nothing, and another level is taken over', async () => {
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
  ])('of %s is refused in Chinese and changes nothing', async (_, bytes, message) => {
    const before = (await get('list')).data.total;
    const answer = await importList(bytes);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('list')).data.total).toBe(before);
  });

  test('a file that was cut off in a character keeps its good lines', async () => {
    const whole = Buffer.from('半截甲\n半截乙');
    const { data } = await importList(whole.subarray(0, whole.length - 1));
    expect(data).toMatchObject({ added: 1, failed: 1, faults: [{ line: 2 }] });
  });

  test('what is exported comes in again unchanged, also where a spreadsheet would run it', async () => {
    await post('add', { word: '=cmd', level: 'warn', category: '-x' });
    const { text } = await portal.ask('GET /admin/word/export', { token });
    expect(text).toContain("'=cmd,提醒,'-x");
    const { data } = await importList(Buffer.from(text));
    expect(data).toMatchObject({ added: 0, changed: 0, failed: 0 });
  });
});

test('what was done to the list is written down', async () => {
  const admin = (await logIn(portal, { role: 'admin' })).token;
  const { data } = await post('add', { word: '有迹可循', level: 'warn' });
  await post('delete', { ids: [data.id] });
  const { body } = await portal.ask('GET /admin/audit/list', {
    query: { target: `word:${data.id}` },
    token: admin,
  });
  expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
    'word.delete',
    'word.add',
  ]);
});

describe('who may do it', () => {
  const calls = portalCalls();
  test.each(calls)('%s needs %s, before anything else', async (key) => {
    const { token: member } = await logIn(portal);
    const asked = async (by?: string) =>
      (
        await portal.ask(key, {
          ...(by ? { token: by } : {}),
          ...(key.startsWith('POST') ? { body: {} } : {}),
        })
      ).status;
    expect(await asked()).toBe(401);
    expect(await asked(member)).toBe(403);
    expect(await asked((await logIn(portal, { role: 'finance' })).token)).toBe(403);
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
