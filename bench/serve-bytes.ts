/**
 * The bare Node server the portal's pages are compared with: bytes in Buffers, nothing else. With `isWire` it sends the same
 * response, head included, as the portal sends a kept page.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { makeWire, sendWire } from '#kernel/http/wire.ts';
import { receiveTask } from './contenders.ts';

type Task = { pages: { path: string; file: string; encoding: string }[]; isWire: boolean };

const { port, pages, isWire } = await receiveTask<Task>();
const found = new Map(
  pages.map(({ path, file, encoding }) => {
    const body = readFileSync(file);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    const whole = { ...headers, 'content-length': body.length };
    return [path, { body, headers: whole, wire: makeWire(headers, body) }];
  }),
);

createServer((request, response) => {
  const page = found.get(request.url ?? '');
  if (!page) return void response.writeHead(404).end();
  if (isWire) sendWire(response, page.wire, Date.now());
  else response.writeHead(200, page.headers).end(page.body);
}).listen({ port, host: '127.0.0.1', reusePort: true, exclusive: true }, () => process.send?.('ready'));
