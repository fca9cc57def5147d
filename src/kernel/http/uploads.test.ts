import crypto from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openPortal, type Portal } from '#testing/portal.ts';
import { waitFor } from '#testing/wait-for.ts';
import { binaryFile, get, post } from './calls.ts';
import { describeApi } from './openapi.ts';
import { createServer } from './server.ts';

const calls = [
  post('/test/upload', {
    access: 'open',
    summary: 'Accepts a file of at most 10 KB in memory.',
    upload: { field: 'file', label: '附件', maxBytes: 10 * 1024 },
    body: z.object({ caption: z.string().max(5, { error: '说明过长' }).optional() }),
    data: z.any(),
    run: (_, { file, body }) => ({ text: file.bytes.toString(), name: file.name, ...body }),
  }),
  post('/test/large', {
    access: 'open',
    summary: 'Accepts a file of at most 1 MB on disk.',
    upload: { field: 'file', label: '视频', maxBytes: 1024 * 1024, onDisk: true },
    body: z.object({ caption: z.string().max(5, { error: '说明过长' }).optional() }),
    data: z.any(),
    run: async (_, { file, body }) => ({ text: await readFile(file.path, 'utf8'), size: file.size, ...body }),
  }),
  post('/test/guarded', {
    access: 'member',
    summary: 'Accepts a file from a member.',
    upload: { field: 'file', label: '附件', maxBytes: 1024 },
    data: z.boolean(),
    run: () => true,
  }),
  post('/test/plain', {
    access: 'open',
    summary: 'Accepts no file.',
    body: z.object({}),
    data: z.boolean(),
    run: () => true,
  }),
  get('/test/download', {
    access: 'open',
    summary: 'Returns a file.',
    binary: 'application/zip',
    data: binaryFile,
    run: () => ({ name: '我的 数据.zip', bytes: Readable.from([Buffer.from('PK'), Buffer.from('!')]) }),
  }),
  get('/test/endless', {
    access: 'open',
    summary: 'Returns an endless file.',
    binary: 'application/zip',
    data: binaryFile,
    run: () => ({ name: 'endless.zip', bytes: Readable.from(endless()) }),
  }),
];

/** Names the files that uploads are written to, in modules that other tests have loaded, too. */
function nameFiles(name: string): () => void {
  const spy = vi.spyOn(crypto, 'randomUUID').mockReturnValue(name as ReturnType<typeof crypto.randomUUID>);
  syncBuiltinESMExports();
  return () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
}

let isEndlessOver = false;
async function* endless() {
  try {
    for (;;) yield Buffer.alloc(64 * 1024);
  } finally {
    isEndlessOver = true;
  }
}

let portal: Portal;
let app: ReturnType<typeof createServer>;
beforeAll(async () => {
  portal = await openPortal();
  const { apiBase, apiClient, trustProxy } = portal.app.config;
  const resolveActor = async () => null;
  app = createServer({ ...portal.app, apiBase, apiClient, trustProxy, resolveActor, calls });
});
afterAll(async () => {
  await app.close();
  await portal.close();
});

const headers = { authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}` };

async function send(path: string, form: FormData | Buffer | string, type?: string) {
  const body = form instanceof FormData ? new Response(form) : new Response(form as BodyInit);
  const answer = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...headers, 'content-type': type ?? body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: answer.statusCode, ...answer.json() };
}

function form(parts: Record<string, string | Blob | (string | Blob)[]>): FormData {
  const made = new FormData();
  for (const [name, values] of Object.entries(parts))
    for (const value of [values].flat())
      typeof value === 'string' ? made.append(name, value) : made.append(name, value, '名字.txt');
  return made;
}

describe('a call that takes a file', () => {
  test.skipIf(process.platform !== 'linux')('says that the disk is full', async () => {
    await mkdir(portal.app.uploadFolder, { recursive: true });
    onTestFinished(nameFiles('full'));
    for (const size of [10, 500_000]) {
      await symlink('/dev/full', join(portal.app.uploadFolder, 'full'));
      expect(await send('/test/large', form({ file: new Blob(['x'.repeat(size)]) }))).toMatchObject({
        code: 507,
        msg: expect.stringContaining('服务器的磁盘满了'),
      });
    }
  });

  test('receives the file’s bytes and name, and the text fields', async () => {
    const answer = await send('/test/upload', form({ file: new Blob(['内容']), caption: '说明' }));
    expect(answer.data).toEqual({ text: '内容', name: '名字.txt', caption: '说明' });
  });

  test.each([
    ['no file', form({ caption: '说明' }), '请选择附件'],
    ['a text field in place of the file', form({ file: '内容' }), '请选择附件'],
    ['an empty file', form({ file: new Blob([]) }), '附件是空的'],
    ['two files', form({ file: [new Blob(['1']), new Blob(['2'])] }), '一次只能上传一个'],
    ['five files', form({ file: Array.from({ length: 5 }, () => new Blob(['1'])) }), '一次只能上传一个'],
    ['a wrong field', form({ picture: new Blob(['1']) }), '请只在附件处上传文件'],
    [
      'a second file elsewhere',
      form({ file: new Blob(['1']), other: new Blob(['1']) }),
      '请只在附件处上传文件',
    ],
    ['a file one byte too large', form({ file: new Blob(['x'.repeat(10 * 1024 + 1)]) }), '过大，最多 10 KB'],
    ['a megabyte', form({ file: new Blob(['x'.repeat(1024 * 1024)]) }), '过大，最多 10 KB'],
    ['an invalid text field', form({ file: new Blob(['1']), caption: '太长的一段说明' }), '说明过长'],
    [
      'a hundred text fields',
      form(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, 'x']))),
      '表单的字段太多',
    ],
  ])('refuses %s', async (_, body, words) => {
    const answer = await send('/test/upload', body);
    expect(answer).toMatchObject({ status: 400, code: 400, data: null });
    expect(answer.msg).toContain(words);
  });

  test('refuses a body that is not a form, and a truncated form', async () => {
    expect((await send('/test/upload', '{}', 'application/json')).msg).toContain('请以表单');
    expect((await send('/test/upload', 'x', 'multipart/form-data')).msg).toContain('表单不完整');
    const long = `multipart/form-data; boundary="${'a'.repeat(300)}"`;
    expect(await send('/test/upload', 'x', long)).toMatchObject({ status: 400, code: 400 });
    const whole = new Response(form({ file: new Blob(['内容内容内容']) }));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const type = whole.headers.get('content-type') ?? '';
    for (const length of [10, 100, bytes.length - 10]) {
      const answer = await send('/test/upload', bytes.subarray(0, length), type);
      expect(answer.status, answer.msg).toBe(400);
      expect(answer.msg).toMatch(/^\p{Script=Han}/u);
    }
    const proto = bytes.toString('latin1').replace('name="file"', 'name="__proto__"');
    expect((await send('/test/upload', Buffer.from(proto, 'latin1'), type)).status).toBe(400);
  });

  test('checks access before reading anything', async () => {
    expect((await send('/test/guarded', form({ file: new Blob(['1']) }))).status).toBe(401);
  });
});

describe('a call that takes a large file', () => {
  const uploadsLeft = () => readdir(portal.app.uploadFolder);

  test('finds it on disk, and the file is deleted afterwards', async () => {
    const answer = await send(
      '/test/large',
      form({ file: new Blob(['内容'.repeat(1000)]), caption: '说明' }),
    );
    expect(answer.data).toEqual({ text: '内容'.repeat(1000), size: 6000, caption: '说明' });
    expect(await uploadsLeft()).toEqual([]);
  });

  test.each([
    ['an empty file', form({ file: new Blob([]) }), '视频是空的'],
    ['a file one byte too large', form({ file: new Blob(['x'.repeat(1024 * 1024 + 1)]) }), '过大，最多 1 MB'],
    ['two files', form({ file: [new Blob(['1']), new Blob(['2'])] }), '一次只能上传一个'],
    ['an invalid text field', form({ file: new Blob(['1']), caption: '太长的一段说明' }), '说明过长'],
  ])('refuses %s and deletes the file', async (_, body, words) => {
    const answer = await send('/test/large', body);
    expect(answer).toMatchObject({ status: 400, code: 400, data: null });
    expect(answer.msg).toContain(words);
    expect(await uploadsLeft()).toEqual([]);
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });

  test('answers a client that sends 20 MB where 10 KB are allowed', async () => {
    const body = form({ file: new Blob(['x'.repeat(20 * 1024 * 1024)]) });
    const answer = await fetch(`http://127.0.0.1:${port}/api/test/upload`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { msg: string }).msg).toContain('过大，最多 10 KB');
  });

  test('refuses a body that trickles in after a minute, but waits for a file', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const open = async (path: string, type: string) => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        const received: string[] = [];
        socket.on('data', (data) => received.push(String(data)));
        const seen = once(app.server, 'request');
        socket.write(
          `POST /api/test/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`,
        );
        await seen;
        return { socket, said: received };
      };
      const slow = await open('plain', 'application/json');
      const large = await open('large', 'multipart/form-data; boundary=b');
      const ended = once(slow.socket, 'close');
      vi.advanceTimersByTime(60_000);
      await ended;
      expect(slow.said.join('')).toContain('408');
      expect(large.said).toEqual([]);
      expect(large.socket.readyState).toBe('open');
      large.socket.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('survives a client that disconnects during an upload or a download', async () => {
    const head = (line: string, more: string) =>
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n${more}\r\n`;
    const upload = head(
      'POST /api/test/upload',
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n',
    );
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf a';
    for (const words of [upload, upload + part, head('GET /api/test/endless', '')]) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const isAnswered = words.startsWith('GET');
      socket.write(words);
      if (isAnswered) await once(socket, 'data');
      socket.destroy();
      await once(socket, 'close');
    }
    await waitFor(() => expect(isEndlessOver).toBe(true));
    expect((await send('/test/upload', form({ file: new Blob(['1']) }))).status).toBe(200);
  });
});

test('a call without an upload answers 415 to a multipart form', async () => {
  expect((await send('/test/plain', form({ file: new Blob(['1']) }))).status).toBe(415);
});

test('a binary call returns a named download that is never shown inline or cached', async () => {
  const answer = await app.inject({ url: '/api/test/download', headers });
  expect(answer.body).toBe('PK!');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': "attachment; filename*=UTF-8''%E6%88%91%E7%9A%84%20%E6%95%B0%E6%8D%AE.zip",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('describes uploads and downloads in OpenAPI', () => {
  const { paths } = describeApi(calls, { title: 'x', version: '1', base: '/api' }) as {
    paths: Record<string, Record<string, { requestBody: unknown; responses: Record<string, unknown> }>>;
  };
  expect(paths['/test/upload']?.post?.requestBody).toMatchObject({
    content: {
      'multipart/form-data': {
        schema: { required: ['file'], properties: { file: { type: 'string' }, caption: { type: 'string' } } },
      },
    },
  });
  expect(paths['/test/download']?.get?.responses[200]).toMatchObject({
    content: { 'application/zip': { schema: { contentMediaType: 'application/zip' } } },
  });
});
