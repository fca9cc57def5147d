import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { scanByClamd } from '#kernel/http/scan-upload.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { eicar, startStandInClamd } from '#testing/stand-in-clamd.ts';

let clamd: Awaited<ReturnType<typeof startStandInClamd>>;
let portal: Portal;
let editor: string;
beforeAll(async () => {
  clamd = await startStandInClamd();
  portal = await openPortal({ CLAMD_ADDRESS: clamd.address });
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(async () => {
  await portal.close();
  await clamd.close();
});

async function upload(call: string, bytes: Buffer | string, name: string) {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
  const body = new Response(form);
  return portal.call(`POST ${call}`, {
    token: editor,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
}
const listMedia = async () =>
  (await portal.ctx.db.selectFrom('media_items').select('name').execute()).map(({ name }) => name);

test('refuses an infected upload in Chinese, whether on disk or in memory, and accepts a clean one', async () => {
  for (const call of ['/admin/media/upload', '/member/uploadAvatar']) {
    const { status, body } = await upload(call, `一,二\n${eicar}`, '表.csv');
    expect(status, call).toBe(400);
    expect(body.msg).toContain('文件里有病毒或恶意程序');
  }
  expect(await listMedia()).not.toContain('表.csv');
  expect((await upload('/admin/media/upload', '一,二', '表.csv')).status).toBe(200);
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#135' } })
    .png()
    .toBuffer();
  expect((await upload('/admin/media/upload', bytes, '图.png')).status).toBe(200);
  expect(await listMedia()).toEqual(expect.arrayContaining(['表.csv', '图']));
});

test('logs an infected upload with its sender and the finding', async () => {
  const lines = new PassThrough();
  const [host = '', port] = clamd.address.split(':');
  const ctx = {
    ...portal.ctx,
    log: pino({ level: 'warn', base: null }, lines),
    actor: {
      kind: 'member' as const,
      memberId: '77',
      sessionId: '1',
      permissions: new Set<string>(),
      vipUntil: null,
    },
  };
  await expect(scanByClamd({ host, port: Number(port) })?.(ctx, [Buffer.from(eicar)])).rejects.toMatchObject({
    kind: 'invalid',
  });
  lines.end();
  expect(JSON.parse(await text(lines))).toMatchObject({ found: 'Eicar-Test-Signature', memberId: '77' });
});

test('refuses an upload that clamd rejects or cannot scan, and keeps serving', async () => {
  const large = await upload(
    '/admin/media/upload',
    randomBytes(1.5 * 1024 * 1024).toString('base64'),
    '大.txt',
  );
  expect(large.status).toBe(503);
  const port = Number(clamd.address.split(':')[1]);
  await clamd.close();
  onTestFinished(async () => {
    clamd = await startStandInClamd({ port });
  });
  const { status, body } = await upload('/admin/media/upload', '三,四', '别的表.csv');
  expect(status).toBe(503);
  expect(body.msg).toContain('文件安全检查暂时不可用');
  expect(await listMedia()).not.toContain('别的表.csv');
  expect((await portal.call('GET /reception/column/getColumnList')).status).toBe(200);
});
