import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { importPosts } from './import-posts.ts';
import { allImportRights } from './import-rights.ts';
import { createPictureImporter } from './picture-importer.ts';

let portal: Portal;
let web: Server;
let host: string;
let folder: string;
let lines: string[];
let requested: string[];

beforeAll(async () => {
  portal = await openPortal();
  web = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.writeHead(url.startsWith('/no') ? 404 : 200, { 'content-type': 'image/png' }).end('PNG');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.close();
  await portal.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-import-'));
  lines = [];
  requested = [];
  return () => rmSync(folder, { recursive: true });
});

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const load = (path: string, columnId = '2') =>
  importPosts(portal.ctx, {
    path,
    columnId,
    rights: allImportRights,
    files: portal.app.files,
    pictures: createPictureImporter(portal.app.files, {
      mayConnect: (address) => address === '127.0.0.1',
      timeoutMs: 2000,
    }),
    report: (line) => lines.push(line),
  });
const jsonLines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const find = async (title: string) => {
  const { body } = await portal.call('GET /reception/article/getResearchArticleList', {
    query: { size: '100' },
  });
  const { id } = body.data.records.find((one: { title: string }) => one.title === title);
  const { html } = await portal.ctx.db
    .selectFrom('post_bodies')
    .select('html')
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, html };
};

describe('importing posts (docs/product.md §17)', () => {
  test('changes nothing when a file is imported twice, matching records by externalId or else by content', async () => {
    const path = file(
      'a.jsonl',
      jsonLines(
        { externalId: 'a1', title: '有号', body: '正文' },
        { title: '无号', body: '正文' },
        { title: '无号', body: '正文' },
      ),
    );
    expect(await load(path)).toEqual({ added: 2, unchanged: 0, skipped: 1, failed: 0 });
    expect(lines).toEqual(['a.jsonl 第 3 行：跳过，与a.jsonl 第 2 行的《无号》重复']);
    expect(await load(path)).toEqual({ added: 0, unchanged: 2, skipped: 1, failed: 0 });
  });

  test('names a record whose external id another of the same import has, instead of losing it', async () => {
    const path = file(
      'repeats.jsonl',
      jsonLines(
        { externalId: 'r1', title: '编号一', body: '第一篇' },
        { externalId: 'r1', title: '编号二', body: '第二篇' },
        { externalId: 'r1', title: '编号一', body: '第一篇' },
      ),
    );
    for (const known of [0, 1]) {
      lines.length = 0;
      const count = { added: 1 - known, unchanged: known, skipped: 1, failed: 1 };
      expect(await load(path)).toEqual(count);
      expect(lines[0]).toBe(
        'repeats.jsonl 第 2 行：外部编号“r1”在repeats.jsonl 第 1 行已经用过，内容不同：请给每篇一个编号，或去掉这一列',
      );
      expect(lines[1]).toContain('第 3 行：跳过，与');
    }
  });

  test('adds each record once when one file is imported twice at the same time', async () => {
    const path = file(
      'b.jsonl',
      jsonLines(...Array.from({ length: 40 }, (_, n) => ({ title: `同时 ${n}`, body: '正文' }))),
    );
    const counts = await Promise.all([load(path), load(path)]);
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(40);
    expect(counts.every(({ failed }) => failed === 0)).toBe(true);
  });

  test('reports a bad record with its file and line and continues', async () => {
    const path = file(
      'c.jsonl',
      `${jsonLines({ title: '好的', body: '正文' }, { title: '', body: '正文' })}\n{broken\n${jsonLines({ title: '错栏目', body: '正文', column: '没有这个栏目' }, { title: '错类型', body: '正文', kind: 'news' })}`,
    );
    expect(await load(path)).toEqual({ added: 1, unchanged: 0, skipped: 0, failed: 4 });
    expect(lines.map((line) => /^c\.jsonl 第 (\d+) 行：/.exec(line)?.[1])).toEqual(['2', '3', '4', '5']);
  });

  test('rejects an unknown column before reading anything', async () => {
    await expect(load(file('d.jsonl', jsonLines({ title: '甲', body: '乙' })), '777')).rejects.toThrow(
      '栏目不存在：777',
    );
  });

  test('stores pictures from the folder and the web, and turns an unavailable one into a link', async () => {
    mkdirSync(join(folder, 'images'));
    writeFileSync(join(folder, 'images', 'a.png'), 'PNG 甲');
    const body = `![甲](images/a.png)\n\n![乙](${host}/b.png)\n\n![丙](http://nowhere.invalid/c.png)\n\n正文`;
    expect(await load(file('e.jsonl', jsonLines({ title: '有图', format: 'markdown', body })))).toMatchObject(
      { added: 1 },
    );
    const { html } = await find('有图');
    expect(html.match(/<img [^>]*src="\/files\/000000\//g)).toHaveLength(2);
    expect(html).not.toMatch(/<img[^>]*src="http/);
    expect(html).toContain('href="http://nowhere.invalid/c.png"');
  });

  test('asks for a picture once in a run, and not after a failure', async () => {
    const rows = Array.from({ length: 3 }, (_, at) => ({
      title: `重复 ${at}`,
      body: `<p>第 ${at} 篇<img src="${host}/same.png"><img src="${host}/no.png"></p>`,
      format: 'html',
    }));
    await load(file('r.jsonl', jsonLines(...rows)));
    expect(requested).toEqual(['/same.png', '/no.png']);
  });

  test('adds a post with a word that the editor holds back as a draft, and names it once', async () => {
    const { token } = await logIn(portal, { role: 'admin' });
    for (const [word, level] of Object.entries({ 禁词: 'block', 待审: 'review', 留意: 'warn' }))
      await portal.call('POST /admin/word/add', { body: { word, level }, token });
    const path = file(
      'w.jsonl',
      jsonLines(
        { title: '含禁词', body: '正文' },
        { title: '乙', body: '待<b>审</b>', format: 'html' },
        { title: '丙', body: '正文', tags: ['禁词'] },
        { title: '丁', body: '留意' },
        { title: '戊', body: '正文', hidden: true },
      ),
    );
    expect(await load(path)).toMatchObject({ added: 5, drafts: 4 });
    expect(lines).toEqual([
      'w.jsonl 第 1 行：《含禁词》存为草稿：含有敏感词 禁词',
      'w.jsonl 第 2 行：《乙》存为草稿：含有敏感词 待审',
      'w.jsonl 第 3 行：《丙》存为草稿：含有敏感词 禁词',
      'w.jsonl 第 5 行：《戊》存为草稿：写着“hidden: true”',
    ]);
    const states = await portal.ctx.db
      .selectFrom('posts')
      .select(['title', 'state'])
      .where('title', 'in', ['含禁词', '乙', '丙', '丁', '戊'])
      .orderBy('id')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['draft', 'draft', 'draft', 'published', 'draft']);
  });

  test('takes the summary of a feed only if it says something, and that of other files as it is', async () => {
    const text = '公司周三晚间公告，股东因自身的资金需要拟减持股份。';
    const entry = (name: string, summary: string) =>
      `<item><title>${name}</title><description>${summary}</description><content:encoded>${text}</content:encoded></item>`;
    const told = '这家公司的股东要卖出手里的一部分股份。';
    await load(
      file('s.rss', `<rss><channel>${entry('短摘', '公司…')}${entry('长摘', told)}</channel></rss>`),
    );
    await load(file('s.jsonl', jsonLines({ title: '手写', body: text, summary: '要减持' })));
    const rows = await portal.ctx.db
      .selectFrom('posts')
      .select(['title', 'full_summary', 'summary'])
      .where('title', 'in', ['短摘', '长摘', '手写'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { title: '短摘', full_summary: text, summary: expect.any(String) },
      { title: '长摘', full_summary: null, summary: told },
      { title: '手写', full_summary: null, summary: '要减持' },
    ]);
  });

  test('adds what a folder keeps for drafts as drafts', async () => {
    const root = join(folder, '站');
    mkdirSync(join(root, '_drafts', '旧'), { recursive: true });
    for (const name of ['_drafts/旧/一.md', '_二.md', '三.md']) writeFileSync(join(root, name), name);
    expect(await load(root)).toMatchObject({ added: 3, drafts: 2 });
    expect(lines.sort()).toEqual([
      '_二.md 第 1 行：《_二》存为草稿：文件名“_二.md”以 _ 开头',
      '一.md 第 1 行：《一》存为草稿：放在文件夹“_drafts”里',
    ]);
  });

  test('schedules a post dated in the future', async () => {
    await load(
      file('f.jsonl', jsonLines({ title: '将来', body: '正文', publishedAt: '2099-01-01T08:00:00+08:00' })),
    );
    const { body } = await portal.call('GET /reception/article/getResearchArticleList', {
      query: { size: '100' },
    });
    expect(body.data.records.some(({ title }: { title: string }) => title === '将来')).toBe(false);
  });
});
