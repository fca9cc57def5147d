/** The bare Node server the portal's pages are compared with: bytes in Buffers, nothing else. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { receiveTask } from './contenders.ts';

type Task = { pages: { path: string; file: string; encoding: string }[] };

const { port, pages } = await receiveTask<Task>();
const found = new Map(
  pages.map(({ path, file, encoding }) => {
    const body = readFileSync(file);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return [path, { body, headers }];
  }),
);

createServer((request, response) => {
  const page = found.get(request.url ?? '');
  if (!page) return void response.writeHead(404).end();
  response.writeHead(200, page.headers).end(page.body);
}).listen({ port, host: '127.0.0.1', reusePort: true, exclusive: true }, () => process.send?.('ready'));
