import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject, test } from 'vitest';
import { copyWithout, leaves, root } from './leaves.ts';

const portalTest = `
import { expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import { waitFor } from '#testing/wait-for.ts';
import { addOrder } from '#testing/orders.ts';
import { openPortal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { startWechatPay } from '#testing/wechat-pay.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';
import { loadSite } from './site-build.ts';
import { runJobs } from './worker.ts';

test('a portal without leaves reads, searches, logs in, publishes and sells', async () => {
  const wechat = await startWechatPay();
  const portal = await openPortal(wechat.settings);
  wechat.sendNoticesTo(portal);
  await defineColumns(portal.ctx, [{ id: '101', columnName: '产业深潜', kind: 'article', access: 'public', loginAuth: 0 }]);
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, await loadSite());
  const worker = await runJobs(portal.app);
  const page = (url: string) => portal.server.inject(url);

  const editor = await logIn(portal, { role: 'admin' });
  const staff = (path: string, body: unknown) => portal.call(\`POST /admin/\${path}\`, { token: editor.token, body });
  const { id } = (await staff('post/create', { columnId: '101', title: '潮汐电价' })).body.data;
  const { body } = await portal.call('GET /admin/post/detail', { token: editor.token, query: { id } });
  const content = { ...body.data.content, html: '<p>海堤上的电价一天变两次。</p>', access: 'public' };
  const saved = await staff('post/save', { id, base: body.data.version, content });
  expect((await staff('post/publish', { id, base: saved.body.data.version })).status).toBe(200);

  for (const url of ['/index', '/101', \`/101/detail?id=\${id}\`, '/sitemap-pages.xml', '/feed.xml']) {
    const { statusCode } = await page(url);
    expect([url, statusCode]).toEqual([url, 200]);
  }
  expect((await page(\`/101/detail?id=\${id}\`)).body).toContain('海堤上的电价一天变两次');
  for (const url of ['/gszb', '/topic', '/personal/reference/add', '/unsubscribe'])
    expect([url, (await page(url)).statusCode]).toEqual([url, 404]);
  expect((await page('/index')).body).not.toContain('/gszb');

  await rebuildIndex(portal.ctx, portal.app.searchIndexes, () => undefined);
  await waitFor(async () => {
    const found = await portal.call('GET /reception/globalSearch', { query: { keyword: '潮汐' } });
    expect(found.body.data.records.map((record: { id: string }) => record.id)).toEqual([id]);
  }, 20_000);

  const buyer = await logIn(portal);
  expect((await portal.call('GET /member/profile', { token: buyer.token })).status).toBe(200);
  const order = await addOrder(portal, buyer.memberId);
  await portal.call('POST /member/payOrder', { token: buyer.token, body: { id: order, gateway: 'wechat', channel: 'native' } });
  const { trade_number: trade } = await portal.ctx.db.selectFrom('payments').select('trade_number').executeTakeFirstOrThrow();
  wechat.pay(trade);
  await wechat.whenIdle();
  const { body: state } = await portal.call('GET /member/getPayState', { token: buyer.token, query: { id: order } });
  expect(state.data).toMatchObject({ state: 'paid' });

  await worker.stop();
  await wechat.stop();
  await portal.close();
}, 120_000);
`;

test('a portal without the features that can be deleted works, from its build to a sale', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-leaves-'));
  try {
    copyWithout(leaves, folder, (path) => /\.test\.tsx?$/.test(path));
    for (const name of ['db', 'scripts', 'vite.config.ts', 'vitest.config.ts'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'src', 'main', 'without-leaves.test.ts'), portalTest);
    const run = (env: Record<string, string>, program: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(root, 'node_modules', program), ...args], {
        cwd: folder,
        env: { ...process.env, ...env },
      }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
      });
    // The tests build the site first.
    const database = { TEST_DATABASE_URL: inject('testServer') };
    await run(
      database,
      'vitest/vitest.mjs',
      'run',
      '--project',
      'integration',
      'src/main/without-leaves.test.ts',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
