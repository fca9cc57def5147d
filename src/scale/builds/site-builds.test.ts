import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '#kernel/http/server.ts';
import { serveBuilt } from '#main/serve-built.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { openOtherBuilds, storeBuild } from './site-builds.ts';

let portal: Portal;
let folder: string;
beforeAll(async () => {
  portal = await openPortal();
  folder = await mkdtemp(join(tmpdir(), 'guanlan-builds-'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

/** Builds a version of the site whose page loads one script, and opens a machine that serves it. */
async function openMachine(version: string) {
  const built = { folder: join(folder, version), name: 'assets' };
  await mkdir(join(built.folder, 'assets'), { recursive: true });
  await writeFile(join(built.folder, 'assets', `index-${version}.js`), `// ${version}`);
  const { db } = portal.ctx;
  const { app } = portal;
  const server = createServer({
    ...app,
    apiBase: '/api',
    apiClient: app.config.apiClient,
    corsOrigins: [],
    trustProxy: 0,
    siteUrl: undefined,
    hasHstsSubdomains: false,
  });
  await serveBuilt(server, built, openOtherBuilds(db).find);
  return {
    start: () => storeBuild(db, [built]),
    get: (name: string, headers = {}) => server.inject({ url: `/assets/${name}`, headers }),
    close: () => server.close(),
  };
}

const countBuilds = async () => (await portal.ctx.db.selectFrom('site_builds').select('id').execute()).length;

test('a machine serves the files of the builds of other machines, of the last three', async () => {
  const [old, current] = [await openMachine('aaaaaaaa'), await openMachine('bbbbbbbb')];
  await old.start();
  await current.start();
  // A page of the old build at the machine with the new one, and the reverse.
  for (const [machine, name, text] of [
    [current, 'index-aaaaaaaa.js', '// aaaaaaaa'],
    [old, 'index-bbbbbbbb.js', '// bbbbbbbb'],
    [old, 'index-aaaaaaaa.js', '// aaaaaaaa'],
  ] as const) {
    const answer = await machine.get(name);
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
  }
  const packed = await current.get('index-aaaaaaaa.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('// aaaaaaaa');

  // Another start of a build does not store it again, and makes it the newest.
  await old.start();
  expect(await countBuilds()).toBe(2);
  const later = [await openMachine('cccccccc'), await openMachine('dddddddd')];
  for (const machine of later) await machine.start();
  expect(await countBuilds()).toBe(3);
  const last = await openMachine('eeeeeeee');
  expect((await last.get('index-aaaaaaaa.js')).statusCode).toBe(200);
  expect((await last.get('index-bbbbbbbb.js')).statusCode).toBe(404);
  for (const machine of [old, current, ...later, last]) await machine.close();
});

test('an unknown name is refused without a query for each, and is cached nowhere', async () => {
  const machine = await openMachine('ffffffff');
  const answer = await machine.get('index-00000000.js');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  await portal.ctx.db.deleteFrom('site_builds').execute();
  for (const name of [
    '../../package.json',
    '%2e%2e/index.html',
    'index-ffffffff.js.br',
    'index-ffffffff.js.map',
    '',
  ])
    expect((await machine.get(name)).statusCode).toBe(404);
  await machine.close();
});
