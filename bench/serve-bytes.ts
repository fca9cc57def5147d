/**
 * The bare Node server that the portal's pages are compared with: it serves Buffers and nothing else. With `isWire` it
 * sends the same complete response, head included, as the portal does for a cached page.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRawResponse, sendRawResponse } from '#kernel/http/raw-response.ts';
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
    const allHeaders = { ...headers, 'content-length': body.length };
    return [path, { body, headers: allHeaders, wire: createRawResponse(headers, body) }];
  }),
);

createServer((request, response) => {
  const page = found.get(request.url ?? '');
  if (!page) return void response.writeHead(404).end();
  if (isWire) sendRawResponse(response, page.wire, Date.now());
  else response.writeHead(200, page.headers).end(page.body);
}).listen({ port, host: '127.0.0.1', reusePort: true, exclusive: true }, () => process.send?.('ready'));
