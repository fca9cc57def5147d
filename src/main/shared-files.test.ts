import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '#features/index.ts';
import { readOpenPost } from '#features/posts/index.ts';
import { readBrand } from '#features/settings/index.ts';
import { exportSite, restoreSite } from '#features/transfers/index.ts';
import { type Job, provide } from '#kernel/feature.ts';
import { sharePicturePath } from '#shared/share-picture.ts';
import { joinPortal, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { copyParts } from './copy-parts.ts';
import { serveFiles } from './files.ts';
import { scanRunningPortal } from './leaks/scan-portal.ts';
import { createReadiness } from './operation/readiness.ts';

// Two machines of one site, each with a DATA_DIR of its own, and the bucket of its files.
let s3: StandInS3;
let one: Portal;
let two: Portal;
let token: string;
beforeAll(async () => {
  s3 = await startStandInS3();
  one = await openPortal(bucketSettings());
  two = await joinPortal(one, bucketSettings());
  for (const portal of [one, two]) {
    await serveFiles(portal.server, portal.app);
  }
  ({ token } = await logIn(one, { role: 'admin' }));
});
afterAll(async () => {
  await two.close();
  await one.close();
  await s3.close();
});

const portalKey = { PORTAL_KEY: 'k'.repeat(43), SITE_URL: 'https://news.example.cn' };
const bucketSettings = () => ({
  ...portalKey,
  S3_BUCKET: s3.settings.bucket,
  S3_ENDPOINT: s3.settings.endpoint,
  S3_REGION: s3.settings.region,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  S3_PATH_STYLE: '1',
});

const get = ({ server }: Portal, url: string) =>
  server.inject({
    url,
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${token}`,
    },
  });

async function upload({ server }: Portal, path: string, content: Buffer, name: string, fields = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries<string>(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const request = new Response(form);
  const answer = await server.inject({
    method: 'POST',
    url: `/api/admin/${path}`,
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json().data;
}

/** Runs the transfers that wait, as the worker of a machine. */
async function runTransfers({ app, ctx }: Portal): Promise<void> {
  const services = { ...app, scanPortal: scanRunningPortal(app) };
  const jobs = features.flatMap(
    (feature) => provide<typeof services, readonly Job[]>(feature.jobs, services) ?? [],
  );
  const job = jobs.find(({ name }) => name === 'transfers-run');
  await job?.run(ctx, { since: ctx.now(), signal: new AbortController().signal });
}

test('an import that is uploaded on one machine is run by the worker of the other', async () => {
  const csv = Buffer.from('title,body\n储能观察,正文\n');
  const { id } = await upload(one, 'transfer/import', csv, 'posts.csv', { columnId: '2' });
  await runTransfers(two);
  const { body } = await one.call('GET /admin/transfer/detail', { query: { id }, token });
  expect(body.data).toMatchObject({ state: 'done', counts: { added: 1 } });
});

test('an export of the worker of one machine is downloaded from the other', async () => {
  const { body } = await two.call('POST /admin/transfer/export', { body: { withoutPeople: true }, token });
  await runTransfers(two);
  const answer = await get(one, `/api/admin/transfer/download?id=${body.data.id}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a picture that is uploaded on one machine is served by the other', async () => {
  const red = { create: { width: 20, height: 20, channels: 3 as const, background: '#f00' } };
  const { item } = await upload(one, 'media/upload', await sharp(red).png().toBuffer(), '图.png');
  const { statusCode, headers } = await get(two, item.address);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
});

test('a poster that one machine drew is sent by the other, which does not draw it again', async () => {
  const id = await addPost(one, { title: '储能观察' });
  const post = await readOpenPost(one.ctx, id);
  const { version } = await readBrand(one.app, one.app.defaultTenant);
  const path = post ? sharePicturePath(post, version, 'card') : '';
  const drawn = await get(one, path);
  const [row] = await one.ctx.db.selectFrom('share_pictures').select('address').execute();
  // Another content in its place shows that the second machine sends what is stored.
  s3.objects.set(row?.address.replace('/files/', '') ?? '', Buffer.from('as stored'));
  const sent = await get(two, path);
  expect([drawn.statusCode, sent.statusCode, sent.body]).toEqual([200, 200, 'as stored']);
});

test('a machine says that the bucket does not answer', async () => {
  const stateOf = async () => {
    const { dependencies } = await createReadiness(two.app)();
    return dependencies.find(({ name }) => name === '文件存储')?.state;
  };
  expect(await stateOf()).toBe('ok');
  s3.fail();
  expect(await stateOf()).toBe('degraded');
  s3.recover();
});

test('a restore moves the files of the archive to the bucket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-restore-'));
  const png = Buffer.from('picture of the archive');
  const old = await openPortal(portalKey);
  const site = await openPortal(bucketSettings());
  try {
    const id = await addPost(old, { title: '旧站一篇' });
    const cover = await old.app.files.save('000000', png, 'cover.png');
    await old.ctx.db.updateTable('posts').set({ cover }).where('id', '=', id).execute();
    const path = join(folder, 'site.zip');
    const partsOf = ({ app, ctx }: Portal) => copyParts(app, ctx.tenant, () => undefined);
    await exportSite(old.ctx, partsOf(old), { path, scope: 'export' });
    await restoreSite(site.ctx, { ...partsOf(site), searchIndexes: site.app.searchIndexes }, path);
    expect(s3.objects.get(cover.replace('/files/', ''))).toEqual(png);
    expect(await site.app.disk.read('000000', cover)).toBeNull();
    expect(await site.app.files.read('000000', cover)).toEqual(png);
  } finally {
    await site.close();
    await old.close();
    await rm(folder, { recursive: true, force: true });
  }
});
