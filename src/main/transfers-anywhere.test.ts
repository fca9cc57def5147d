import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { feature } from '#features/transfers/index.ts';
import { loadConfig } from '#kernel/config.ts';
import type { Job } from '#kernel/feature.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { type App, createApp } from './app.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
let otherApp: App;
let folder: string;
let token: string;
let s3: StandInS3;
beforeEach(async () => {
  s3 = await startStandInS3();
  portal = await openPortal();
  folder = mkdtempSync(join(tmpdir(), 'guanlan-elsewhere-'));
  const { connectionString } = portal.app;
  const settings = { DATABASE_URL: connectionString, LOG_LEVEL: 'silent', DATABASE_POOL: '4' };
  otherApp = createApp(loadConfig({ ...settings, DATA_DIR: folder }), connectionString);
  await serveFiles(portal.server, portal.app);
  ({ token } = await logIn(portal, { role: 'admin' }));
});
afterEach(async () => {
  await otherApp.close();
  await portal.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

const useBucket = () =>
  portal.ctx.db
    .insertInto('site_settings')
    .values({ name: 'storage', value: JSON.stringify({ ...s3.settings, provider: 's3' }) })
    .execute();

/** Runs a job of transfers on a machine. */
async function runTransferJob(app: App, name = 'transfers-run'): Promise<void> {
  const jobs = (feature.jobs as (services: App) => readonly Job[])(app);
  const ctx = app.contextOf(app.defaultTenant);
  await jobs
    .find((job) => job.name === name)
    ?.run(ctx, { since: new Date(), signal: new AbortController().signal });
}

async function uploadImport(content: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('columnId', '2');
  form.append('file', new Blob([content]), name);
  const request = new Response(form);
  const { body } = await requestPath('POST', '/api/admin/transfer/import', {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return JSON.parse(body).data.id;
}

const requestPath = (
  method: 'GET' | 'POST',
  url: string,
  { headers = {}, payload }: { headers?: Record<string, string>; payload?: Buffer } = {},
) =>
  portal.server.inject({
    method,
    url,
    headers: {
      authorization: `Basic ${btoa('guanlan:guanlan')}`,
      'blade-auth': `bearer ${token}`,
      ...headers,
    },
    ...(payload && { payload }),
  });
const fetchTransfer = async (id: string) =>
  (await portal.call('GET /admin/transfer/detail', { query: { id }, token })).body.data;
const storedPathOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('transfers').select('path').where('id', '=', id).executeTakeFirstOrThrow())
    .path;

describe('with files in a bucket', () => {
  beforeEach(useBucket);

  test('a file uploaded to one machine is imported by another that has its own disk', async () => {
    const id = await uploadImport('标题,正文\n别处导入,内容。\n', 'a.csv');
    expect(s3.objects.size).toBe(1);
    await runTransferJob(otherApp);
    expect(await fetchTransfer(id)).toMatchObject({ state: 'done', counts: { added: 1 } });
    expect(s3.objects.size).toBe(0);
  });

  test('an export made on one machine can be downloaded from another, and only through the API', async () => {
    const { body } = await portal.call('POST /admin/transfer/export', {
      body: { withoutPeople: true },
      token,
    });
    const { id } = body.data;
    await runTransferJob(otherApp);
    const { bytes } = await fetchTransfer(id);
    const { statusCode, rawPayload } = await requestPath('GET', `/api/admin/transfer/download?id=${id}`);
    expect([statusCode, rawPayload.length]).toEqual([200, bytes]);
    const [key = ''] = s3.objects.keys();
    expect(key).toContain((await storedPathOf(id)).replace('private/', ''));
    expect((await requestPath('GET', `/files/${key.replace(/^.*\.private/, '.private')}`)).statusCode).toBe(
      404,
    );
  });
});

test('without a bucket, a file is stored beside the public files, and no address serves it', async () => {
  const id = await uploadImport('标题,正文\n不公开,内容。\n', 'a.csv');
  const path = (await storedPathOf(id)).replace('private/', '000000/');
  for (const url of [
    `/files/.private/${path}`,
    `/files/%2eprivate/${path}`,
    `/files/${path}`,
    `/files/000000/../.private/${path}`,
  ])
    expect((await requestPath('GET', url)).statusCode, url).toBe(404);
  await runTransferJob(portal.app);
  expect(await fetchTransfer(id)).toMatchObject({ state: 'done', counts: { added: 1 } });
});
