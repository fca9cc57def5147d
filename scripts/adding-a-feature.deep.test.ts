import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'adding-a-feature.md'), 'utf8');
const copied = ['.dependency-cruiser.cjs', 'db', 'package.json', 'scripts', 'src', 'vitest.config.ts'];

/** Verifies that a running portal applies the manifest. */
const runningPortalTest = `
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { exportSite, restoreSite } from '#features/transfers/index.ts';
import { overrideSettings } from '#kernel/config.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveAdmin } from './admin.ts';
import { copyParts } from './copy-parts.ts';
import { start } from './worker.ts';
import { waitFor } from '#testing/wait-for.ts';

const corrections = ({ ctx }: Portal) => ctx.db.selectFrom('corrections').selectAll().execute();

test('the portal serves it, offers its permission, shows it in the menu, exports it and runs its job', async () => {
  const portal = await openPortal();
  const adminAssets = { styles: [], scripts: [], preloads: [], start: '' };
  await serveAdmin(portal.server, portal.app, { isLive: true, adminAssets, finish: async (html: string) => html } as never);
  expect((await portal.server.inject('/admin')).body).toContain('"to":"/corrections","label":"勘误"');
  const { token } = await logIn(portal, { role: 'admin' });
  const { permissions } = (await portal.call('GET /admin/role/list', { token })).body.data;
  expect(permissions).toContainEqual(expect.objectContaining({ code: 'corrections.view' }));

  const body = { postId: await addPost(portal), text: '错字' };
  expect((await portal.call('POST /member/correction/add', { body, token })).status).toBe(200);
  const other = await openPortal();
  const path = join(portal.app.config.dataDir, 'site.zip');
  const partsOf = ({ app, ctx }: Portal) => copyParts(app, ctx.tenant, () => undefined);
  await exportSite(portal.ctx, partsOf(portal), { path, scope: 'export' });
  await restoreSite(other.ctx, { ...partsOf(other), searchIndexes: other.app.searchIndexes }, path);
  expect(await corrections(other)).toEqual(await corrections(portal));
  expect(await corrections(other)).toHaveLength(1);
  await other.close();

  const { connectionString, config } = portal.app;
  overrideSettings({ DATABASE_URL: connectionString, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
  const worker = await start();
  const { db } = portal.ctx;
  await db.updateTable('corrections').set({ created_at: new Date(0) }).execute();
  await db.updateTable('scheduled_jobs').set({ due_at: new Date(0) }).where('name', '=', 'corrections-delete').execute();
  await waitFor(async () => expect(await corrections(portal)).toEqual([]), 20_000);
  await worker.stop();
  await portal.close();
});
`;

test('the feature built by docs/adding-a-feature.md passes the checks and its test, and works in a portal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adding-a-feature-'));
  try {
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    const files = [...text.matchAll(/^`([\w/.-]+)`\n\n```\w+\n(.*?)^```$/gms)];
    expect(files.map(([, path]) => path)).toHaveLength(8);
    for (const [, path = '', content = ''] of files) write(path, content);
    const path = 'src/features/index.ts';
    write(path, patch(readFileSync(join(root, path), 'utf8')));
    write('src/main/corrections-at-work.test.ts', runningPortalTest);
    write(
      'tsconfig.json',
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        // The other files have passed the checks; src/testing declares types that those of the screen need.
        include: ['src/features/index.ts', 'src/features/corrections', 'src/testing'],
      }),
    );

    const run = (program: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [program, ...args], {
        cwd: folder,
        env: { ...process.env, TEST_DATABASE_URL: inject('testServer') },
      }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
      });
    const tool = (name: string) => join(root, 'node_modules', '.bin', name);
    const feature = 'src/features/corrections';
    await run('scripts/generate-tables.ts');
    await Promise.all([
      run(tool('tsc'), '--noEmit', '--singleThreaded'),
      run(
        tool('depcruise'),
        feature,
        '--config',
        '.dependency-cruiser.cjs',
        '--do-not-follow',
        'node_modules',
      ),
      run(tool('vitest'), 'run', '--project', 'integration', feature, 'src/main/corrections-at-work.test.ts'),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);

/** Applies the diff in the document, whose hunks have no line numbers. */
function patch(list: string): string {
  const [, diff = ''] = /^```diff\n(.*?)^```$/ms.exec(text) ?? [];
  const [, ...hunks] = diff.split(/^@@\n/m);
  expect(hunks).toHaveLength(2);
  return hunks.reduce((patched, hunk) => {
    const side = (mark: string) => hunk.replace(new RegExp(`^[${mark}].*\\n`, 'gm'), '').replace(/^./gm, '');
    expect(patched).toContain(side('+'));
    return patched.replace(side('+'), side('-'));
  }, list);
}
