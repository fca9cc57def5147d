import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { readCsv } from './csv.ts';
import { readFeed } from './feed.ts';
import { readGhost } from './ghost.ts';
import { readJson, readJsonLines } from './json.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { isDraftFolder, readPublicity } from './publicity.ts';
import type { ImportItem, ImportRecord } from './record.ts';
import { readWxr } from './wxr.ts';

async function* streamOf(text: string) {
  yield text;
}

async function recordOf(items: AsyncIterable<ImportItem> | Iterable<ImportItem>): Promise<ImportRecord> {
  for await (const item of items) {
    if (!item.ok) throw new Error(item.reason);
    return item.record;
  }
  throw new Error('no record');
}

const markdown = (text: string) => recordOf(readMarkdownFile('文.md', streamOf(text)));
const reasonsOf = ({ draftReasons = [] }: ImportRecord) => draftReasons.join('；');

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const json = (pairs: [string, unknown][]) =>
  JSON.stringify({ title: '题', body: '文', ...Object.fromEntries(pairs) });
/** Writes a record with these words in each format. */
const formats: Record<string, (pairs: [string, unknown][]) => Promise<ImportRecord>> = {
  yaml: (pairs) =>
    markdown(
      `---\ntitle: 题\n${pairs.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('')}---\n\n文`,
    ),
  toml: (pairs) =>
    markdown(
      `+++\ntitle = "题"\n${pairs.map(([key, value]) => `"${key}" = ${JSON.stringify(value ?? '')}\n`).join('')}+++\n\n文`,
    ),
  'json header': (pairs) =>
    markdown(`${JSON.stringify({ title: '题', ...Object.fromEntries(pairs) })}\n\n文`),
  'json lines': (pairs) => recordOf(readJsonLines('a.jsonl', streamOf(json(pairs)))),
  csv: (pairs) =>
    recordOf(
      readCsv(
        'a.csv',
        streamOf(
          `标题,正文,${pairs.map(([key]) => key).join(',')}\n题,文,${pairs.map(([, value]) => `"${String(value ?? '')}"`).join(',')}\n`,
        ),
        {},
      ),
    ),
  atom: (pairs) =>
    recordOf(
      readFeed('a.atom', () =>
        streamOf(
          `<feed><entry><title>题</title><content type="text">文</content>${pairs
            .map(([key, value]) => `<app:${key}>${xml(String(value ?? ''))}</app:${key}>`)
            .join('')}</entry></feed>`,
        ),
      ),
    ),
};

/** The keys in the spellings that other systems use, with all values that mean "public". */
const yes = [true, 1, 'true', 'yes', 'Y', '1', '是'];
const shown = ['public', 'published', 'publish', 'live', '公开', '发布', '已发布'];
const no = [false, 0, 'false', 'no', 'N', '0', 'off', '否'];
const blanks = [null, ''];
const table: [keys: string[], values: unknown[]][] = [
  [
    [
      'published',
      'Publish',
      'dg-publish',
      'is_published',
      'PUBLIC',
      '是否发布',
      '已發布',
      'is_show',
      'online',
      '是否显示',
    ],
    [...yes, ...shown, '2020-01-02'],
  ],
  [
    [
      ...[
        'draft',
        'Draft',
        'is_draft',
        'isDraft',
        'private',
        'Hidden',
        'protected',
        'unlisted',
        '草稿',
        '私密',
      ],
      ...['隱藏', 'premium', 'is_paid', 'vip', '付费', 'login_required', 'del_flag', 'wip'],
    ],
    [...no, ...blanks],
  ],
  [
    [
      ...['status', 'STATE', 'post_status', '状态', '狀態', '稿件状态', '审核状态', 'workflow_state'],
      ...['publication_status'],
    ],
    [...shown, ...blanks],
  ],
  [
    ['visibility', 'Visible', '可见性', 'privacy', 'visibility_level', '密级', '阅读范围'],
    [...yes, ...shown, ...blanks],
  ],
  [['password', 'Post_Password', '密码'], blanks],
  [['expiryDate', 'expires', 'deleted_at'], blanks],
];
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...yes,
    ...shown,
    ...no,
    ...blanks,
    'draft',
    'DRAFT',
    'Private',
    'pending',
    'members',
    'product:gold',
    'trash',
    '私密',
    2,
    -1,
    1.5,
    '2020-01-02',
    'yes!',
    'None',
  ),
  fc.string({ unit: fc.constantFrom(...'abc公开0 :.'), maxLength: 6 }),
);
/** Words that mean "not public" under any key. */
const secret = ['draft', 'private', '私密'];
const isShown = (listed: unknown[], value: unknown) => {
  const word = (one: unknown) =>
    String(one ?? '')
      .normalize('NFKC')
      .trim()
      .toLowerCase();
  return listed.some((one) => word(one) === word(value));
};

describe('a record of a file', () => {
  test.each(Object.keys(formats))(
    'in %s is published only if each word about publicity means public, else named',
    async (format) => {
      const words = fc
        .constantFrom(...table)
        .chain(([keys, listed]) => fc.tuple(fc.constantFrom(...keys), values, fc.constant(listed)));
      const unknown = fc.tuple(
        fc.constantFrom('colour', 'draught', 'weight', '备注'),
        values,
        fc.constant(null),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: words }, unknown), {
            minLength: 1,
            maxLength: 3,
            selector: ([key]) => key.toLowerCase(),
          }),
          async (given) => {
            const record = await formats[format]?.(given.map(([key, value]) => [key, value]));
            const wrong = given.filter(([, value, listed]) =>
              // Of a feed only the elements about publicity are read.
              listed === null ? format !== 'atom' && isShown(secret, value) : !isShown(listed, value),
            );
            expect(record?.state).toBe(wrong.length > 0 ? 'draft' : undefined);
            expect(record?.draftReasons ?? []).toHaveLength(wrong.length);
            for (const [key] of wrong)
              expect(record?.draftReasons?.join('\n').replace('“状态', `“${key}`)).toContain(key);
          },
        ),
        { numRuns: runs(1200) },
      );
    },
  );

  test.each(['draft', 'status', 'published', 'visibility', 'password', 'publishDate'])(
    'with %s that is no single word is a draft',
    async (key) => {
      for (const value of [[false], ['published'], {}, { a: true }]) {
        for (const format of ['yaml', 'json header', 'json lines'])
          expect(await formats[format]?.([[key, value]])).toMatchObject({ state: 'draft' });
        expect(await markdown(`+++\n${key} = [true]\n+++\n文`)).toMatchObject({ state: 'draft' });
      }
    },
  );

  test.each([
    ['{"title":"题","body":"文","draft":true,"draft":false}', 'draft'],
    [
      '{"title":"题","body":"a\\"b","meta" : {"status" :"draft", "x":[{"y":1},{"y":2}],"st\\u0061tus":"published"}}',
      'status',
    ],
  ])('of JSON that says a word twice is a draft: %s', async (row, key) => {
    const lines = readJsonLines('a.jsonl', streamOf(row));
    expect(reasonsOf(await recordOf(lines))).toBe(`“${key}”写了两次`);
    const array = await Array.fromAsync(
      readJson('a.json', streamOf(`[{"title":"一","body":"文"},\n${row}]`)),
    );
    expect(array.map((item) => item.ok && item.record.state)).toEqual([undefined, 'draft']);
  });

  test('names the word, but never a password', async () => {
    const record = await markdown(
      '---\nDraft: TRUE\npassword: geheim\nparams:\n  visibility: staff\n---\n文',
    );
    expect(reasonsOf(record)).toBe('写着“Draft: TRUE”；设有密码（password）；写着“params.visibility: staff”');
  });

  test('waits for its date wherever the file says it', async () => {
    expect(await markdown('---\ndate: 2020-01-01\npublished: 2099-01-01\n---\n文')).toMatchObject({
      publishedAt: '2099-01-01T00:00:00+08:00',
    });
    expect(
      await formats['json lines']?.([
        ['publishDate', '2099-01-01'],
        ['date', '2020-01-01'],
      ]),
    ).toMatchObject({
      publishedAt: '2099-01-01T00:00:00+08:00',
    });
    expect(await formats['json lines']?.([['publish_at', 'soon']])).toMatchObject({ state: 'draft' });
    const due = [['status', 'scheduled']] as const;
    expect(readPublicity(due).draftReasons).toEqual(['写着“status: scheduled”，却没有日期']);
    expect(readPublicity(due, '2099-01-01T00:00:00+08:00').draftReasons).toEqual([]);
  });

  test('is named after every column of a table about publicity, also beside one that was mapped', async () => {
    const csv = '标题,正文,状态,Status,是否公开\n题,文,已发布,private,\n';
    expect(reasonsOf(await recordOf(readCsv('a.csv', streamOf(csv), {})))).toBe(
      '写着“Status: private”；“是否公开”没有值',
    );
    const mapped = '标题,正文,可发\n题,文,待定\n';
    expect(reasonsOf(await recordOf(readCsv('a.csv', streamOf(mapped), { state: '可发' })))).toBe(
      '写着“状态: 待定”',
    );
  });
});

describe('a header of a Markdown file', () => {
  test.each([
    [
      '+++\ntitle = "题"\ndate = 2022-05-06T09:00:00+08:00\ntags = [\n "a", # 一\n "b"]\n[extra]\nx = 1\n+++\n文',
    ],
    ['---toml\ntitle = \'题\'\ndate = "2022-05-06 09:00"\ntags = ["a", "b"]\n---\n文'],
    ['{\n\t"title": "题", "date": "2022-05-06T09:00:00+08:00",\n\t"tags": ["a", "b"]\n}\n文'],
    ['---json\n{"title": "题", "date": "2022-05-06 09:00", "tags": ["a", "b"]}\n---\n文'],
    [';;;\n"title": "题",\n"date": "2022/05/06 09:00:00",\n"tags": ["a", "b"]\n;;;\n文'],
    ['\ufeff\u200b---\nTitle: 题\nDATE: 2022-05-06 09:00\ntags: [a, b]\n---\n文'],
    ['----\ntitle: 题\ndate: 2022-05-06 09:00\ntags: [a, b]\n----\n文'],
  ])('is read: %j', async (text) => {
    const record = await markdown(text);
    expect(record).toMatchObject({
      title: '题',
      tags: ['a', 'b'],
      publishedAt: '2022-05-06T09:00:00+08:00',
      body: '文',
    });
    expect(record.state).toBeUndefined();
  });

  test.each([
    ['title: 题\ndate: 2022-05-06\n---\n文', '没有以 --- 开始'],
    ['"title": "题",\n"date": "2022-05-06"\n;;;\n文', '没有以 --- 开始'],
    ['Title: 题\nDate: 2022-05-06\nTags: a,\n  b\n\n文', '没有以 --- 开始'],
    ['title: 周报: 题\n\ndraft : no\n---\n文', '没有以 --- 开始'],
    ['title = "题"\ndraft = false\n+++\n文', '没有以 --- 开始'],
    ['# 题\n\n状态：草稿\n\n文', '没有以 --- 开始'],
    ['**Status:** Draft\n\n文', '没有以 --- 开始'],
    ['#+TITLE: 题\n#+STATUS: draft\n\n文', '没有以 --- 开始'],
    ['```yaml\ntitle: 题\n```\n文', '没有以 --- 开始'],
    ['<!--\n.. title: 题\n.. status: private\n-->\n\n文', '写在注释里'],
    ['---\ntitle: 题\n---\n---\ndraft: false\n---\n文', '有两个文件头'],
    ['---coffee\ntitle: "题"\n---\n文', '格式“coffee”不能读'],
    ['+++\ntitle = "题"\ndraft == false\n+++\n文', '（TOML）第 3 行没有读懂'],
    ['+++\ntitle = "题"\nbuild = { list = "never" }\n+++\n文', '（TOML）第 3 行没有读懂'],
    ['+++\ndraft = false\ndraft = true\n+++\n文', '（TOML）第 3 行没有读懂'],
  ])('that cannot be relied on makes a draft and is no text: %j', async (text, reason) => {
    const record = await markdown(text);
    expect(record).toMatchObject({ state: 'draft' });
    expect(reasonsOf(record)).toContain(reason);
    expect(record.body.trim()).toBe('文');
  });

  test.each([
    '# 题\n\n正文：一\n',
    '注意：一\n\n二',
    '---\n\n一\n\n---\n\n二',
    '{% raw %}\n一',
    '+++',
    '一\n---\n二',
  ])('is not seen in %j', async (text) => {
    const read = await Array.fromAsync(readMarkdownFile('文.md', streamOf(text)));
    for (const item of read) if (item.ok) expect(item.record.state).toBeUndefined();
  });

  test.each([
    ['{"a": "', '\\"'],
    ['{"a": ', '{'],
    ['+++\n', 'a = """\n'],
    ['+++\na = [', '"x",\n'],
    ['title: ', ' '],
    ['# 题', '\n'],
    ['---\n', '-'],
    ['<!--', '- '],
  ])('that begins with %j and never ends is read in linear time', async (start, repeated) => {
    const text = start + repeated.repeat(2_000_000 / repeated.length);
    const before = performance.now();
    await Array.fromAsync(readMarkdownFile('文.md', streamOf(text)));
    // A quadratic reader takes minutes.
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('is never published as text, whatever its fences', async () => {
    const fences = fc.constantFrom(
      '',
      '---',
      '----',
      '+++',
      ';;;',
      '...',
      '---yaml',
      '---toml',
      '---json',
      '<!--',
      '-->',
    );
    const separator = fc.constantFrom(': ', ' : ', '：', ' = ', '=', '": ', ':');
    await fc.assert(
      fc.asyncProperty(
        fences,
        separator,
        fences,
        fc.constantFrom('', '\n', ' ', '\u200b', '# 题\n\n'),
        async (open, sign, close, before) => {
          const text = `${before}${open}\ntitle${sign}"题"\ndraft${sign}"true"\n${close}\n\n文`;
          for await (const item of readMarkdownFile('文.md', streamOf(text)))
            if (item.ok) expect(item.record).toMatchObject({ state: 'draft' });
        },
      ),
      { numRuns: runs(2400) },
    );
  });
});

describe('other systems', () => {
  const ghost = (post: object, data: object = {}) =>
    recordOf(
      readGhost('ghost.json', '', {
        db: [
          { data: { posts: [{ id: '1', title: '题', html: '<p>文</p>', type: 'post', ...post }], ...data } },
        ],
      }),
    );

  test.each([
    [{ status: 'published', visibility: 'public' }, { access: 'public' }],
    [{ status: 'published', visibility: 'members' }, { access: 'member' }],
    [{ status: 'published', visibility: 'tiers' }, { access: 'vip' }],
    [
      { status: 'published', visibility: 'product:gold' },
      { access: 'vip', state: 'draft' },
    ],
    [
      { status: 'published', visibility: 'label:friends' },
      { access: 'vip', state: 'draft' },
    ],
    [
      { status: 'published', visibility: 7 },
      { access: 'vip', state: 'draft' },
    ],
    [
      { status: 'published', visibility: 'paid', type: 'page' },
      { access: 'vip', state: 'draft' },
    ],
    [
      { status: 'scheduled', visibility: 'public', published_at: null },
      { access: 'public', state: 'draft' },
    ],
    [
      { status: 'published-elsewhere', visibility: 'public' },
      { access: 'public', state: 'draft' },
    ],
    [{ visibility: 'public' }, { access: 'public', state: 'draft' }],
  ])('a Ghost post %j becomes %j', async (post, expected) => {
    const record = await ghost(post);
    expect({ access: record.access, state: record.state }).toEqual({ state: undefined, ...expected });
    expect(record.draftReasons === undefined).toBe(record.state === undefined);
  });

  test('a Ghost post for mail alone becomes a draft', async () => {
    const post = { status: 'scheduled', visibility: 'public', published_at: '2099-01-01T00:00:00.000Z' };
    expect(await ghost(post)).not.toHaveProperty('state');
    expect(reasonsOf(await ghost(post, { posts_meta: [{ post_id: '1', email_only: 1 }] }))).toContain(
      'email_only',
    );
  });

  test.each([
    ['<wp:status>publish</wp:status>', undefined],
    ['<wp:status>private</wp:status>', '写着“status: private”'],
    ['<wp:status>publish</wp:status><wp:post_password>geheim</wp:post_password>', '设有密码（password）'],
    ['<wp:status>future</wp:status>', '写着“status: future”，却没有日期'],
    ['<wp:status>archive</wp:status>', '写着“status: archive”'],
  ])('a WordPress post with %s has the reason %s', async (fields, reason) => {
    // Whatever the prefix is declared to be.
    for (const uri of ['w', 'urn:w']) {
      const text = `<rss xmlns:wp="${uri}"><channel><item><title>题</title>${fields}<content:encoded>文</content:encoded></item></channel></rss>`;
      const record = await recordOf(readWxr('a.xml', () => streamOf(text)));
      expect(record.draftReasons?.join()).toBe(reason);
      expect(record.state).toBe(reason && 'draft');
    }
  });

  test('an Atom entry that Blogger marked as a draft becomes one, and a feed that we fetch decides nothing', async () => {
    const text =
      '<feed><entry><title>题</title><content>文</content><app:control><app:draft>yes</app:draft></app:control></entry></feed>';
    expect(reasonsOf(await recordOf(readFeed('a.atom', () => streamOf(text))))).toBe('写着“app:draft: yes”');
    expect(await recordOf(readFeed('a.atom', () => streamOf(text), { mode: 'tolerant' }))).not.toHaveProperty(
      'state',
    );
  });

  test('keep drafts in folders with these names', () => {
    for (const name of ['_drafts', 'Drafts', 'draft', '草稿', '_private', 'Unpublished'])
      expect(isDraftFolder(name)).toBe(true);
    for (const name of ['_posts', 'posts', 'draughts', '2024']) expect(isDraftFolder(name)).toBe(false);
  });
});

test.each<[string, string]>([
  ['{"title":"题","body":"文","halo":{"publish":false}}', 'halo.publish'],
  ['{"title":"题","body":"文","params":[{"draft":true}]}', 'params.draft'],
  ['{"title":"题","body":"文","flags":["draft"]}', 'flags'],
  ['{"title":"题","body":"文","tags":["draft","铜"]}', 'tags'],
  ['{"title":"题","body":"文","publishedAt":null}', 'publishedAt'],
  ['{"title":"题","body":"文","permalink":false}', 'permalink'],
  ['{"title":"题","body":"文","audience":"only_paid"}', 'audience'],
  ['{"title":"题","body":"文","level":"VIP"}', 'level'],
])('%s is a draft, which names “%s”', async (line, key) => {
  const record = await recordOf(readJsonLines('a.jsonl', streamOf(line)));
  expect(record.state).toBe('draft');
  expect(reasonsOf(record)).toContain(key);
});

test.each([
  '{"title":"题","body":"文","comment_status":"open","ping_status":"closed","tags":["VIP","私密信贷"],"permalink":"/a"}',
  '{"title":"private","body":"draft","author":"私密","summary":"草稿","views":3,"seo":{"title":"draft horse"}}',
])('%s is public', async (line) => {
  expect((await recordOf(readJsonLines('a.jsonl', streamOf(line)))).state).toBeUndefined();
});

test.each([
  '前一行\n---\ntitle: 题\ndraft: true\n---\n\n文',
  '% 题\n% 作者\nstatus: draft\n\n文',
  '"draft": true,\n\n文',
])('a header that was not read makes a draft: %j', async (text) =>
  expect((await markdown(text)).state).toBe('draft'),
);

test.each(['状态（0草稿1发布）', 'status (draft/live)', '【状态】是否公开'])(
  'a heading may explain itself: %s',
  (heading) => {
    expect(readPublicity([[heading, '0']]).draftReasons).toHaveLength(1);
  },
);

test.each([
  'drafts-2023',
  '_drafts_old',
  '草稿（旧）',
  '草稿2023',
  'my drafts',
  'private-notes',
  '_wip',
  '未發佈',
  '废稿',
])('a folder %s is one of drafts', (name) => expect(isDraftFolder(name)).toBe(true));
test.each(['private-equity', 'hidden-champions', 'draughts', 'trashy'])('a folder %s is not', (name) =>
  expect(isDraftFolder(name)).toBe(false),
);
