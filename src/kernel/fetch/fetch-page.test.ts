import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePage, fetchPage } from './fetch-page.ts';

let answer: { type?: string; body: Buffer | string; location?: string };
const server = createServer((_, response) => {
  if (answer.location) response.writeHead(302, { location: answer.location }).end();
  else response.writeHead(200, { 'content-type': answer.type ?? 'text/html' }).end(answer.body);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const open = () => fetchPage(`${origin()}/a/b`, { mayConnect: () => true });

test('reads what a page says about itself, the first of each kind, with absolute addresses', async () => {
  answer = {
    body:
      '<!doctype html><head><title>页名 - 站</title><meta property="og:title" content="  题\n &amp; &lt;b&gt;目 ">' +
      '<meta property="og:title" content="另"><meta name="description" content="说明"><meta property="og:site_name" content="某站">' +
      '<meta property="og:image" content="../p.png"><link rel="canonical" href="/video"></head><body><title>不是</title>',
  };
  expect(await open()).toEqual({
    title: '题 & <b>目',
    description: '说明',
    site: '某站',
    picture: `${origin()}/p.png`,
    canonical: `${origin()}/video`,
  });
  answer = { body: '<title>只有页名</title><meta property="og:image" content="javascript:alert(1)">' };
  expect(await open()).toEqual({ title: '只有页名', description: '', site: '', picture: '', canonical: '' });
});

const chinese = '<meta charset="gb2312"><title>铜价上涨</title>';
test.each([
  ['the media type', '<title>铜价上涨</title>', 'text/html; charset=GBK', 'gbk'],
  ['its own declaration', chinese, 'text/html', 'gbk'],
  ['its bytes, without a declaration', '<title>铜价上涨</title>', 'text/html', 'gb18030'],
  ['its bytes, with an unknown declaration', '<title>铜价上涨</title>', 'text/html; charset=x-none', 'utf-8'],
  ['the media type before its own declaration', chinese, 'text/html;charset="utf-8"', 'utf-8'],
])('decodes a page by %s', (_, html, type, encoding) => {
  expect(decodePage(iconv.encode(html, encoding), type)).toContain('铜价上涨');
});

test('reads only the beginning of a long page, and refuses what is no page, endless or inside', async () => {
  answer = { body: `<title>长</title>${'<p>字</p>'.repeat(300_000)}` };
  expect(await open()).toMatchObject({ title: '长' });
  answer = { body: '<title>长</title>'.padEnd(5 * 1024 * 1024, 'x') };
  await expect(open()).rejects.toMatchObject({ reason: 'large' });
  answer = { body: '{}', type: 'application/json' };
  await expect(open()).rejects.toMatchObject({ reason: 'type' });
  await expect(fetchPage(`${origin()}/a`)).rejects.toMatchObject({ reason: 'inside' });
  answer = { location: 'http://169.254.169.254/latest', body: '' };
  await expect(fetchPage(`${origin()}/a`, { mayConnect: (ip) => ip === '127.0.0.1' })).rejects.toMatchObject({
    reason: 'inside',
  });
});
