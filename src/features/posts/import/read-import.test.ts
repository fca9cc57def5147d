import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentHash, type ImportItem, readImport, resolveLocalFile } from './index.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guanlan-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(
  name: string,
  content: string | Buffer,
  mapping?: Record<string, string>,
): Promise<ImportItem[]> {
  const path = join(folder, String(++files), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return all(path, mapping);
}

const all = (path: string, mapping?: Record<string, string>) =>
  Array.fromAsync(readImport(path, mapping ? { mapping } : {}));

const records = (items: ImportItem[]) => items.flatMap((item) => (item.ok ? [item.record] : []));
const refusals = (items: ImportItem[]) =>
  items.flatMap((item) => (item.ok ? [] : [[item.source.line, item.skipped, item.reason] as const]));

describe('CSV', () => {
  test('reads Chinese headers, dates, codes and prices', async () => {
    const [record] = records(
      await read(
        'a.csv',
        ',日期,公司,代码,正负面,标题,正文,价格（元）,VIP价（分）,权限,标签\n' +
          '7,2018年5月11日,远大控股,000626,0,远大控股：拟减持,"第一段，甲\n第二段""乙""","1,280.5",99800,付费,"减持、公告"\n',
      ),
    );
    expect(record).toMatchObject({
      title: '远大控股：拟减持',
      body: '第一段，甲\n第二段"乙"',
      format: 'text',
      publishedAt: '2018-05-11T00:00:00+08:00',
      stockCodes: ['000626'],
      tags: ['减持', '公告', '远大控股'],
      price: 128_050,
      vipPrice: 99_800,
      access: 'paid',
    });
  });

  test("uses the caller's mapping of columns", async () => {
    const [record] = records(
      await read('a.csv', '甲,乙,标题\n真标题,正文,假标题\n', { title: '甲', body: '乙' }),
    );
    expect(record).toMatchObject({ title: '真标题', body: '正文' });
    expect(refusals(await read('a.csv', '甲,乙\n1,2\n', { title: '丙' }))).toEqual([
      [1, false, '表头里没有“丙”这一列。读到的表头：甲、乙'],
    ]);
  });

  test('refuses a file without a usable header and reports what was read', async () => {
    const [refusal] = refusals(await read('a.csv', '你好,世界\n1,2\n'));
    expect(refusal?.[2]).toContain('没有认出“标题”“正文”'.replace('”“', '”和“'));
    expect(refusal?.[2]).toContain('你好、世界');
  });

  test('refuses a Chinese price without a unit, because yuan and fen differ a hundredfold', async () => {
    expect(refusals(await read('a.csv', '标题,正文,价格\na,b,19\n'))[0]?.[2]).toContain('价格（元）');
    const vip = await read('a.csv', '标题,正文,价格（元）,VIP 价\na,b,19,9\n');
    expect(refusals(vip)[0]?.[2]).toContain('“VIP 价”一列没有单位');
  });

  test.each([
    ['\t', 'tab'],
    [';', 'semicolon'],
    ['|', 'bar'],
  ])('detects the delimiter %j', async (delimiter) => {
    const rows = ['标题,正文,日期', '甲,乙，丙,2018/5/1 8:00'].map((row) => row.replaceAll(',', delimiter));
    const [record] = records(await read('a.csv', rows.join('\r\n')));
    expect(record).toMatchObject({ title: '甲', body: '乙，丙', publishedAt: '2018-05-01T08:00:00+08:00' });
  });

  test('loses only the affected row to an open quotation mark at the end', async () => {
    const items = await read('a.csv', '标题,正文\n甲,"一\n行"\n乙,"二\n还是二');
    expect(records(items).map(({ title }) => title)).toEqual(['甲']);
    expect(refusals(items)).toEqual([[4, false, '从这一行开始的引号没有闭合，其后的内容无法读取']]);
  });

  test('reports a bad row with its line and field and continues', async () => {
    const items = await read(
      'a.csv',
      '标题,正文,日期,代码\n,无题,2018-5-1,\n\n长,文,2018年2月30日,\n好,文,2018.5.1,000002\n多,出,2018-5-1,,逗号\n短\n',
    );
    expect(records(items).map(({ title, source }) => [title, source.line])).toEqual([['好', 5]]);
    expect(refusals(items)).toEqual([
      [2, false, '标题（title）不能为空'],
      [4, false, '日期（publishedAt）无法识别：2018年2月30日'],
      [6, false, '列数不符：表头有 4 列，这一行有 5 列，文字里的逗号需要加引号'],
      [7, false, '正文（body）不能为空'],
    ]);
  });

  const longer = '宁德时代公告，拟回购股份用于员工持股计划，金额不低于二十亿元。'.repeat(3);
  test.each(['gbk', 'gb18030', 'big5', 'utf-16le', 'utf-16be', 'utf8'])(
    'detects and reads %s',
    async (encoding) => {
      const text = `標題,正文\n公告,${encoding === 'big5' ? '本公司董事會決議發放現金股利每股新臺幣二元。'.repeat(5) : longer}\n`;
      const [record] = records(await read('a.csv', iconv.encode(text, encoding), { title: '標題' }));
      expect(record?.title).toBe('公告');
      expect(text).toContain(record?.body ?? '-');
    },
  );

  test('detects GBK far behind an ASCII beginning', async () => {
    const text = `title,body\n${'abc,def\n'.repeat(60_000)}标题,${longer}\n`;
    expect(records(await read('a.csv', iconv.encode(text, 'gbk'))).at(-1)).toMatchObject({
      title: '标题',
      body: longer,
    });
  });

  test('reads UTF-8 with a broken byte or a truncated character as UTF-8', async () => {
    const bytes = Buffer.from(`标题,正文\n甲,${longer}\n乙,${longer}x`);
    const broken = Buffer.from(bytes);
    broken[bytes.indexOf('宁')] = 0xff;
    expect(records(await read('a.csv', broken))[1]?.body).toBe(`${longer}x`);
    const truncatedText = bytes.subarray(0, bytes.length - 3);
    expect(records(await read('a.csv', truncatedText))[0]?.body).toBe(longer);
  });

  const cell = fc
    .array(fc.constantFrom('中', '文', '𠮷', '，', 'a', ' b', '"', ',', '\n', ';', '。', '0012'), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => `字${parts.join('')}字`);
  test('reads back what was written, with its line, in every encoding and line end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }),
        fc.constantFrom('utf8', 'utf8-mark', 'gb18030', 'utf-16le', 'utf-16be'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, encoding, lineEnd) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\n', lineEnd)}"`;
          const text = ['标题,正文', ...rows.map((row) => row.map(quoted).join(','))].join(lineEnd);
          const bytes =
            encoding === 'utf8-mark'
              ? Buffer.from(`\ufeff${text}`)
              : iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
          let line = 2;
          const expected = rows.map(([title, body]) => {
            const begins = line;
            line += `${title}${body}`.split('\n').length;
            return [title.replace(/\s+/g, ' '), body, begins];
          });
          const items = records(await read('a.csv', bytes));
          expect(items.map(({ title, body, source }) => [title, body, source.line])).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('JSON', () => {
  test('reads several authors from a list or from a text with 、', async () => {
    const items = await read(
      'a.jsonl',
      [['甲', '乙', '丙'], '甲、乙；丙']
        .map((author) => JSON.stringify({ title: '题', body: '文', author }))
        .join('\n'),
    );
    for (const record of records(items))
      expect(record).toMatchObject({ author: '甲', coAuthors: ['乙', '丙'] });
    const many = await read(
      'b.jsonl',
      JSON.stringify({ title: '题', body: '文', author: Array.from({ length: 11 }, (_, at) => `甲${at}`) }),
    );
    expect(refusals(many)[0]?.[2]).toBe('作者（author）超过 10 个');
  });

  test('reads every field of a line', async () => {
    const given = {
      externalId: 'x1',
      title: '标题',
      body: '<p>正文</p>',
      summary: '摘要',
      author: '长堤',
      publishedAt: '2026-11-20T07:30:00Z',
      column: '5',
      kind: 'article',
      tags: ['储能', '#电力'],
      stockCodes: ['000002', 2, 'SH600000'],
      access: 'vip',
      price: 1800,
      vipFree: true,
      cover: 'images/a.png',
      important: true,
      state: 'draft',
    };
    expect(records(await read('a.jsonl', JSON.stringify(given)))[0]).toMatchObject({
      ...given,
      format: 'html',
      publishedAt: '2026-11-20T15:30:00+08:00',
      tags: ['储能', '电力'],
      stockCodes: ['000002', '600000'],
    });
  });

  test('reports a bad line and continues', async () => {
    const long = JSON.stringify({ title: '字'.repeat(201), body: 'x' });
    const items = await read(
      'a.jsonl',
      `{"title":"a","body":"b"}\n{"title":\n[]\n\n${long}\n{"title":"c\u2028","body":"d"}`,
    );
    expect(records(items).map(({ title, source }) => [title, source.line])).toEqual([
      ['a', 1],
      ['c', 6],
    ]);
    expect(refusals(items)).toEqual([
      [2, false, '不是有效的 JSON'],
      [3, false, '应是一个 JSON 对象'],
      [5, false, '标题（title）超过 200 个字'],
    ]);
  });

  test.each([
    [{ price: 1.5 }, '价格（price）应为整数（分），不能为负'],
    [{ price: -1 }, '价格（price）不能为负'],
    [{ price: 10_000_001 }, '价格（price）不能超过 100000 元'],
    [{ access: 'all' }, '权限（access）只能是'],
    [{ access: 'paid' }, '价格（price）不能为空'],
    [{ access: 'paid', price: 0 }, '价格（price）不能为空'],
    [{ price: 900, vipPrice: 901 }, 'VIP 价（vipPrice）不能高于价格'],
    [{ vipPrice: 900 }, 'VIP 价（vipPrice）要和价格一起填'],
    [{ price: 900, vipPrice: 500, vipFree: true }, 'VIP 价（vipPrice）和“VIP 免费”只能选一个'],
    [{ price: 900, vipPrice: -1 }, 'VIP 价（vipPrice）不能为负'],
    [{ publishedAt: '0001-01-01' }, '日期（publishedAt）无法识别'],
    [{ title: {} }, '标题（title）应为文字'],
    [{ body: '<p>&nbsp;</p>' }, '正文（body）不能为空'],
    [{ cover: 'javascript:alert(1)' }, '封面（cover）地址无效'],
    [{ publishedAt: '昨天' }, '日期（publishedAt）无法识别：昨天'],
    [{ tags: ['长'.repeat(51)] }, '标签（tags）超过 50 个字'],
    [{ stockCodes: 'DROP TABLE;--' }, '股票代码（stockCodes）无法识别'],
    [{ kind: 'constructor' }, '类型（kind）只能是'],
    [{ stockCodes: '1' }, '股票代码（stockCodes）无法识别：“1”，应为 6 位数字'],
    [{ stockCodes: '300750.0' }, '股票代码（stockCodes）无法识别：“300750.0”'],
    [{ stockCodes: '6 00519' }, '股票代码（stockCodes）无法识别：“6”'],
    [{ externalId: '6.93E+12' }, '外部编号（externalId）“6.93E+12”是表格软件缩写的数'],
    [{ externalId: '6.93e12' }, '外部编号（externalId）“6.93e12”是表格软件缩写的数'],
    [{ externalId: '1e-05' }, '外部编号（externalId）“1e-05”是表格软件缩写的数'],
    [{ externalId: 2 ** 53 }, '外部编号（externalId）太大'],
  ])('refuses %j by name', async (wrong, reason) => {
    const line = JSON.stringify({ title: 'a', body: 'b', ...wrong });
    expect(refusals(await read('a.jsonl', line))[0]?.[2]).toContain(reason);
  });

  test('keeps the market of an index, and reads the formula that keeps zeros', async () => {
    const csv =
      '标题,正文,代码,外部编号\na,b,"000001.SH, sh000016、600519.SH",12e45\nc,d,"=""000001""",="007"\n';
    expect(records(await read('a.csv', csv))).toMatchObject([
      { stockCodes: ['000001.SH', '000016.SH', '600519'], externalId: '12e45' },
      { stockCodes: ['000001'], externalId: '007' },
    ]);
  });

  test('treats a price of zero as no price', async () => {
    const [free] = records(await read('a.csv', '标题,正文,价格（元）\na,b,0\n'));
    expect(free?.title).toBe('a');
    expect(free).not.toHaveProperty('price');
  });

  test('accepts titles of 200 graphemes and removes noise', async () => {
    const title = '👨‍👩‍👧'.repeat(200);
    expect(records(await read('a.jsonl', JSON.stringify({ title, body: 'b' })))[0]?.title).toBe(title);
    const noisy = '{"title":" a\\u0000b\\n c\\ud800 ","body":"x\\u0007\\r\\ny\\ufeff"}';
    expect(records(await read('a.jsonl', noisy))[0]).toMatchObject({ title: 'ab c\ufffd', body: 'x\ny' });
  });

  test('reads an array, each element with its line', async () => {
    const items = await read(
      'a.json',
      '[\n {"title":"a","body":"[{\\"\\n"},\n {"title":"b","body":"x"}, 3\n]'.replace('\\n"', '\\\\n"'),
    );
    expect(records(items).map(({ title, source }) => [title, source.line])).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
    expect(refusals(items)).toEqual([[3, false, '应是一个 JSON 对象']]);
  });

  test('reads the posts of a Ghost export and reports what it skips', async () => {
    const data = {
      posts: [
        {
          id: '1',
          uuid: 'u-1',
          title: '会员文章',
          html: '<p>开</p><!--members-only--><img src="__GHOST_URL__/content/a.png">',
          status: 'published',
          type: 'post',
          visibility: 'paid',
          featured: 1,
          published_at: '2026-01-01T00:00:00.000Z',
          feature_image: '__GHOST_URL__/content/c.png',
        },
        {
          id: '2',
          uuid: 'u-2',
          title: '关于',
          html: '<p>x</p>',
          status: 'published',
          type: 'page',
          slug: 'about',
        },
        { id: '3', uuid: 'u-3', title: '草', html: '<p>x</p>', status: 'draft', type: 'post' },
        {
          id: '5',
          uuid: 'u-5',
          title: '定时',
          html: '<p>x</p>',
          status: 'scheduled',
          type: 'post',
          published_at: '2099-01-01T00:00:00.000Z',
        },
        { id: '6', uuid: 'u-6', title: '信', html: '<p>x</p>', status: 'sent', type: 'post' },
        { id: '4', uuid: 'u-4', title: '空', html: null, status: 'published', type: 'post' },
      ],
      tags: [
        { id: 't1', name: '储能' },
        { id: 't2', name: '#内部' },
      ],
      posts_tags: [
        { post_id: '1', tag_id: 't2', sort_order: 1 },
        { post_id: '1', tag_id: 't1', sort_order: 0 },
      ],
      users: [
        { id: 'a1', name: '长堤' },
        { id: 'a2', name: '灯塔' },
      ],
      posts_authors: [
        { post_id: '1', author_id: 'a2', sort_order: 1 },
        { post_id: '1', author_id: 'a1', sort_order: 0 },
      ],
    };
    const items = await read('ghost.json', JSON.stringify({ db: [{ meta: {}, data }] }, null, 1));
    expect(records(items)).toMatchObject([
      {
        externalId: 'ghost:u-1',
        title: '会员文章',
        body: '<p>开</p><!--members-only--><img src="/content/a.png">',
        access: 'vip',
        important: true,
        author: '长堤',
        coAuthors: ['灯塔'],
        tags: ['储能'],
        cover: '/content/c.png',
        publishedAt: '2026-01-01T08:00:00+08:00',
      },
      { title: '关于', page: { slug: 'about' }, addresses: ['/about'] },
      { title: '草', state: 'draft' },
      { title: '定时', publishedAt: '2099-01-01T08:00:00+08:00' },
    ]);
    expect(refusals(items).map(([, skipped, reason]) => [skipped, reason])).toEqual([
      [true, '《信》只发过邮件，没有公开，未导入'],
      [true, '《空》没有正文'],
    ]);
  });
});

describe('Markdown', () => {
  test('reads fields from front matter and keeps the zeros of codes', async () => {
    const [record] = records(
      await read(
        '一篇.md',
        '---\ntitle: "题: 一"\ndate: 2018-05-11 08:00\ntags: [储能, 电力]\nstockCodes:\n  - 000002\nprice: 1800\ndraft: true\nimportant: yes\n---\n\n# 小标题\n\n正文 ![图](images/a.png)\n',
      ),
    );
    expect(record).toMatchObject({
      title: '题: 一',
      publishedAt: '2018-05-11T08:00:00+08:00',
      tags: ['储能', '电力'],
      stockCodes: ['000002'],
      price: 1_800,
      state: 'draft',
      important: true,
      format: 'markdown',
      body: '# 小标题\n\n正文 ![图](images/a.png)\n',
    });
  });

  test('uses the first heading, else the file name, as the title', async () => {
    expect(records(await read('a.md', '# 大题\n\n正文'))[0]).toMatchObject({ title: '大题', body: '正文' });
    expect(records(await read('文件名.md', '正文'))[0]).toMatchObject({ title: '文件名', body: '正文' });
  });

  test.each([
    ['---\ntitle: [a\n---\nb', '文件头（front matter）有误：第 3 行的缩进不对，或它上面的引号、括号没有闭合'],
    ['---\ntitle: 周报: 一\n---\nb', '第 2 行的值里有冒号、括号、@ 这样的符号，请给整个值加上引号'],
    ['---\ntitle: [快讯] 一\n---\nb', '第 2 行的值里有冒号、括号、@ 这样的符号，请给整个值加上引号'],
    ['---\ntitle: @一\n---\nb', '第 2 行的值里有冒号、括号、@ 这样的符号，请给整个值加上引号'],
    ['---\ntags: a\ntags: b\n---\nb', '第 3 行的字段写了两次，请只留一个'],
    ['---\ntitle: a\nb', '没有以 --- 结束'],
    ['---\ndg-publish: false\n\nb', '没有以 --- 结束'],
    ['+++\ntitle = "a"\nb', '没有以 +++ 结束'],
    ['{"title": "a"\nb', '文件头（JSON）没有以 } 结束'],
    ['---\ntitle: a\n---\n---\ndraft: true\nb', '没有以 --- 结束'],
    ['---\ntitle: a\n---\n', '正文（body）不能为空'],
    ['', '文件是空的'],
  ])('refuses %j', async (text, reason) => {
    expect(refusals(await read('a.md', text))[0]?.[2]).toContain(reason);
  });
});

const wxr = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<wp:author><wp:author_login>a</wp:author_login><wp:author_display_name><![CDATA[长堤]]></wp:author_display_name></wp:author>
${items}`;
const post = (fields: string, content: string) =>
  `<item><title>题</title><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${fields}<content:encoded><![CDATA[${content}]]></content:encoded></item>\n`;

describe('WordPress', () => {
  test('reads the authors of Co-Authors Plus, guests included, in their order', async () => {
    const guest = [
      ['cap-user_login', 'guest'],
      ['cap-display_name', '客座'],
    ].map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
    );
    const items = await read(
      'a.xml',
      wxr(
        `${post(
          '<guid>https://x.example/?p=1</guid><dc:creator>a</dc:creator><category domain="author" nicename="cap-guest">guest</category><category domain="author" nicename="cap-a">a</category>',
          '一',
        )}<item><title>客座</title><wp:post_type>guest-author</wp:post_type>${guest.join('')}</item></channel></rss>`,
      ),
    );
    expect(records(items)).toMatchObject([{ author: '客座', coAuthors: ['长堤'], tags: [] }]);
  });

  test('reads a published post with author, date, tags and cover, even if they follow it', async () => {
    const items = await read(
      'a.xml',
      wxr(
        post(
          '<guid>https://x.example/?p=1</guid><dc:creator>a</dc:creator><wp:post_date_gmt>2018-05-11 00:00:00</wp:post_date_gmt>' +
            '<category domain="category"><![CDATA[宏观]]></category><category domain="post_tag">债</category><category domain="category">未分类</category>' +
            '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>' +
            '<wp:comment><wp:comment_content>评论</wp:comment_content></wp:comment>',
          '一\n二\n\n三<!--more-->\n\n<ul>\n<li>四</li>\n</ul>',
        ) +
          '<item><title>图</title><wp:post_type>attachment</wp:post_type><wp:post_id>9</wp:post_id><wp:attachment_url>https://x.example/c.jpg</wp:attachment_url></item></channel></rss>',
      ),
    );
    expect(records(items)).toMatchObject([
      {
        externalId: 'https://x.example/?p=1',
        title: '题',
        author: '长堤',
        publishedAt: '2018-05-11T08:00:00+08:00',
        tags: ['宏观', '债'],
        cover: 'https://x.example/c.jpg',
        body: '一<br>\n二<div></div>三<!--more--><ul><li>四</li></ul>',
        source: { line: 4 },
      },
    ]);
    expect(refusals(items)).toEqual([[12, true, '《图》是附件，随引用它的文章带入']]);
  });

  test('reports whatever it skips with the reason', async () => {
    const item = (fields: string, title = '题') => `<item><title>${title}</title>${fields}</item>\n`;
    const items = await read(
      'a.xml',
      wxr(
        item('<wp:post_type>nav_menu_item</wp:post_type>') +
          item('<wp:status>trash</wp:status><wp:post_type>page</wp:post_type>') +
          item('<wp:status>auto-draft</wp:status><wp:post_type>post</wp:post_type>') +
          item('<content:encoded> &lt;p&gt;&amp;nbsp;&lt;/p&gt; </content:encoded>') +
          item('<content:encoded>x</content:encoded><wp:post_id>7</wp:post_id>', '') +
          '</channel></rss>',
      ),
    );
    expect(refusals(items).map(([, skipped, reason]) => `${skipped} ${reason}`)).toEqual([
      'true 《题》是导航菜单项，不是文章',
      'true 《题》在回收站里，未导入',
      'true 《题》是没有保存过的草稿，未导入',
      'true 《题》没有正文',
      'true 《编号 7》没有标题',
    ]);
  });

  test('expands shortcodes', async () => {
    const body = async (content: string) =>
      records(await read('a.xml', `${wxr(post('', content))}</channel></rss>`))[0]?.body;
    expect(await body('[caption id="1"]<a href="b"><img src="a.jpg" /></a> 说明[/caption]')).toBe(
      '<figure><a href="b"><img src="a.jpg" /></a><figcaption>说明</figcaption></figure>',
    );
    expect(await body('[embed]https://v.example/1[/embed]')).toBe(
      '<p><a href="https://v.example/1">https://v.example/1</a></p>',
    );
    expect(await body('文\nhttps://v.example/1?a=1&amp;b=2\n文')).toBe(
      '文<br>\n<a href="https://v.example/1?a=1&amp;b=2">https://v.example/1?a=1&amp;b=2</a><br>\n文',
    );
    expect(await body('留[原样] [contact-form id="1"]去')).toBe('留[原样] 去');
    expect(await body('<pre>a\n\nb</pre>')).toBe('<pre>a\n\nb</pre>');
  });

  test('reads the complete part of a truncated file and reports where it ends', async () => {
    const items = await read('a.xml', wxr(`${post('', '完整')}<item><title>半`));
    expect(records(items).map(({ body }) => body)).toEqual(['完整']);
    expect(refusals(items)).toEqual([[5, false, '文件在这里中断，这一篇不完整']]);
  });

  test('reports items with mismatched tags and tolerates odd characters', async () => {
    const items = await read(
      'a.xml',
      wxr(`<item><title>坏</b></title></item>\n${post('', 'a\u0001b & c')}</channel></rss>`),
    );
    expect(records(items).map(({ body }) => body)).toEqual(['ab & c']);
    expect(refusals(items)[0]?.[2]).toContain('XML 有误');
  });
});

describe('feeds', () => {
  test('reads RSS entries and prefers the full text', async () => {
    const items = await read(
      'a.rss',
      '<rss version="2.0"><channel>\n<item><title>A &amp;amp; B</title><guid>g1</guid><pubDate>Fri, 11 May 2018 08:00:00 +0800</pubDate>' +
        '<author>a@b.example (长堤)</author><category>债</category><description>短</description><content:encoded><![CDATA[<p>长</p>]]></content:encoded></item>\n' +
        '<item><title>空</title></item></channel></rss>',
    );
    expect(records(items)).toMatchObject([
      {
        externalId: 'g1',
        title: 'A & B',
        body: '<p>长</p>',
        summary: '短',
        author: '长堤',
        tags: ['债'],
        publishedAt: '2018-05-11T08:00:00+08:00',
        source: { line: 2 },
      },
    ]);
    expect(refusals(items)).toEqual([[3, true, '《空》没有正文']]);
  });

  test('knows the names by their namespaces, whatever the prefixes and the ending of the file', async () => {
    const atom = await read(
      'a.xml',
      '<?xml version="1.0"?><!-- <html> --><k:feed xmlns:k="http://www.w3.org/2005/Atom"><k:entry><k:id>u</k:id><k:title>题</k:title><k:content type="html">&lt;p>文&lt;/p></k:content></k:entry></k:feed>',
    );
    expect(records(atom)).toMatchObject([{ externalId: 'u', body: '<p>文</p>' }]);
    const wordpress = await read(
      'b.xml',
      '<rss xmlns:w="http://wordpress.org/export/1.2/" xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><item><title>题</title><w:post_id>7</w:post_id><w:post_type>post</w:post_type><w:status>private</w:status><c:encoded>文</c:encoded></item></channel></rss>',
    );
    expect(records(wordpress)).toMatchObject([{ title: '题', body: '文', state: 'draft' }]);
  });

  test('names the address that relative ones of an entry mean, or none', async () => {
    const entry = '<item><title>题</title><link>1.html</link><description>文</description></item>';
    const bases = async (link: string) =>
      records(await read('a.rss', `<rss><channel>${link}${entry}</channel></rss>`)).map(
        ({ base, url, unread }) => [base, url, unread],
      );
    // The base is no field of the file that was left out.
    expect(await bases('<link>https://r.example/blog/</link>')).toEqual([
      ['https://r.example/blog/1.html', 'https://r.example/blog/1.html', undefined],
    ]);
    expect(await bases('')).toEqual([['', undefined, undefined]]);
  });

  test('reports a feed without entries', async () => {
    expect(refusals(await read('a.rss', '<rss><channel><title>空</title></channel></rss>'))).toEqual([
      [1, false, '文件里没有文章：没有读到任何条目'],
    ]);
  });

  test('believes no identity that several entries share', async () => {
    const rss = await read(
      'a.rss',
      `<rss version="2.0"><channel>${[
        ['g', '/1'],
        ['g', '/2'],
        ['g', '/2'],
        ['own', '/2'],
      ]
        .map(
          ([guid, link]) =>
            `<item><title>题</title><guid>${guid}</guid><link>https://x.example${link}</link><description>${link}</description></item>`,
        )
        .join('')}</channel></rss>`,
    );
    expect(records(rss).map(({ externalId }) => externalId)).toEqual([
      'https://x.example/1',
      undefined,
      undefined,
      'own',
    ]);
    const entry = (link: string) =>
      `<entry><id>same</id><title>题</title><link href="https://x.example${link}"/><content>一</content></entry>`;
    const atom = await read(
      'a.atom',
      `<feed xmlns="http://www.w3.org/2005/Atom">${entry('/1')}${entry('/2')}</feed>`,
    );
    expect(records(atom).map(({ externalId }) => externalId)).toEqual([
      'https://x.example/1',
      'https://x.example/2',
    ]);
  });

  test('reads all authors of an Atom entry and of an RSS item', async () => {
    const atom = await read(
      'a.atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>u</id><title>题</title><author><name>甲</name></author><author><name>乙</name></author><content type="html">一</content></entry></feed>',
    );
    const rss = await read(
      'a.rss',
      '<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>题</title><dc:creator>甲</dc:creator><dc:creator>乙</dc:creator><description>一</description></item></channel></rss>',
    );
    for (const items of [atom, rss])
      expect(records(items)).toMatchObject([{ author: '甲', coAuthors: ['乙'] }]);
  });

  test('reads Atom entries with text, HTML and XHTML', async () => {
    const entry = (type: string, content: string) =>
      `<entry><id>u</id><title>题</title><updated>2018-05-11T00:00:00Z</updated><author><name>长堤</name></author><content type="${type}">${content}</content></entry>`;
    const items = await read(
      'a.atom',
      `<feed xmlns="http://www.w3.org/2005/Atom">${entry('html', '&lt;p&gt;一&lt;/p&gt;')}${entry('xhtml', '<x:div xmlns:x="a"><x:p title="&quot;">二 &amp;</x:p></x:div>')}${entry('text', '三 &lt;b&gt;')}</feed>`,
    );
    expect(records(items).map(({ body }) => body)).toEqual([
      '<p>一</p>',
      '<div xmlns:x="a"><p title="&quot;">二 &amp;</p></div>',
      '三 &lt;b>',
    ]);
    expect(records(items)[0]).toMatchObject({ author: '长堤', publishedAt: '2018-05-11T08:00:00+08:00' });
  });
});

describe('readImport', () => {
  test('reports unreadable files in Chinese', async () => {
    expect(refusals(await all(join(folder, '没有.csv')))).toEqual([[1, false, '找不到这个文件或文件夹']]);
    for (const name of ['a.docx', 'a.bin', 'b.xml']) {
      expect(refusals(await read(name, 'PK\u0003\u0004'))[0]?.[2]).toContain('无法识别的文件类型');
    }
    expect(refusals(await read('a.csv', ''))).toEqual([[1, false, '文件是空的']]);
    expect(refusals(await read('a.json', '{'))).toEqual([[1, false, '不是有效的 JSON']]);
  });

  test('reads a folder in a stable order and ignores the files that accompany posts', async () => {
    const root = join(folder, '书');
    await mkdir(join(root, 'b', 'images'), { recursive: true });
    await mkdir(join(root, '.git'));
    await writeFile(join(root, 'c.md'), '丙');
    await writeFile(join(root, 'b', 'a.md'), '乙');
    await writeFile(join(root, 'a.md'), '甲');
    await writeFile(join(root, 'b', 'images', 'x.png'), '');
    await writeFile(join(root, '.git', 'x.md'), '隐');
    await writeFile(join(root, 'z.bin'), '\u0000');
    await symlink(root, join(root, 'loop'));
    const items = await all(root);
    expect(records(items).map(({ body }) => body)).toEqual(['甲', '乙', '丙']);
    expect(refusals(items).map(([, skipped]) => skipped)).toEqual([true]);
  });

  test('finds files beside a post, but none outside its folder', async () => {
    const root = join(folder, 'site');
    await mkdir(join(root, 'posts', '图 片'), { recursive: true });
    await writeFile(join(root, 'posts', '图 片', 'a.png'), '');
    await writeFile(join(root, 'logo.png'), '');
    await writeFile(join(folder, 'secret.png'), '');
    await symlink(join(folder, 'secret.png'), join(root, 'posts', 'link.png'));
    const postFile = join(root, 'posts', 'a.md');
    expect(await resolveLocalFile(postFile, '图%20片/a.png?v=1')).toMatch(/a\.png$/);
    expect(await resolveLocalFile(postFile, '/logo.png', root)).toMatch(/logo\.png$/);
    expect(await resolveLocalFile(postFile, '../logo.png', root)).toMatch(/logo\.png$/);
    for (const src of [
      '../logo.png',
      '../../secret.png',
      '/etc/passwd',
      'link.png',
      'https://x.example/a.png',
      '//x/a',
      'no.png',
      '%00',
      '',
    ]) {
      expect(await resolveLocalFile(postFile, src)).toBeNull();
    }
  });

  test('identifies content regardless of line ends and Unicode composition', () => {
    const one = { title: 'é', body: 'a\r\nb', kind: 'news' as const };
    expect(contentHash({ ...one, title: 'e\u0301', body: ' a\nb ' })).toBe(contentHash(one));
    expect(contentHash({ ...one, body: 'ab' })).not.toBe(contentHash(one));
    expect(contentHash({ ...one, kind: 'article' })).not.toBe(contentHash(one));
    expect(contentHash({ title: 'ab', body: 'c' })).not.toBe(contentHash({ title: 'a', body: 'bc' }));
  });
});

const data = join(import.meta.dirname, '../../../../../shared/data');

describe.runIf(existsSync(data))('real files', () => {
  test('reads all 2,400 news, 15 of which repeat another', async () => {
    const items = await all(join(data, 'finance-news.csv'));
    expect(refusals(items)).toEqual([]);
    expect(records(items)).toHaveLength(2_400);
    expect(new Set(records(items).map(contentHash)).size).toBe(2_385);
    expect(records(items)[5]).toMatchObject({
      stockCodes: ['000626'],
      publishedAt: '2018-06-29T00:00:00+08:00',
    });
  });

  test('imports the theme unit test without failures and reports everything skipped', async () => {
    const items = await all(join(data, 'wordpress-theme-unit-test.xml'));
    // 47 posts, one of them with a password, and 22 pages.
    expect(records(items)).toHaveLength(69);
    expect(refusals(items)).toHaveLength(111);
    expect(records(items).flatMap(({ draftReasons = [] }) => draftReasons)).toContain('设有密码（password）');
    expect(records(items)[0]).toMatchObject({
      addresses: ['/2018/10/20/keyboard-navigation/', '/?p=1724'],
      siteHost: 'wpthemetestdata.wordpress.com',
    });
    expect(records(items).filter(({ addresses = [] }) => addresses.length < 2)).toEqual([]);
    for (const [, skipped, reason] of refusals(items)) {
      expect(skipped).toBe(true);
      expect(reason).toMatch(/^《.+》/);
    }
  });
});
