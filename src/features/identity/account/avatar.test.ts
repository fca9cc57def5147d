import { readdirSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const createPicture = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#a40' } });
const listStoredFiles = () => {
  try {
    return readdirSync(portal.app.files.root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  } catch {
    return 0;
  }
};

async function upload(token: string, files: { bytes: Buffer; name: string; field?: string }[]) {
  const form = new FormData();
  for (const { bytes, name, field = 'file' } of files)
    form.append(field, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name);
  const body = new Response(form);
  return portal.call('POST /member/uploadAvatar', {
    token,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
}

/** Returns a PNG whose header claims 50,000 × 50,000 pixels and whose data is one pixel. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(50_000, 0);
  head.writeUInt32BE(50_000, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('uploading an avatar', () => {
  test('re-encodes it as 256-pixel WebP without EXIF, whatever the file name, and deletes the previous one', async () => {
    const { token } = await logIn(portal);
    const photo = await createPicture()
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
      .toBuffer();
    const first = await upload(token, [{ bytes: photo, name: 'photo.exe' }]);
    expect(first.body.data.avatar).toMatch(/^\/files\/000000\/[0-9a-f]{2}\/[0-9a-f]{48}\.webp$/);
    const stored = await portal.app.files.read('000000', first.body.data.avatar);
    const known = await sharp(stored ?? Buffer.alloc(0)).metadata();
    expect(known).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(known.exif).toBeUndefined();
    const second = await upload(token, [{ bytes: await createPicture().png().toBuffer(), name: 'a.png' }]);
    expect(second.body.data.avatar).not.toBe(first.body.data.avatar);
    expect(await portal.app.files.read('000000', first.body.data.avatar)).toBeNull();
    const { data } = (await portal.call('GET /member/profile', { token })).body;
    expect(data.avatar).toBe(second.body.data.avatar);
  });

  test('is counted before any work, also if it is refused: 30 an hour', async () => {
    const { token } = await logIn(portal);
    const upload30 = Array.from({ length: 30 }, () =>
      upload(token, [{ bytes: Buffer.from('no picture'), name: 'a.png' }]),
    );
    expect(new Set((await Promise.all(upload30)).map(({ status }) => status))).toEqual(new Set([400]));
    const bytes = await createPicture().png().toBuffer();
    expect((await upload(token, [{ bytes, name: 'a.png' }])).body).toMatchObject({
      code: 429,
      msg: '一小时内最多换 30 次头像，请稍后再试',
    });
  });

  test('stores a separate file per member, also for the same picture', async () => {
    const bytes = await createPicture().png().toBuffer();
    const people = await Promise.all([logIn(portal), logIn(portal)]);
    const answers = await Promise.all(people.map(({ token }) => upload(token, [{ bytes, name: 'a.png' }])));
    expect(answers[0]?.body.data.avatar).not.toBe(answers[1]?.body.data.avatar);
  });

  test('leaves one file, the one shown, after five concurrent uploads', async () => {
    const { token } = await logIn(portal);
    const before = listStoredFiles();
    const bytes = await createPicture().png().toBuffer();
    await Promise.all(Array.from({ length: 5 }, () => upload(token, [{ bytes, name: 'a.png' }])));
    expect(listStoredFiles()).toBe(before + 1);
    const { data } = (await portal.call('GET /member/profile', { token })).body;
    expect(await portal.app.files.read('000000', data.avatar)).not.toBeNull();
  });

  const png = createPicture().png().toBuffer();
  const hostile: [string, () => Promise<Parameters<typeof upload>[1]>, string][] = [
    ['a bomb of 50,000 × 50,000 pixels', async () => [{ bytes: bomb(), name: 'a.png' }], '尺寸过大'],
    [
      'an SVG with a script, named .png',
      async () => [
        {
          bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
          name: 'a.png',
        },
      ],
      '应为 PNG、JPEG、WebP 或 GIF',
    ],
    [
      'a JPEG that is also an HTML page',
      async () => [
        {
          bytes: Buffer.concat([
            await createPicture().jpeg().toBuffer(),
            Buffer.from('<script>alert(1)</script>'),
          ]),
          name: 'a.jpg',
        },
      ],
      '夹带',
    ],
    [
      'an HTML page named .webp',
      async () => [{ bytes: Buffer.from('<!doctype html><title>x</title>'), name: 'a.webp' }],
      '应为 PNG',
    ],
    ['a truncated PNG', async () => [{ bytes: (await png).subarray(0, 120), name: 'a.png' }], '已损坏'],
    [
      'more than 5 MB',
      async () => [{ bytes: Buffer.concat([await png, Buffer.alloc(5 * 1024 * 1024)]), name: 'a.png' }],
      '最多 5 MB',
    ],
    ['no file', async () => [], '请选择头像'],
    [
      'two files',
      async () => [
        { bytes: await png, name: 'a.png' },
        { bytes: await png, name: 'b.png' },
      ],
      '一次只能上传一个',
    ],
    [
      'a file in another field',
      async () => [{ bytes: await png, name: 'a.png', field: 'avatar' }],
      '请只在头像处上传文件',
    ],
  ];
  test.each(hostile)('rejects %s in Chinese and stores nothing', async (_, make, words) => {
    const { token } = await logIn(portal);
    const before = listStoredFiles();
    const answer = await upload(token, await make());
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 400, success: false, data: null });
    expect(answer.body.msg).toContain(words);
    expect(listStoredFiles()).toBe(before);
    expect((await portal.call('GET /member/profile', { token })).body.data.avatar).toBeNull();
  });
});
