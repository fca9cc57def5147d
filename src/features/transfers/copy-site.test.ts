import { mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveVip } from '#features/entitlements/index.ts';
import { allImportRights, importPosts } from '#features/posts/index.ts';
import { isPortalKeyRight, portalSecret, readSecret } from '#features/settings/index.ts';
import { openSnapshot } from '#kernel/db/copy-out.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { addMarketData, addPlayer, addSeason } from '#testing/contest.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { copyParts } from '../../main/copy-parts.ts';
import { openArchive } from './archive/read-archive.ts';
import { writeArchive } from './archive/write-archive.ts';
import { compareSites } from './compare-sites.ts';
import { exportSite } from './export-site.ts';
import { restoreSite } from './restore-site.ts';

const ghost = JSON.stringify({
  db: [
    {
      data: {
        posts: [
          {
            id: '1',
            title: '会员看的一篇',
            html: '<p>开头，带一个生僻字𠮷。</p><!--members-only--><p>后面。</p>',
            status: 'published',
            type: 'post',
            visibility: 'members',
            published_at: '2026-01-02T03:04:05.678Z',
          },
        ],
        tags: [{ id: 't', name: '宏观' }],
        posts_tags: [{ post_id: '1', tag_id: 't' }],
        users: [{ id: 'u', name: '甲作者' }],
        posts_authors: [{ post_id: '1', author_id: 'u' }],
      },
    },
  ],
});

const wxr = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>旧站</title><wp:wxr_version>1.2</wp:wxr_version>
<item><title>从旧站来的一篇</title><guid>https://old.example.cn/?p=7</guid><dc:creator>乙作者</dc:creator>
<content:encoded><![CDATA[<p>一段 "引号" 与反斜杠 \\ 与换行。</p>]]></content:encoded>
<wp:post_id>7</wp:post_id><wp:post_date_gmt>2025-05-06 07:08:09</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag">旧闻</category></item>
</channel></rss>`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
let portal: Portal;
let archive: string;
const opened: Portal[] = [];
const openSite = async (settings?: Record<string, string>) => {
  const site = await openPortal(settings);
  opened.push(site);
  return site;
};
const dependenciesOf = (site: Portal, lines: string[] = []) => ({
  ...copyParts(site.app, site.ctx.tenant, (line) => lines.push(line)),
  searchIndexes: site.app.searchIndexes,
});
const pathOf = (name: string) => join(folder, name);
const exportArchive = (
  site: Portal,
  name: string,
  options: { withoutPeople?: boolean; scope?: 'backup' } = {},
) => exportSite(site.ctx, dependenciesOf(site), { path: pathOf(name), scope: 'export', ...options });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-copies-'));
  portal = await openSite();
  const { memberId } = await logIn(portal, { role: 'admin' });
  await giveVip(portal.ctx, memberId, 30, 'command-line');
  await writeFile(pathOf('ghost.json'), ghost);
  await writeFile(pathOf('old.xml'), wxr);
  for (const name of ['ghost.json', 'old.xml'])
    await importPosts(portal.ctx, {
      path: pathOf(name),
      columnId: '2',
      rights: allImportRights,
      files: portal.app.files,
      report: () => undefined,
    });
  const cover = await portal.app.files.save('000000', png, 'cover.png');
  await portal.ctx.db.updateTable('posts').set({ cover }).where('title', '=', '会员看的一篇').execute();
  // An order and the payment that paid it refer to each other.
  const buyer = asMember(portal.ctx, (await logIn(portal)).memberId);
  await payOrderOf(buyer, await orderFor(buyer, { thing: `plan:${await addPlan(portal)}` }));
  // Balances maintained by a trigger are copied, and the trigger must not add them again.
  await addMarketData(portal);
  const seasonId = await addSeason(portal, { starts_on: '2026-01-01', ends_on: '2099-12-31' });
  await addPlayer(portal, seasonId);
  await portalSecret(portal.ctx, 'proofs');
  const set = (name: string, value: object) => ({ name, value: JSON.stringify(value) });
  await portal.ctx.db
    .insertInto('site_settings')
    .values([
      set('site', { name: '旧站新家' }),
      set('mail', { password: 'mail-password-of-ours' }),
      set('wechatPay', { privateKey: 'merchant-key-of-ours' }),
      set('alipay', { privateKey: 'merchant-key-of-ours' }),
    ])
    .execute();
  archive = pathOf('site.zip');
  await exportArchive(portal, 'site.zip');
});
afterAll(async () => {
  for (const site of opened) await site.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a whole site', () => {
  test('lists every table of the database in exactly one group', async () => {
    const { connectionString, schema, tables } = dependenciesOf(portal);
    const { content, people, installation, transient } = tables;
    const snapshot = await openSnapshot(connectionString, schema);
    await snapshot.close();
    const listed = [...content, ...people, ...installation, ...transient];
    expect(listed.toSorted()).toEqual(snapshot.tables.map(({ name }) => name).toSorted());
    const left = new Set<string>([...people, ...installation, ...transient]);
    const dangling = snapshot.tables
      .filter(({ name }) => !left.has(name))
      .flatMap(({ name, columns }) =>
        columns
          .filter(({ refersTo, isNullable }) => refersTo && left.has(refersTo) && !isNullable)
          .map(() => name),
      );
    expect(dangling, 'content that cannot exist without people').toEqual([]);
  });

  test('is imported from an older version and migrated', { tags: ['deep'] }, async () => {
    const { connectionString, migrations, ...dependencies } = dependenciesOf(portal);
    const all = (await readdir(migrations)).sort();
    const schema = 'older_version';
    // Before long jobs had leases and an attempts column.
    const only = all.slice(0, all.indexOf('20261122111000-kernel-queues.sql'));
    await migrate({ connectionString, schema, directory: migrations, only });
    const client = new pg.Client({ connectionString, options: `-c search_path=${schema}` });
    await client.connect();
    await client.query(`
      insert into authors (name) values ('旧作者');
      insert into posts (kind, column_id, author_id, title, title_breaks, access, state)
        values ('article', 2, 1, '旧版里的一篇', '', 'public', 'draft');
      insert into transfers (kind, name, path, options) values ('import', 'a.xml', 'a', '{"attempts":2,"columnId":"2"}')`);
    await client.end();
    const path = pathOf('older.zip');
    await exportSite(
      portal.ctx,
      { ...dependencies, connectionString, migrations, schema },
      { path, scope: 'backup' },
    );

    const other = await openSite();
    await restoreSite(other.ctx, dependenciesOf(other), path);
    const { db } = other.ctx;
    expect(await db.selectFrom('posts').select('title').execute()).toEqual([{ title: '旧版里的一篇' }]);
    expect(await db.selectFrom('transfers').select(['attempts', 'options']).execute()).toEqual([
      { attempts: 2, options: { columnId: '2' } },
    ]);
    const left = await sql`select from pg_namespace where nspname like '%restore'`.execute(db);
    expect(left.rows).toEqual([]);
    await logIn(other);
  });

  test('is exported and restored into an empty site, equal row by row, and works there', async () => {
    const other = await openSite();
    const count = await restoreSite(other.ctx, dependenciesOf(other), archive);
    expect(count).toMatchObject({ files: 1, bytes: png.length });
    await exportArchive(other, 'again.zip');
    const lines: string[] = [];
    const { equal, different } = await compareSites(
      archive,
      pathOf('again.zip'),
      dependenciesOf(portal, lines),
    );
    expect(lines.filter((line) => line.endsWith('different'))).toEqual([]);
    expect(different).toBe(0);
    expect(equal).toBeGreaterThan(30);
    const paid = await other.ctx.db
      .selectFrom('orders')
      .innerJoin('payments', (join) =>
        join.onRef('payments.id', '=', 'orders.payment_id').onRef('payments.order_id', '=', 'orders.id'),
      )
      .select('orders.state')
      .execute();
    expect(paid).toEqual([{ state: 'paid' }]);

    const { body } = await other.call('GET /reception/globalSearch', { query: { keyword: '生僻字' } });
    expect(body.data.records).toMatchObject([{ title: '会员看的一篇', tags: ['宏观'] }]);
    const [{ cover }] = body.data.records;
    expect(await other.app.files.read('000000', cover)).toEqual(png);
    // New rows get new ids, and cached totals continue from their values.
    const { total } = (await other.call('GET /reception/article/getResearchArticleList')).body.data;
    await writeFile(pathOf('next.md'), '# 新的一篇\n\n正文。');
    await importPosts(other.ctx, {
      path: pathOf('next.md'),
      columnId: '2',
      rights: allImportRights,
      files: other.app.files,
      report: () => undefined,
    });
    const after = (await other.call('GET /reception/article/getResearchArticleList')).body.data;
    expect(after.total).toBe(total + 1);
    expect(new Set(after.records.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test('includes the members’ logins, but no session, code, secret or message', async () => {
    const reader = await openArchive(archive);
    const names = reader.manifest.tables.map(({ name }) => name);
    const settings: string[] = [];
    for await (const line of reader.rows('site_settings')) settings.push(line);
    reader.close();
    expect(settings.map((line) => JSON.parse(line).name)).toEqual(['site']);
    expect(names).toContain('members');
    expect(
      names.filter((name) =>
        (dependenciesOf(portal).tables.installation as readonly string[]).includes(name),
      ),
    ).toEqual([]);
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
  });

  test('without people contains no members and no member ids', async () => {
    const [{ id: post_id } = { id: '' }] = await portal.ctx.db
      .selectFrom('posts')
      .select('id')
      .limit(1)
      .execute();
    const [{ id: member_id } = { id: '' }] = await portal.ctx.db
      .selectFrom('members')
      .select('id')
      .limit(1)
      .execute();
    const comment = { post_id, member_id, body: '只在原站', state: 'visible' };
    await portal.ctx.db.insertInto('comments').values(comment).execute();
    await exportArchive(portal, 'nobody.zip', { withoutPeople: true });
    const other = await openSite();
    // The administrator of the new site stays.
    const { token } = await logIn(other, { role: 'admin' });
    await restoreSite(other.ctx, dependenciesOf(other), pathOf('nobody.zip'));
    expect(await other.ctx.db.selectFrom('members').selectAll().execute()).toHaveLength(1);
    expect((await other.call('GET /admin/post/list', { token })).body.data.records).toHaveLength(2);
    const authors = await other.ctx.db.selectFrom('authors').select(['name', 'member_id']).execute();
    expect(authors.map(({ name }) => name).sort()).toEqual(['乙作者', '甲作者'].sort());
    // Without comments, all comment counts are zero.
    const counts = await other.ctx.db.selectFrom('post_counters').select('comments').execute();
    expect(counts.map(({ comments }) => comments)).toEqual(counts.map(() => 0));
    await portal.ctx.db.deleteFrom('comments').execute();
  });

  test('backs up everything, including sessions and secrets', async () => {
    expect(await isPortalKeyRight(portal.ctx)).toBe(true);
    // A name that looks like a sealed secret is still a name.
    const { id, name } = await portal.ctx.db
      .selectFrom('members')
      .select(['id', 'name'])
      .executeTakeFirstOrThrow();
    const rename = (to: string) =>
      portal.ctx.db.updateTable('members').set({ name: to }).where('id', '=', id).execute();
    await rename('sealed:1:AAAA');
    await exportArchive(portal, 'backup.zip', { scope: 'backup' });
    const other = await openSite();
    await restoreSite(other.ctx, dependenciesOf(other), pathOf('backup.zip'));
    await rename(name);
    const copied = other.ctx.db.selectFrom('members').select('name').where('id', '=', id);
    expect(await copied.executeTakeFirst()).toEqual({ name: 'sealed:1:AAAA' });
    // The other portal has another key, so only the decrypted values are equal.
    const secrets = async ({ ctx }: Portal) => {
      const rows = await ctx.db.selectFrom('secrets').select('name').orderBy('name').execute();
      const names = rows.map(({ name }) => name).filter((name) => name !== 'portal-key');
      return Promise.all(names.map(async (name) => [name, await readSecret(ctx, name)]));
    };
    expect(await secrets(other)).toEqual(await secrets(portal));
    expect(await secrets(other)).toHaveLength(2);
    expect(await isPortalKeyRight(other.ctx)).toBe(true);
    const { count } = await other.ctx.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(0);
  });

  test('moves to another tenant with its pictures', async () => {
    const other = await openSite({ TENANTS: '100001,000000' });
    const home = other.app.tenants.get('000000');
    if (!home) throw new Error('the tenant is missing');
    const { db } = home;
    // The test database has one schema, so only the addresses differ.
    const ctx = { ...other.ctx, db, tenant: { ...home, id: '100001' } };
    const schema = 'tenant_000000';
    const parts = dependenciesOf(other);
    // Without that schema, the tenant has no settings either.
    const files = { ...parts.files, moveToBucket: async () => undefined };
    await restoreSite(ctx, { ...parts, files, schema }, archive);
    const { cover } = await db
      .selectFrom('posts')
      .select('cover')
      .where('cover', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(cover).toMatch(/^\/files\/100001\//);
    expect(await other.app.files.read('100001', cover ?? '')).toEqual(png);
    await exportSite(
      ctx,
      { ...dependenciesOf(other), schema },
      { path: pathOf('moved.zip'), scope: 'export' },
    );
    expect(await compareSites(archive, pathOf('moved.zip'), dependenciesOf(portal))).toMatchObject({
      different: 0,
    });
  });
});

describe('a comparison', () => {
  test('names changed, missing and added rows', async () => {
    const other = await openSite();
    await restoreSite(other.ctx, dependenciesOf(other), archive);
    const { db } = other.ctx;
    const [first, second] = await db.selectFrom('posts').select('id').orderBy('id').execute();
    await db
      .updateTable('posts')
      .set({ title: '改了' })
      .where('id', '=', first?.id ?? '')
      .execute();
    await db
      .deleteFrom('posts')
      .where('id', '=', second?.id ?? '')
      .execute();
    await db.insertInto('stocks').values({ code: '600519', name: '贵州茅台' }).execute();
    await exportArchive(other, 'changed.zip');
    const lines: string[] = [];
    const { different } = await compareSites(archive, pathOf('changed.zip'), dependenciesOf(portal, lines));
    expect(different).toBeGreaterThan(2);
    expect(lines).toContain(`    不同：id=${first?.id} （title）`);
    expect(lines).toContain(`    只在第一份：id=${second?.id}`);
    expect(lines).toContain('    只在第二份：code=600519');
  });
});

describe('rejected restores, which leave the site unchanged', () => {
  const refusal = async (path: string, site: Portal) => {
    const before = await site.ctx.db.selectFrom('columns').selectAll().orderBy('id').execute();
    const message = await restoreSite(site.ctx, dependenciesOf(site), path).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    expect(await site.ctx.db.selectFrom('posts').select('id').execute()).toEqual([]);
    expect(await site.ctx.db.selectFrom('columns').selectAll().orderBy('id').execute()).toEqual(before);
    return message;
  };

  test('a site with content is rejected, naming the content', async () => {
    await expect(restoreSite(portal.ctx, dependenciesOf(portal), archive)).rejects.toThrow(
      /只能恢复到空站.*会员 3.*内容 2/,
    );
  });

  test('a truncated, modified or foreign file is rejected', async () => {
    const site = await openSite();
    const whole = await readFile(archive);
    await writeFile(pathOf('half.zip'), whole);
    await truncate(pathOf('half.zip'), Math.floor(whole.length / 2));
    expect(await refusal(pathOf('half.zip'), site)).toContain('不是完整的导出包');
    await writeFile(pathOf('text.zip'), '这不是压缩包');
    expect(await refusal(pathOf('text.zip'), site)).toContain('不是完整的导出包');
    expect(await refusal(pathOf('nowhere.zip'), site)).toContain('文件不存在');
    // Flips a byte of compressed rows, in the middle of the tables.
    await writeFile(pathOf('bent.zip'), whole);
    const file = await open(pathOf('bent.zip'), 'r+');
    const at = whole.indexOf('tables/posts.jsonl') + 'tables/posts.jsonl'.length + 40;
    await file.write(Buffer.from([(whole[at] ?? 0) ^ 0xff]), 0, 1, at);
    await file.close();
    expect(await refusal(pathOf('bent.zip'), site)).toMatch(/不是完整的导出包|与清单不符/);
  });

  test('an archive of a newer version names the version to upgrade to', async () => {
    const site = await openSite();
    const newer = await rewritten('newer.zip', ({ migrations, files, ...rest }) => ({
      ...rest,
      files: { ...(files as object), rows: 0 },
      migrations: [...(migrations as string[]), '20990101000000-posts-more.sql'],
    }));
    expect(await refusal(newer, site)).toContain('请先升级本站');
  });

  test('names that lead out of the folder, and zip bombs, are rejected', async () => {
    const site = await openSite();
    const escaping = await rewritten('escaping.zip', (manifest) => manifest, 'files/aa/../../../x.png');
    expect(await refusal(escaping, site)).toMatch(/不认识的内容|不是完整的导出包/);
    const bomb = await rewritten(
      'bomb.zip',
      (manifest) => manifest,
      'tables/posts.jsonl',
      '0'.repeat(12_000_000),
    );
    expect(await refusal(bomb, site)).toContain('大得不正常');
  });

  /** Rewrites an archive with a changed manifest and an additional part, as an attacker could. */
  async function rewritten(
    name: string,
    change: (manifest: Record<string, unknown>) => unknown,
    extra?: string,
    text = 'x',
  ): Promise<string> {
    const reader = await openArchive(archive);
    const { manifest } = reader;
    reader.close();
    await writeArchive(pathOf(name), new Date(), async (writer) => {
      writer.addText('manifest.json', JSON.stringify(change(manifest as Record<string, unknown>)));
      if (extra) {
        const safe = extra.replaceAll('..', '__');
        writer.addText(safe, text);
      }
      for (const table of manifest.tables)
        if (extra !== `tables/${table.name}.jsonl`) writer.addText(`tables/${table.name}.jsonl`, '');
      writer.addText('files.jsonl', '');
    });
    if (extra?.includes('..')) {
      const bytes = await readFile(pathOf(name));
      const safe = Buffer.from(extra.replaceAll('..', '__'));
      for (let at = bytes.indexOf(safe); at >= 0; at = bytes.indexOf(safe, at + 1)) bytes.write(extra, at);
      await writeFile(pathOf(name), bytes);
    }
    return pathOf(name);
  }
});
